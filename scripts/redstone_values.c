/* Solves Redstone without the pie rule on small boards, with an independent implementation, to compare with
   `quintet solve`. scripts/redstone-values compiles and runs it and describes the output.

   The rules are those of the rule sheet (docs/rules.md). A position is three sets of points: the stones of the side to
   move, those of the other side, and red stones. Each red stone stays, and between two of them the board fills up, so no
   position comes back, and a plain search with a table of results ends. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef uint64_t u64;

enum { MOST = 16, TABLE = 1 << 26 };

static int width, height, points;
static unsigned all, beside[MOST];
static u64 *table, positions;

static unsigned neighbours(unsigned set) {
    unsigned found = 0;
    for (; set; set &= set - 1)
        found |= beside[__builtin_ctz(set)];
    return found;
}

/* The stones of groups without liberties among those of one colour. */
static unsigned bounded(unsigned stones, unsigned empty) {
    unsigned dead = 0;
    for (unsigned left = stones; left;) {
        unsigned group = left & -left, grown = 0;
        while (group != grown) {
            grown = group;
            group |= neighbours(group) & stones;
        }
        if (!(neighbours(group) & empty))
            dead |= group;
        left &= ~group;
    }
    return dead;
}

static int wins(unsigned mine, unsigned theirs, unsigned red);

/* Whether the mover wins by a red stone on a point: it has to capture. */
static int wins_by_red(unsigned mine, unsigned theirs, unsigned red, unsigned stone) {
    unsigned empty = all & ~(mine | theirs | red | stone);
    unsigned my_dead = bounded(mine, empty), their_dead = bounded(theirs, empty);
    if (!(my_dead | their_dead))
        return 0;
    mine &= ~my_dead, theirs &= ~their_dead;
    return !theirs || (mine && !wins(theirs, mine, red | stone));
}

/* Whether the mover wins by an own stone on a point: it may leave no group without liberties. */
static int wins_by_own(unsigned mine, unsigned theirs, unsigned red, unsigned stone) {
    unsigned empty = all & ~(mine | theirs | red | stone), own = mine | stone;
    return !bounded(own, empty) && !bounded(theirs, empty) && !wins(theirs, own, red);
}

static int wins(unsigned mine, unsigned theirs, unsigned red) {
    u64 key = ((u64)mine << 32 | (u64)theirs << 16 | red) + 1, hash = key * 0x9e3779b97f4a7c15u;
    u64 *slot = &table[hash >> 38];
    if (*slot >> 1 == key)
        return *slot & 1;
    positions++;
    int won = 0;
    unsigned empty = all & ~(mine | theirs | red);
    for (unsigned left = empty; left && !won; left &= left - 1)
        won = wins_by_red(mine, theirs, red, left & -left);
    for (unsigned left = empty; left && !won; left &= left - 1)
        won = wins_by_own(mine, theirs, red, left & -left);
    *slot = key << 1 | won;
    return won;
}

int main(int count, char **words) {
    if (count != 2 || sscanf(words[1], "%dx%d", &width, &height) != 2 || width < 2 || height < 2 || width * height > MOST) {
        fprintf(stderr, "usage: redstone-values WIDTHxHEIGHT, both at least 2, at most %d points\n", MOST);
        return 2;
    }
    points = width * height;
    all = (1u << points) - 1;
    table = calloc(TABLE, sizeof *table);
    if (!table) {
        fprintf(stderr, "redstone-values: not enough memory\n");
        return 2;
    }
    for (int i = 0; i < points; i++)
        for (int j = 0; j < points; j++)
            if (abs(i % width - j % width) + abs(i / width - j / width) == 1)
                beside[i] |= 1u << j;
    printf("%s:", words[1]);
    int best = 0;
    for (int i = 0; i < points; i++)
        if (wins_by_own(0, 0, 0, 1u << i))
            printf(" %c%d", 'A' + i % width, i / width + 1), best++;
    printf("%s, %llu positions\n", best ? "" : " none", (unsigned long long)positions);
    return 0;
}
