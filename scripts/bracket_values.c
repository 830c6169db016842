/* Solves Bracket by visiting every position, with an independent implementation, to compare with `quintet solve`.
   scripts/bracket-values compiles and runs it and describes the output.

   The rules are those of docs/rules.md. Positions are in layers, by the number of stones, from the full board down to the
   empty one. Each layer has a bit for every position: whether it is won for Black ("at least 1"), and in a second run
   whether it is not lost ("at least 0"). The cells are divided into two halves, and a layer into blocks: one for every
   number of stones, and of black stones, in the first half. In a block a row is a pattern of the first half, and a bit of
   the row a pattern of the second. A stone in the first half leads from row to row, 64 positions at a time, and so does a
   stone in the second after 64 rows are transposed. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 26, HALF = MOST / 2 };

typedef uint64_t u64;

static void *room(size_t size) {
    void *p = calloc(size ? size : 1, 1);
    if (!p) {
        fprintf(stderr, "bracket-values: the memory has no room for this board\n");
        exit(2);
    }
    return p;
}

/* The board: which cells are beside each, as sets. */
static int cells, column[MOST], row[MOST];
static uint32_t beside[MOST];

static void make_board(int width, int hexagon) {
    int side = (width + 1) / 2;
    for (int y = 0; y < width; y++)
        for (int x = 0; x < width; x++)
            if (!hexagon || abs(x - y) < side) {
                if (cells == MOST) {
                    fprintf(stderr, "bracket-values: this board has more than %d cells: rhombus and hexagon to a width of 5 have fewer\n", MOST);
                    exit(2);
                }
                column[cells] = x, row[cells++] = y;
            }
    for (int i = 0; i < cells; i++)
        for (int j = 0; j < cells; j++) {
            int dx = column[i] - column[j], dy = row[i] - row[j];
            if ((dx || dy) && abs(dx) <= 1 && abs(dy) <= 1 && dx * dy >= 0)
                beside[i] |= 1u << j;
        }
}

static int larger_first(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }

/* Who wins a full board: 1 Black, -1 White, 0 nobody. */
static int winner(uint32_t black, int smallest_first) {
    int group_of[MOST], size[MOST] = {0}, is_black[MOST], groups = 0;
    uint32_t edge[MOST] = {0}, left = (1u << cells) - 1;
    while (left) {
        uint32_t own = left & -left & black ? black : ~black, group = left & -left, grown = 0, near = 0;
        while (group != grown) {
            grown = group, near = 0;
            for (uint32_t set = grown; set; set &= set - 1)
                near |= beside[__builtin_ctz(set)];
            group |= near & own;
        }
        for (uint32_t set = group; set; set &= set - 1)
            group_of[__builtin_ctz(set)] = groups;
        size[groups] = __builtin_popcount(group), is_black[groups] = own == black, edge[groups++] = near & ~group;
        left &= ~group;
    }
    /* The groups that each side scores: bracketed groups of the other side. */
    int list[2][MOST] = {{0}}, length[2] = {0};
    for (int i = 0; i < groups; i++) {
        int below = 0, above = 0;
        for (uint32_t set = edge[i]; set; set &= set - 1) {
            int other = group_of[__builtin_ctz(set)];
            below |= size[other] < size[i], above |= size[other] > size[i];
        }
        if (below && above)
            list[is_black[i]][length[is_black[i]]++] = size[i];
    }
    for (int who = 0; who < 2; who++)
        qsort(list[who], length[who], sizeof(int), larger_first);
    for (int i = 0; i < length[0] || i < length[1]; i++) {
        int of[2];
        for (int who = 0; who < 2; who++)
            of[who] = i >= length[who] ? 0 : list[who][smallest_first ? length[who] - 1 - i : i];
        if (of[0] != of[1])
            return of[0] > of[1] ? 1 : -1;
    }
    return 0;
}

/* The possible contents of half of the board, by the numbers of all stones and of black ones. */
typedef struct {
    int cells, count[HALF + 1][HALF + 1];
    /* For each: the filled cells, the black ones, and the successors by a white or a black stone, one
       for each empty cell. */
    uint32_t *filled[HALF + 1][HALF + 1], *black[HALF + 1][HALF + 1];
    int *next[2][HALF + 1][HALF + 1];
} Half;

static Half half[2];

