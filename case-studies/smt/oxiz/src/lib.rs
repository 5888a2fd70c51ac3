//! stub
use mutagen_core::{property, Outcome};
#[property]
fn prop_stub(x: u8) -> Outcome {
    let mut c = oxiz_solver::Context::new();
    c.set_max_conflicts(100);
    let r = c.execute_script(&format!("(declare-const x Int)(assert (= x {x}))(check-sat)"));
    if r.is_ok_and(|v| v == ["sat"]) { Outcome::Passed } else { Outcome::failed("no") }
}
