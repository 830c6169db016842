"""Boards, moves and results are those of the program."""

import copy
import json
import unittest

import quintet
from boards import Program, boards, played, random_moves


class Games(unittest.TestCase):
    def test_all_games_are_there(self):
        with Program() as program:
            self.assertEqual(list(quintet.GAMES), program.send("quintet-list_games").split())
        for id, info in quintet.GAMES.items():
            game = quintet.Game(id)
            self.assertEqual((info.id, game.info.id, game.to_move), (id, id, info.first))
            self.assertEqual((game.width, game.rules), (quintet.Game(id, info.default_size).width, game.rules))
            self.assertLessEqual(set(info.kinds) - {"own"}, set(info.stones))
            self.assertTrue(info.title and info.summary)

    def test_random_games_are_those_of_the_program(self):
        outcomes = set()
        with Program() as program:
            for number, start in enumerate(boards()):
                line = start.position()
                program.send(f"quintet-set_position {line}")
                game = start
                for game, word in random_moves(start, number, most=60):
                    legal = program.send(f"all_legal {game.to_move}")
                    self.assertEqual(sorted(game.legal_moves()), sorted(legal.split()), game.position())
                    program.send(f"play {game.to_move} {word}")
                self.assertEqual(game.position(), program.send("quintet-position"))
                self.assertEqual(str(game), program.send("showboard"))
                expected = json.loads(program.send("quintet-outcome"))
                self.assertEqual(game.is_over, expected["over"], line)
                if game.is_over:
                    outcome = game.outcome
                    outcomes.add(game.info.id)
                    winner = {"b": "black", "w": "white", None: None}[expected["winner"]]
                    self.assertEqual(outcome.margin > 0, outcome.winner == "black")
                    self.assertEqual(outcome.margin < 0, outcome.winner == "white")
                    got = (outcome.winner, abs(outcome.margin), outcome.reason)
                    self.assertEqual(got, (winner, expected["margin"], expected["reason"]))
                    self.assertEqual(outcome.text, program.send("final_score"))
        self.assertEqual(outcomes, set(quintet.GAMES))

    def test_undo_restores_every_position(self):
        for start in boards(sizes=(3,)):
            game, lines = start.copy(), []
            for before, word in random_moves(start, 3, most=40):
                lines.append(before.position())
                game.play(word)
            for line in reversed(lines):
                game.undo()
                self.assertEqual(game.position(), line)
            self.assertEqual(game, start)
            end = played(start, 3, 40)
            end.undo(len(end.moves))
            self.assertEqual(end, start)

    def test_a_copy_is_independent(self):
        for make in (quintet.Game.copy, copy.copy, copy.deepcopy):
            game = quintet.Game("cascade", 5)
            other = make(game)
            other.play("red@C3")
            self.assertEqual((game.moves, other.moves), ([], [("white", "red@C3")]))
            self.assertNotEqual(game, other)

    def test_points_stones_and_seats(self):
        game = quintet.Game("stoical", (3, 2), komi=0.5, blocked=["A1"])
        self.assertEqual(game.points, ["A1", "B1", "C1", "A2", "B2", "C2"])
        self.assertEqual((game.komi, game.width, game.height), (0.5, 3, 2))
        game = quintet.Game("stoical", "4x2", blocked=["A1"])
        game.play("b2")
        game.play("C1", "black")
        game.play("D2", seat="W")
        self.assertEqual(game.stones, {"A1": "blocked", "C1": "black", "B2": "black", "D2": "white"})
        self.assertEqual(game.moves, [("black", "B2"), ("black", "C1"), ("white", "D2")])
        self.assertFalse(game.is_legal("A1"))
        self.assertTrue(game.is_legal("B1") and game.is_legal("pass"))
        self.assertIn("B1", game.legal_moves("black"))
        # A suicide.
        self.assertNotIn("B1", game.legal_moves("white"))

    def test_equal_positions_have_equal_keys(self):
        one, other = quintet.Game("bracket", 5), quintet.Game("bracket", 5)
        for word in ("A1", "B1", "C1"):
            one.play(word)
        for word in ("C1", "B1", "A1"):
            other.play(word)
        self.assertEqual(one.key, other.key)
        self.assertNotEqual(one, other, "the moves differ")
        self.assertNotEqual(one.key, quintet.Game("bracket", 5).key)
        self.assertRaises(TypeError, hash, one)


if __name__ == "__main__":
    unittest.main()