static void make_half(Half *h, int n) {
    h->cells = n;
    /* The contents are a number in base 3: the digit 1 is a white stone, 2 a black one. */
    uint32_t full = 1u << n, *digits = room(sizeof(uint32_t) * full), contents = 1;
    for (int i = 0; i < n; i++, contents *= 3)
        for (uint32_t set = 0; set < 1u << i; set++)
            digits[set | 1u << i] = digits[set] + contents;
    int *place = room(sizeof(int) * contents);
    for (int pass = 0; pass < 2; pass++) {
        memset(h->count, 0, sizeof h->count);
        for (uint32_t filled = 0; filled < full; filled++)
            for (uint32_t black = filled;; black = (black - 1) & filled) {
                int f = __builtin_popcount(filled), b = __builtin_popcount(black), at = h->count[f][b]++;
                if (pass)
                    h->filled[f][b][at] = filled, h->black[f][b][at] = black, place[digits[filled] + digits[black]] = at;
                if (!black)
                    break;
            }
        for (int f = 0; f <= n && !pass; f++)
            for (int b = 0; b <= f; b++) {
                h->filled[f][b] = room(sizeof(uint32_t) * h->count[f][b]);
                h->black[f][b] = room(sizeof(uint32_t) * h->count[f][b]);
            }
    }
    for (int f = 0; f < n; f++)
        for (int b = 0; b <= f; b++)
            for (int colour = 0; colour < 2; colour++) {
                int *to = h->next[colour][f][b] = room(sizeof(int) * h->count[f][b] * (n - f));
                for (int at = 0; at < h->count[f][b]; at++)
                    for (int i = 0; i < n; i++) {
                        uint32_t filled = h->filled[f][b][at], stone = 1u << i;
                        if (!(filled & stone))
                            *to++ = place[digits[filled | stone] + digits[h->black[f][b][at] | (colour ? stone : 0)]];
                    }
            }
    free(place);
    free(digits);
}

/* A layer: the blocks, by the stones and the black stones in the first half. */
typedef struct {
    u64 *bits[HALF + 1][HALF + 1];
} Layer;

/* Returns the number of black stones among this number of stones on the board. */
static int blacks(int stones) { return (stones + 1) / 2; }

/* Computes the numbers of stones and of black stones in the second half from those in the first. */
static int second(int stones, int f, int b, int *f2, int *b2) {
    *f2 = stones - f, *b2 = blacks(stones) - b;
    return *f2 >= 0 && *f2 <= half[1].cells && *b2 >= 0 && *b2 <= *f2;
}

static size_t words(int bits) { return ((size_t)bits + 63) / 64; }

/* Transposes a matrix of 64 x 64 bits (H. S. Warren, Hacker's Delight, 7-3). */
static void turn(u64 a[64]) {
    u64 mask = 0x00000000FFFFFFFF;
    for (int j = 32; j; j >>= 1, mask ^= mask << j)
        for (int k = 0; k < 64; k = ((k | j) + 1) & ~j) {
            u64 t = (a[k] >> j ^ a[k | j]) & mask;
            a[k] ^= t << j, a[k | j] ^= t;
        }
}

static u64 full_board(Layer *layer, int at_least, int smallest_first) {
    u64 boards = 0;
    int f = half[0].cells, f2, b2;
    for (int b = 0; b <= f; b++) {
        if (!second(cells, f, b, &f2, &b2))
            continue;
        size_t wide = words(half[1].count[f2][b2]);
        u64 *bits = layer->bits[f][b] = room(8 * wide * half[0].count[f][b]);
#pragma omp parallel for schedule(dynamic) reduction(+ : boards)
        for (int r = 0; r < half[0].count[f][b]; r++)
            for (int c = 0; c < half[1].count[f2][b2]; c++, boards++)
                if (winner(half[0].black[f][b][r] | half[1].black[f2][b2][c] << half[0].cells, smallest_first) >= at_least)
                    bits[r * wide + c / 64] |= (u64)1 << c % 64;
    }
    return boards;
}

/* Computes up to 64 rows of a block, from row `top` on: whether the side to move has a good move, in the
   first or in the second half. */
