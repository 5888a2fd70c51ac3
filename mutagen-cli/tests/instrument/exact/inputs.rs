// The inputs for comparing counters with a callback, the same for every file that includes this
// one.

/// Some inputs have loops that run 256 times or a multiple of that. The others are random.
fn inputs() -> Vec<Vec<u8>> {
    let mut inputs = vec![vec![], vec![0, 1], vec![1, 2, 7], vec![255, 0, 70], vec![1, 1, 20, 45]];
    let mut state = 1u64;
    let mut byte = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005);
        state = state.wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    for length in 0..60 {
        inputs.push((0..2 + length).map(|_| byte()).collect());
    }
    inputs
}
