"""The games and the bot in OpenSpiel."""

import pickle
import unittest

import numpy as np
import pyspiel
import quintet
import quintet.open_spiel
from open_spiel.python.algorithms.get_all_states import get_all_states
from open_spiel.python.bots import uniform_random
from open_spiel.python.observation import make_observation

NAMES = quintet.open_spiel.register()


class OpenSpiel(unittest.TestCase):
    def test_all_games_are_registered_once(self):
        self.assertEqual(NAMES, [f"quintet_{id}" for id in quintet.GAMES])
        self.assertEqual(quintet.open_spiel.register(), NAMES)
        self.assertLessEqual(set(NAMES), set(pyspiel.registered_names()))

    def test_the_tests_of_open_spiel(self):
        for name in NAMES:
            for parameters in ({}, {"size": 5}):
                game = pyspiel.load_game(name, parameters)
                pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)

    def test_parameters(self):
        game = pyspiel.load_game("quintet_stoical(size=5,height=3,komi=0.5,ko=simple,max_length=7)")
        self.assertEqual(game.start, quintet.Game("stoical", (5, 3), rules={"ko": "simple"}, komi=0.5))
        self.assertEqual((game.max_game_length(), game.num_distinct_actions()), (7, 17))
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[0])
        self.assertEqual((state.move_number(), state.returns()), (7, [0, 0]))
        with self.assertRaisesRegex(ValueError, "unacceptable size 4: bracket takes odd sizes"):
            pyspiel.load_game("quintet_bracket(size=4)")
        with self.assertRaisesRegex(ValueError, "fill takes down, both"):
            pyspiel.load_game("quintet_cascade(fill=up)")

    def test_player_0_begins_and_the_winner_gets_1(self):
        for name in NAMES:
            state = pyspiel.load_game(name, {"size": 3}).new_initial_state()
            self.assertEqual(state.current_player(), 0)
            first = state.game.to_move
            while not state.is_terminal():
                state.apply_action(state.legal_actions()[-1])
            winner = state.game.outcome.winner
            self.assertEqual(state.returns()[0], 0 if winner is None else 1 if winner == first else -1)
            self.assertEqual(sum(state.returns()), 0)

    def test_the_number_of_states_of_a_small_board(self):
        # Each point of the hexagon of side 1 or the rhombus of side 2 is empty or filled in turn: 1 + 4 + 12 + 12 + 6.
        game = pyspiel.load_game("quintet_bracket(size=2,shape=rhombus)")
        states = get_all_states(game, to_string=str)
        self.assertEqual(len(states), 1 + 4 + 12 + 12 + 6)

    def test_observations_are_the_planes(self):
        for name in NAMES:
            game = pyspiel.load_game(name, {"size": 5})
            state = game.new_initial_state()
            state.apply_action(state.legal_actions()[3])
            observation = make_observation(game)
            observation.set_from(state, 0)
            planes = state.game.planes()
            self.assertEqual(game.observation_tensor_shape(), list(planes.shape))
            np.testing.assert_array_equal(observation.dict["observation"], planes)
            np.testing.assert_array_equal(observation.tensor, state.observation_tensor())
            self.assertEqual(observation.string_from(state, 0), state.game.position())

    def test_pickles_and_clones(self):
        for name in NAMES:
            game = pyspiel.load_game(name, {"size": 5})
            state = game.new_initial_state()
            state.apply_action(state.legal_actions()[0])
            for other in (state.clone(), pickle.loads(pickle.dumps(state))):
                self.assertEqual((str(other), other.history()), (str(state), state.history()))
                other.apply_action(other.legal_actions()[0])
                self.assertEqual(len(state.history()), 1)
            self.assertEqual(str(pickle.loads(pickle.dumps(game))), str(game))

    def test_the_bot_plays_the_moves_of_the_engine(self):
        state = pyspiel.load_game("quintet_cascade(size=5)").new_initial_state()
        bot = quintet.open_spiel.Bot(0, visits=100, seed=5)
        expected = quintet.Engine(seed=5).search(quintet.Game("cascade", 5), visits=100)
        self.assertEqual((bot.step(state), bot.player_id()), (expected.action, 0))
        policy, action = bot.step_with_policy(state)
        self.assertEqual([move for move, _ in policy], state.legal_actions())
        self.assertAlmostEqual(sum(share for _, share in policy), 1)
        self.assertEqual(action, expected.action)

    def test_the_bot_wins_against_open_spiels(self):
        game = pyspiel.load_game("quintet_cascade(size=5)")
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        opponents = [
            uniform_random.UniformRandomBot(1, np.random.RandomState(1)),
            pyspiel.MCTSBot(game, evaluator, 2, 10, 10, True, 1, False),
        ]
        for opponent in opponents:
            bot = quintet.open_spiel.Bot(0, visits=400, seed=1)
            self.assertEqual(pyspiel.evaluate_bots(game.new_initial_state(), [bot, opponent], 1), [1, -1])


if __name__ == "__main__":
    unittest.main()
