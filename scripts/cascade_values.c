/* Solves Cascade on small boards, with an independent implementation, to compare with `quintet
   solve`. scripts/cascade-values compiles and runs it and describes the output.

   The rules are those of the rule sheet (docs/rules.md). A position is the set of squares whose
   colour has the lower bit set and the set of those that have the higher one: white is 1, black
   2, red 3, so the third of two colours is their exclusive or. Every turn fills squares for good,
   so a plain search with a table of results ends. It asks whether player 1 gets at least a
   margin; values follow from two such questions. */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t u64;
typedef uint32_t u32;

enum { MOST = 5, SQUARES = MOST * MOST, MOVES = 3 * SQUARES, BUCKET = 4 };

typedef struct { u32 low, high; } Board;

static int n, squares, target, both;
static u32 all, not_first, not_last;
static u64 *table, buckets, positions;
/* By side, square and colour: how often the move decided, and how often it was tried. */
static u32 decided[2][MOVES], tried[2][MOVES];

/* One step of filling the squares that have both of two neighbours filled. */
static u32 fill_step(Board *b, Board p, Board q) {
    u32 filled = b->low | b->high;
    u32 can = ~filled & (p.low | p.high) & (q.low | q.high) & all;
    u32 low = p.low ^ q.low, high = p.high ^ q.high, differ = low | high;
    b->low |= can & ((differ & low) | (~differ & p.low));
    b->high |= can & ((differ & high) | (~differ & p.high));
    return can;
}

static void fill(Board *b) {
    u32 changed;
    do {
        changed = 0;
        for (;;) {
            Board right = {b->low >> 1 & not_last, b->high >> 1 & not_last}, above = {b->low >> n, b->high >> n};
            u32 step = fill_step(b, right, above);
            if (!step)
                break;
            changed |= step;
        }
        if (both)
            for (;;) {
                Board left = {b->low << 1 & not_first, b->high << 1 & not_first}, below = {b->low << n, b->high << n};
                u32 step = fill_step(b, left, below);
                if (!step)
                    break;
                changed |= step;
            }
    } while (both && changed);
}

/* The board with the two coordinates exchanged. */
static u32 mirrored(u32 set) {
    u32 image = 0;
    for (; set; set &= set - 1) {
        int i = __builtin_ctz(set);
        image |= 1u << (i % n * n + i / n);
    }
    return image;
}

static u32 half[2][1 << 13];

static u32 mirror(u32 set) {
    return half[0][set & 0x1fff] | half[1][set >> 13];
}

static u64 key_of(Board b, int mover) {
    u64 key = (u64)b.low << 26 | b.high, other = (u64)mirror(b.low) << 26 | mirror(b.high);
    return (key < other ? key : other) << 1 | (u64)mover;
}

static u64 *bucket_of(u64 key) {
    return table + (key * 0x9e3779b97f4a7c15u >> 20) % buckets * BUCKET;
}

/* The result of a position in the table: whether player 1 gets the target; -1 if it is unknown. */
static int look_up(u64 key) {
    u64 *bucket = bucket_of(key);
    for (int i = 0; i < BUCKET; i++)
        if (bucket[i] >> 2 == key && bucket[i])
            return bucket[i] & 1;
    return -1;
}

/* The oldest result of the bucket goes. */
static void keep(u64 key, int result) {
    u64 *bucket = bucket_of(key);
    memmove(bucket + 1, bucket, (BUCKET - 1) * sizeof *bucket);
    bucket[0] = key << 2 | 2 | (u64)result;
}

/* White stones less black ones. */
static int margin_of(Board b) {
    return __builtin_popcount(b.low & ~b.high) - __builtin_popcount(b.high & ~b.low);
}

static int empty_squares(Board b) {
    return squares - __builtin_popcount(b.low | b.high);
}

/* Whether player 1 gets the target whatever is played from now on: 1 or 0; -1 if it depends. */
static int is_settled(Board b) {
    int margin = margin_of(b), empty = empty_squares(b);
    return margin - empty >= target ? 1 : margin + empty < target ? 0 : -1;
}

