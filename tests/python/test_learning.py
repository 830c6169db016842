"""Actions and planes, by an independent computation."""

import unittest

import numpy as np
import quintet
from boards import boards, random_moves


class Learning(unittest.TestCase):
    def test_actions_and_words_are_the_same_moves(self):
        for start in boards():
            cells = start.width * start.height
            self.assertEqual(start.action_count, len(start.info.kinds) * cells + 2)
            self.assertEqual(start.move(start.action_count - 2), "pass")
            self.assertEqual(start.move(start.action_count - 1), "swap-pieces")
            for game, word in random_moves(start, 8, most=20):
                legal = game.legal_actions()
                self.assertEqual(legal, sorted(set(legal)))
                self.assertEqual([game.move(action) for action in legal], sorted_by_action(game))
                self.assertEqual(np.flatnonzero(game.legal_mask()).tolist(), legal)
                by_word, by_action = game.copy(), game.copy()
                by_word.play(word)
                by_action.play(np.int64(game.action(word)))
                self.assertEqual(by_word, by_action)

    def test_the_number_of_an_action(self):
        game = quintet.Game("cascade", 4)
        kinds = game.info.kinds
        for k, kind in enumerate(kinds):
            for x, column in enumerate("ABCD"):
                for y in range(4):
                    self.assertEqual(game.action(f"{kind}@{column}{y + 1}"), (k * 4 + y) * 4 + x)

    def test_planes(self):
        columns = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
        names = [*columns, *("A" + column for column in columns), "BA", "BB"]
        for start in boards():
            for game, _ in random_moves(start, 9, most=12):
                planes = game.planes()
                self.assertEqual(planes.dtype, np.float32)
                shape = (len(game.plane_names), game.height, game.width)
                expected = {name: np.zeros(shape[1:]) for name in game.plane_names}
                for x in range(game.width):
                    for y in range(game.height):
                        vertex = names[x] + str(y + 1)
                        stone = game.stones.get(vertex)
                        if stone:
                            expected[stone][y, x] = 1
                        expected["board"][y, x] = vertex in game.points and stone != "blocked"
                        for kind in game.info.kinds:
                            word = vertex if kind == "own" else f"{kind}@{vertex}"
                            expected[f"legal {kind}"][y, x] = word in game.legal_moves()
                        if game.moves:
                            last = game.moves[-1][1]
                            expected["last move"][y, x] = last.split("@")[-1] == vertex
                            expected["last move was a pass"][y, x] = last == "pass"
                expected["black to move"][:] = game.to_move == "black"
                np.testing.assert_array_equal(planes, np.stack(list(expected.values())))

    def test_types_of_planes(self):
        game = quintet.Game("bracket", 5)
        for dtype in ("uint8", "bool", "float16"):
            planes = game.planes(dtype)
            self.assertEqual(planes.dtype, dtype)
            planes[:] = 0
        self.assertEqual(game.legal_mask().dtype, bool)
        self.assertEqual(game.legal_mask().shape, (game.action_count,))

    def test_blocked_points(self):
        planes = quintet.Game("stoical", 3, blocked=["B2"])
        index = {name: planes.planes()[at] for at, name in enumerate(planes.plane_names)}
        self.assertEqual((index["board"].sum(), index["board"][1, 1], index["blocked"].sum()), (8, 0, 1))


def sorted_by_action(game):
    return sorted(game.legal_moves(), key=game.action)


if __name__ == "__main__":
    unittest.main()
