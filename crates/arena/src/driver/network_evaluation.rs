//! The evaluation of a position by an engine's network, without a search, as KataGo's command
//! `kata-raw-nn` prints it.

/// A network's evaluation of a position, without a search.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkEvaluation {
    /// White's expected result, from 0 to 1.
    pub white_wins: f32,
    /// The probability that the side to move plays on each point, row by row from the top of the
    /// board; 0 for illegal moves.
    pub policy: Vec<f32>,
    /// The probability that it passes.
    pub pass: f32,
    /// The expected owner of each point in the same order: from −1 (Black) to 1 (White).
    pub owners: Vec<f32>,
}

impl NetworkEvaluation {
    /// Reads an answer for a board of this number of points: the first evaluation of several.
    /// `None` if a part is missing or has other numbers than it should.
    pub fn of_answer(answer: &str, points: usize) -> Option<NetworkEvaluation> {
        let is_next = |&(i, word): &(usize, &str)| i > 0 && word == "symmetry";
        let words = answer.split_whitespace().enumerate().take_while(|it| !is_next(it));
        let words: Vec<&str> = words.map(|(_, word)| word).collect();
        let numbers = |key: &str, count: usize| -> Option<Vec<f32>> {
            let from = 1 + words.iter().position(|word| *word == key)?;
            words.get(from..from + count)?.iter().map(|word| word.parse().ok()).collect()
        };
        let one = |key: &str| Some(numbers(key, 1)?[0]);
        let is_share = |share: &f32| (0.0..=1.0).contains(share);
        // Illegal moves are not numbers.
        let policy = numbers("policy", points)?.into_iter().map(|p| if p.is_nan() { 0.0 } else { p }).collect();
        let owners = numbers("whiteOwnership", points)?;
        let white_wins = one("whiteWin")? + 0.5 * one("noResult")?;
        let found = NetworkEvaluation { white_wins, policy, pass: one("policyPass")?, owners };
        let fits = [found.white_wins, found.pass].iter().chain(&found.policy).all(is_share)
            && found.owners.iter().all(|owner| (-1.0..=1.0).contains(owner));
        fits.then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: &str = "symmetry 0\nwhiteWin 0.25\nwhiteLoss 0.65\nnoResult 0.1\nwhiteLead -1.5\npolicy\n\
        0.5 NAN \n0.25 0.125 \npolicyPass 0.125\nwhiteOwnership\n-1.0 0.5 \n0.0 1.0 \n\nsymmetry 1\nwhiteWin 0.5";

    #[test]
    fn the_first_evaluation_of_an_answer_is_read() {
        let found = NetworkEvaluation::of_answer(ANSWER, 4).unwrap();
        assert!((found.white_wins - 0.3).abs() < 1e-6);
        assert_eq!((found.policy, found.pass), (vec![0.5, 0.0, 0.25, 0.125], 0.125));
        assert_eq!(found.owners, [-1.0, 0.5, 0.0, 1.0]);
    }

    #[test]
    fn incomplete_and_wrong_answers_are_refused() {
        let changed = |from: &str, to: &str| NetworkEvaluation::of_answer(&ANSWER.replacen(from, to, 1), 4);
        assert!(changed("", "").is_some());
        for (from, to) in [
            ("whiteWin 0.25", ""),
            ("whiteWin 0.25", "whiteWin x"),
            ("whiteWin 0.25", "whiteWin 1.25"),
            ("0.125 \npolicyPass", "policyPass"),
            ("policyPass 0.125", "policyPass NAN"),
            ("-1.0", "-1.5"),
        ] {
            assert_eq!(changed(from, to), None, "{to}");
        }
        assert_eq!(NetworkEvaluation::of_answer(ANSWER, 9), None, "another board");
        assert_eq!(NetworkEvaluation::of_answer("", 4), None);
    }
}
