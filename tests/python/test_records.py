"""What is written is read back to the same game."""

import pickle
import tempfile
import unittest

import quintet
from boards import Program, boards, played


class Records(unittest.TestCase):
    def test_position_lines_sgf_and_pickles_give_the_game_back(self):
        for number, start in enumerate(boards()):
            game = played(start, number, 30)
            line = game.position()
            again = quintet.Game.from_position(line)
            self.assertEqual((again.position(), again.to_move), (line, game.to_move))
            for other in (quintet.Game.from_sgf(game.to_sgf()), pickle.loads(pickle.dumps(game))):
                self.assertEqual(other, game)
            # A game that begins with a position that was set up.
            self.assertEqual(pickle.loads(pickle.dumps(again)), again)

    def test_the_program_reads_the_files(self):
        game = played(quintet.Game("cascade", 5), 1, 8)
        with Program() as program:
            text = game.to_sgf({"PB": "one", "PW": "two"})
            self.assertIn("PB[one]", text)
            self.assertEqual(quintet.Game.from_sgf(text.encode()), game)
            with tempfile.NamedTemporaryFile("w", suffix=".sgf") as file:
                file.write(text)
                file.flush()
                program.send(f"loadsgf {file.name}")
            self.assertEqual(program.send("quintet-position"), game.position())

    def test_a_file_of_go_by_another_rule_set(self):
        file = "(;GM[1]FF[4]SZ[5]KM[0.5]RU[Japanese];B[cc];W[bb];B[];W[])"
        game = quintet.Game.from_sgf(file)
        self.assertTrue(game.is_over)
        self.assertEqual(pickle.loads(pickle.dumps(game)).outcome, game.outcome)

    def test_pictures(self):
        for start in boards(sizes=()):
            picture = played(start, 1, 9).svg()
            self.assertTrue(picture.startswith("<svg") and picture.rstrip().endswith("</svg>"))
            self.assertEqual(picture, played(start, 1, 9)._repr_svg_())


if __name__ == "__main__":
    unittest.main()
