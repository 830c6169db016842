"""Moves and values are those of the program; searches let other threads run, and can be stopped."""

import os
import signal
import threading
import time
import unittest

import quintet
from boards import Program, boards, played


class Search(unittest.TestCase):
    def test_the_same_seed_and_visits_give_the_move_of_the_program(self):
        moves = {id: 0 for id in quintet.GAMES}
        with Program("--visits", "60") as program:
            for number, start in enumerate(boards()):
                game, engine = played(start, number, number % 5), quintet.Engine(seed=1)
                program.send(f"quintet-set_position {game.position()}")
                game = quintet.Game.from_position(game.position())
                for _ in range(2):
                    if game.is_over:
                        break
                    result = engine.search(game, visits=60)
                    expected = program.send(f"genmove {game.to_move}")
                    self.assertEqual(result.move.lower(), expected.lower(), game.position())
                    game.play(result.action)
                    moves[start.info.id] += 1
        self.assertGreater(min(moves.values()), 3, moves)

    def test_levels_play_the_moves_of_the_program(self):
        for level in (1, 3, 7):
            with Program("--level", str(level)) as program:
                for start in boards(sizes=(5,)):
                    program.send(f"quintet-set_position {start.position()}")
                    result = quintet.Engine(seed=1).search(start, level=level)
                    self.assertEqual(result.move, program.send(f"genmove {start.to_move}"), start.position())

    def test_what_a_search_returns(self):
        for start in boards(sizes=()):
            game = played(start, 4, 4)
            result = quintet.Engine(seed=3).search(game, visits=100, ownership=True)
            self.assertEqual((result.seat, result.candidates[0].move), (game.to_move, result.move))
            self.assertEqual(game.action(result.move), result.action)
            self.assertEqual((result.line[0], result.candidates[0].line[0]), (result.move, result.move))
            self.assertTrue(0 <= result.win_rate <= 1 and 0 < result.visits <= 100)
            self.assertEqual(result.margin is None, not game.info.has_margin)
            self.assertEqual(len(result.ownership), game.width * game.height)
            self.assertTrue(all(-1 <= share <= 1 for share in result.ownership))
            self.assertLessEqual({candidate.move for candidate in result.candidates}, set(game.legal_moves()))
            for word in result.line:
                game.play(word)
        self.assertEqual(quintet.Engine().search(quintet.Game("cascade", 3), visits=5).ownership, [])

    def test_solving(self):
        with Program() as program:
            for start in [quintet.Game("cascade", 3), quintet.Game("bracket", 3), quintet.Game("alaric", 9)]:
                program.send(f"quintet-set_position {start.position()}")
                lines = program.send("quintet-solve").split("\n")
                solution = quintet.Engine().solve(start)
                self.assertEqual(lines[0], solution.text)
                self.assertEqual(lines[1].split()[1:], solution.best)
                self.assertEqual(solution.value, solution.low)
                game = start.copy()
                for word in solution.line:
                    game.play(word)
                self.assertTrue(game.is_over)
        # docs/solved.md: on a line with open ends the first player wins by 1 on odd sizes, and even ones are drawn.
        for size in range(2, 12):
            line = quintet.Game("alaric", size, rules={"board": "line", "edge": "open"})
            self.assertEqual(quintet.Engine().solve(line).value, size % 2, size)
        unknown = quintet.Engine().solve(quintet.Game("stoical", 9), nodes=10)
        self.assertEqual((unknown.value, unknown.best), (None, []))
        self.assertEqual(unknown.obstacle, "the node limit was reached")
        self.assertLess(unknown.low, unknown.high)

    def test_a_proved_win_is_found(self):
        result = quintet.Engine(seed=1).search(quintet.Game("cascade", 3), visits=200)
        self.assertIn(result.proof, ("win", "draw", "loss"))

    def interrupted(self, work):
        """Ctrl-C after another thread has counted: it needs the interpreter while `work` runs."""
        counted = []

        def count():
            for number in range(50):
                time.sleep(0.001)
                counted.append(number)
            os.kill(os.getpid(), signal.SIGINT)

        thread = threading.Thread(target=count)
        thread.start()
        self.assertRaises(KeyboardInterrupt, work)
        thread.join()
        self.assertEqual(len(counted), 50)

    def test_ctrl_c_stops_a_search(self):
        for threads in (1, 2):
            engine = quintet.Engine(seed=1, threads=threads)
            game = quintet.Game("stoical", 9)
            self.interrupted(lambda: engine.search(game, seconds=600))
            self.interrupted(lambda: engine.search(game, visits=10**12))
            # The engine can still be used.
            self.assertIn(engine.search(game, visits=20).move, game.legal_moves())

    def test_ctrl_c_stops_the_solver(self):
        for game in (quintet.Game("stoical", 9), quintet.Game("cascade", 6)):
            self.interrupted(lambda: quintet.Engine().solve(game))

    def test_threads_share_an_engine(self):
        game, engine, moves = quintet.Game("cascade", 5), quintet.Engine(seed=1), []
        search = lambda: moves.append(engine.search(game, visits=300).move)
        threads = [threading.Thread(target=search) for _ in range(4)]
        for thread in threads:
            thread.start()
        for _ in range(5):
            # The game may change meanwhile: each search has a copy.
            game.play("red@C3")
            game.undo()
        for thread in threads:
            thread.join()
        self.assertEqual(len(moves), 4)

    def test_an_engine_goes_from_board_to_board(self):
        engine = quintet.Engine(seed=1)
        for start in boards(sizes=(5,)):
            first = engine.search(start, visits=30).move
            self.assertEqual(first, quintet.Engine(seed=1).search(start, visits=30).move)
        self.assertNotEqual(quintet.Engine().seed, quintet.Engine().seed)


if __name__ == "__main__":
    unittest.main()
