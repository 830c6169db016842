"""Whatever is passed ends in a result or an exception with a sentence."""

import random
import unittest

import quintet
from boards import Program, boards


class Errors(unittest.TestCase):
    def says(self, text, call, *arguments, **named):
        with self.assertRaises(ValueError) as caught:
            call(*arguments, **named)
        self.assertEqual(str(caught.exception), text)

    def test_boards_that_do_not_exist(self):
        names = ", ".join(quintet.GAMES)
        self.says(f"unknown game 'chess'; games are {names}", quintet.Game, "chess")
        needs = "unacceptable size 8: bracket takes odd sizes from 1 to 25; 8 needs shape=rhombus"
        self.says(needs, quintet.Game, "bracket", 8)
        self.says("fill takes down, both", quintet.Game, "cascade", rules={"fill": "up"})
        self.says("no such rule; cascade has fill", quintet.Game, "cascade", rules={"ko": "simple"})
        self.says("Cascade has no blocked points", quintet.Game, "cascade", blocked=["A1"])
        self.says("'Z9' is not a point of this board", quintet.Game, "stoical", 5, blocked=["Z9"])
        self.says("komi is a finite number, not 'inf'", quintet.Game, "stoical", komi=float("inf"))
        self.says("the board has 2 rows, the line 1", quintet.Game.from_position, "cascade 2 fill=down .r b")
        self.says("line 1: no game tree; it begins with (;", quintet.Game.from_sgf, "no file")

    def test_moves_that_are_not_played(self):
        game = quintet.Game("cascade", 3)
        game.play("red@B2")
        before = game.position()
        self.says("illegal move red@B2: a stone stands there already", game.play, "red@B2")
        self.says("illegal move pass: nobody passes in this game", game.play, "pass")
        self.says("illegal move D4: there is no such point on this board", game.play, "D4")
        self.says("illegal move A1: it does not name the stone", game.play, "A1")
        self.says("'blue@A1' is not a move: no such stone; stones are white, black, red", game.play, "blue@A1")
        self.says("'green' is not a seat; seats are black, white", game.play, "red@A1", "green")
        self.says("action 29 is out of range; the actions of this board are 0 to 28", game.play, 29)
        self.says("action -1 is out of range; the actions of this board are 0 to 28", game.move, -1)
        self.says("cannot undo 2 moves; 1 were played", game.undo, 2)
        self.says("cannot undo -1 moves; 1 were played", game.undo, -1)
        self.assertEqual(game.position(), before)
        corner = quintet.Game("bracket", 3).play
        self.says("action 2 is a cell outside the board", corner, 2)

    def test_the_reasons_are_those_of_the_program(self):
        with Program() as program:
            for start in boards(sizes=(5,)):
                game = start.copy()
                rng = random.Random(5)
                program.send(f"quintet-set_position {game.position()}")
                while not game.is_over and len(game.moves) < 30:
                    words = [game.info.kinds[0] + "@" + point if game.info.kinds[0] != "own" else point
                             for point in game.points]
                    for word in rng.sample(words, min(3, len(words))):
                        reason = program.send(f"quintet-why {game.to_move} {word}")
                        if reason == "legal":
                            self.assertTrue(game.is_legal(word))
                        else:
                            self.says(f"illegal move {word}: {reason}", game.play, word)
                    word = rng.choice(game.legal_moves())
                    program.send(f"play {game.to_move} {word}")
                    game.play(word)

    def test_numbers_out_of_range(self):
        game, engine = quintet.Game("cascade", 3), quintet.Engine(seed=1)
        for number in (0, 257, -1, 2**80):
            self.says("threads: expected a whole number from 1 to 256", quintet.Engine, threads=number)
        self.says("seed: expected a whole number from 0 to 18446744073709551615", quintet.Engine, seed=-1)
        self.says("hash: expected a whole number from 1 to 1048576", quintet.Engine, hash=0)
        self.says("visits: expected a whole number from 1 to 18446744073709551615", engine.search, game, visits=0)
        self.says("a level is a number from 1 to 12", engine.search, game, level=13)
        both = "level and visits can't go together: a level has visits of its own"
        self.says(both, engine.search, game, level=3, visits=5)
        for seconds in (0, -1.0, float("nan"), float("inf")):
            self.says("seconds: expected a number of seconds above 0", engine.search, game, seconds=seconds)
            self.says("seconds: expected a number of seconds above 0", engine.solve, game, seconds=seconds)
        self.assertRaises(TypeError, engine.search, game, visits="many")

    def test_a_finished_game_is_not_searched(self):
        game = quintet.Game("stoical", 3)
        game.play("pass")
        game.play("pass")
        self.says("there is no move to search: the game is over", quintet.Engine().search, game, visits=10)
        self.says("illegal move A1: the game is over", game.play, "A1")
        self.assertEqual((game.legal_moves(), game.legal_actions()), ([], []))
        self.assertEqual(quintet.Engine().solve(game).value, 0)

    def test_damaged_input_is_refused_with_a_sentence(self):
        """Texts that are nearly right, in every place that takes a text."""
        rng = random.Random(6)
        texts = ["", " ", "\0", "D4", "red@", "@A1", "é4", "A" * 100_000, "9999999999999999999999", "\ud7ff"]
        for game in boards(sizes=(3,)):
            texts += [game.position(), game.to_sgf()]
        damaged = []
        for text in texts:
            for _ in range(6):
                letters = list(text)
                for _ in range(rng.randrange(1, 4)):
                    at = rng.randrange(len(letters) + 1)
                    letters[at : at + rng.randrange(2)] = rng.choice(["", "x", "[", "]", "=", "/", "9", "\n", "ß"])
                damaged.append("".join(letters))
        game, refused = quintet.Game("cascade", 3), 0
        calls = [quintet.Game.from_position, quintet.Game.from_sgf, quintet.Game, game.play, game.is_legal, game.action]
        calls += [lambda text: quintet.Game("stoical", text), lambda text: quintet.Game("stoical", blocked=[text])]
        calls += [lambda text: quintet.Game("stoical", rules={text: text}), lambda text: game.legal_moves(text)]
        for text in texts + damaged:
            for call in calls:
                try:
                    call(text)
                except ValueError as error:
                    refused += 1
                    self.assertTrue(str(error) and "\n" not in str(error), repr(str(error)))
        self.assertGreater(refused, 1000)


if __name__ == "__main__":
    unittest.main()