static void rows(u64 *block, int top, int f, int b, int f2, int b2, const Layer *after, int black_moves) {
    Half *one = &half[0], *two = &half[1];
    int rest = one->count[f][b] - top, here = rest < 64 ? rest : 64, wide_bits = two->count[f2][b2];
    size_t wide = words(wide_bits);
    /* Black needs a bit that is set, White one that is not: for White all bits are inverted. */
    u64 flip = black_moves ? 0 : ~(u64)0, square[64];
    u64 *out = block + top * wide;
    memset(out, 0, 8 * wide * here);
    const u64 *same = f2 < two->cells ? after->bits[f][b] : NULL;
    if (same) {
        size_t wider = words(two->count[f2 + 1][b2 + black_moves]);
        u64 *turned = room(8 * 64 * wider);
        for (size_t w = 0; w < wider; w++) {
            for (int i = 0; i < 64; i++)
                square[i] = i < here ? same[(top + i) * wider + w] ^ flip : 0;
            turn(square);
            memcpy(turned + 64 * w, square, sizeof square);
        }
        const int *to = two->next[black_moves][f2][b2];
        for (size_t w = 0; w < wide; w++) {
            memset(square, 0, sizeof square);
            for (int i = 0; i < 64 && 64 * (int)w + i < wide_bits; i++)
                for (int n = f2; n < two->cells; n++)
                    square[i] |= turned[*to++];
            turn(square);
            for (int i = 0; i < here; i++)
                out[i * wide + w] = square[i];
        }
        free(turned);
    }
    if (f < one->cells) {
        const u64 *below = after->bits[f + 1][b + black_moves];
        for (int i = 0; i < here; i++)
            for (int n = 0; n < one->cells - f; n++) {
                const u64 *from = below + one->next[black_moves][f][b][(top + i) * (one->cells - f) + n] * wide;
                for (size_t w = 0; w < wide; w++)
                    out[i * wide + w] |= from[w] ^ flip;
            }
    }
    for (size_t w = 0; w < wide * here; w++)
        out[w] ^= flip;
}

static u64 before(Layer *layer, const Layer *after, int stones) {
    u64 positions = 0;
    for (int f = 0; f <= half[0].cells; f++)
        for (int b = 0, f2, b2; b <= f; b++) {
            if (!second(stones, f, b, &f2, &b2))
                continue;
            int high = half[0].count[f][b];
            u64 *block = layer->bits[f][b] = room(8 * words(half[1].count[f2][b2]) * high);
            positions += (u64)high * half[1].count[f2][b2];
#pragma omp parallel for schedule(dynamic)
            for (int top = 0; top < high; top += 64)
                rows(block, top, f, b, f2, b2, after, stones % 2 == 0);
        }
    return positions;
}

int main(int args, char **arg) {
    int width = args > 2 ? atoi(arg[2]) : 0, hexagon = args > 2 && !strcmp(arg[1], "hexagon");
    int smallest_first = args == 4 && !strcmp(arg[3], "smallest");
    int well_formed = args == 3 || (args == 4 && (smallest_first || !strcmp(arg[3], "largest")));
    if (!well_formed || width < 1 || width > 25 || (!hexagon && strcmp(arg[1], "rhombus")) || (hexagon && width % 2 == 0)) {
        fprintf(stderr, "usage: bracket-values rhombus|hexagon WIDTH [largest|smallest]\n");
        return 2;
    }
    make_board(width, hexagon);
    make_half(&half[0], cells / 2);
    make_half(&half[1], cells - cells / 2);
    int value[MOST] = {0}, start = 0;
    u64 positions = 0;
    for (int at_least = 0; at_least <= 1; at_least++) {
        Layer layer = {0};
        positions = full_board(&layer, at_least, smallest_first);
        for (int stones = cells - 1; stones >= 0; stones--) {
            /* After one stone: what the first moves are worth. */
            for (int i = 0; i < cells && !stones; i++) {
                int h = i >= half[0].cells, f = !h, at = 0;
                while (half[h].filled[1][1][at] != 1u << (i - h * half[0].cells))
                    at++;
                value[i] += h ? layer.bits[f][f][0] >> at & 1 : layer.bits[f][f][at] & 1;
            }
            Layer new = {0};
            positions += before(&new, &layer, stones);
            for (int f = 0; f <= HALF; f++)
                for (int b = 0; b <= HALF; b++)
                    free(layer.bits[f][b]);
            layer = new;
        }
        start += layer.bits[0][0][0] & 1;
        free(layer.bits[0][0]);
    }
    printf("bracket %s %d %s: %s, %llu positions, best first moves", arg[1], width, smallest_first ? "smallest" : "largest",
           start == 2 ? "the first player" : start == 1 ? "0" : "the second player", (unsigned long long)positions);
    for (int i = 0; i < cells; i++)
        if (value[i] == start)
            printf(" %c%d", "ABCDEFGHJKLMNOPQRSTUVWXYZ"[column[i]], row[i] + 1);
    printf("\n");
    return 0;
}