/* Whether player 1 gets the target, with the side `mover` (0 is player 1) to move on a board that is
   not settled. */
static int search(Board b, int mover, u64 key) {
    Board after[MOVES];
    u64 keys[MOVES];
    float worth[MOVES];
    int moves[MOVES], count = 0, wanted = !mover;
    positions++;
    for (u32 left = all & ~(b.low | b.high); left; left &= left - 1) {
        int square = __builtin_ctz(left);
        for (int colour = 1; colour <= 3; colour++) {
            Board next = b;
            next.low |= (u32)(colour & 1) << square;
            next.high |= (u32)(colour >> 1) << square;
            fill(&next);
            int result = is_settled(next);
            u64 next_key = result < 0 ? key_of(next, !mover) : 0;
            if (result < 0)
                result = look_up(next_key);
            if (result == wanted) {
                keep(key, wanted);
                return wanted;
            }
            if (result >= 0)
                continue;
            int move = 3 * square + colour - 1;
            /* Moves that decided often, gain a lead and leave few empty squares come first. */
            worth[count] = log2f((decided[mover][move] + 1.0f) / (tried[mover][move] + 2.0f)) +
                           3 * (mover ? -margin_of(next) : margin_of(next)) - 3 * empty_squares(next);
            after[count] = next, keys[count] = next_key, moves[count] = move;
            count++;
        }
    }
    int result = !wanted;
    while (count && result != wanted) {
        int best = 0;
        for (int i = 1; i < count; i++)
            if (worth[i] > worth[best])
                best = i;
        int move = moves[best];
        result = look_up(keys[best]);
        if (result < 0)
            result = search(after[best], !mover, keys[best]);
        tried[mover][move]++;
        decided[mover][move] += result == wanted;
        if (tried[mover][move] > 1u << 30)
            tried[mover][move] /= 2, decided[mover][move] /= 2;
        count--;
        after[best] = after[count], keys[best] = keys[count], moves[best] = moves[count], worth[best] = worth[count];
    }
    keep(key, result);
    return result;
}

/* Whether player 1 gets at least a margin on the empty board. */
static int gets(int margin) {
    Board empty = {0, 0};
    target = margin;
    memset(table, 0, buckets * BUCKET * sizeof *table);
    memset(decided, 0, sizeof decided), memset(tried, 0, sizeof tried);
    return search(empty, 0, key_of(empty, 0));
}

int main(int argc, char **argv) {
    n = argc > 2 ? atoi(argv[1]) : 0;
    int megabytes = argc > 3 ? atoi(argv[3]) : 512;
    both = argc > 2 && !strcmp(argv[2], "both");
    if (n < 1 || n > MOST || (!both && strcmp(argv[2], "down")) || megabytes < 1) {
        fprintf(stderr, "usage: cascade-values SIZE down|both [MEGABYTES], size 1 to %d\n", MOST);
        return 2;
    }
    squares = n * n;
    all = (1u << squares) - 1;
    for (int i = 0; i < squares; i++) {
        not_first |= i % n ? 1u << i : 0;
        not_last |= i % n < n - 1 ? 1u << i : 0;
    }
    for (u32 set = 0; set < 1u << 13; set++) {
        half[0][set] = mirrored(set & all);
        half[1][set] = mirrored(set << 13 & all);
    }
    buckets = (u64)megabytes * 1000000 / (BUCKET * sizeof *table);
    table = malloc(buckets * BUCKET * sizeof *table);
    if (!table) {
        fprintf(stderr, "cascade-values: not enough memory\n");
        return 1;
    }
    /* Most values are small: up from a tie, or down. */
    int value = 0;
    if (gets(1))
        for (value = 1; gets(value + 1); value++)
            ;
    else
        while (!gets(value))
            value--;
    printf("%dx%d %s: %d for player 1, %llu positions\n", n, n, both ? "both" : "down", value, (unsigned long long)positions);
    return 0;
}
