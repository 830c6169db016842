use super::*;

#[test]
fn invalid_diagrams_are_refused() {
    let setup = Setup::new(&INFO).with_size(5).unwrap();
    let refused = |stones: &str, state: &[(&str, &str)]| {
        let stones = stones.chars().map(Stone::from_letter).collect();
        let state = state.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
        Alaric::<Ring>::from_diagram(&setup, &Diagram { stones, to_move: Seat::Black, state }).unwrap_err()
    };
    assert_eq!(refused("x...", &[]), DiagramError::Size(5, 4));
    assert_eq!(refused("x..r.", &[]), DiagramError::Stone("red", "D1".into()));
    for (name, value) in [("barred", "A1"), ("barred-b", ""), ("barred-b", "A2"), ("barred-w", "C1"), ("ban", "1")] {
        assert_eq!(refused("..x..", &[(name, value)]), DiagramError::State(name.into(), value.into()));
    }
}
