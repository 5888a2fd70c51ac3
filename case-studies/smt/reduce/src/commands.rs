//! Drops commands: assertions, levels, and the rest.

use crate::reducer::Reducer;
use smt_lang::{Command, Script};

/// Drops what can be dropped.
pub(crate) fn drop<C, E>(reducer: &mut Reducer<C>) -> Result<(), E>
where
    C: FnMut(&Script) -> Result<bool, E>,
{
    let without = |script: &Script, numbers: &[Vec<usize>]| {
        let gone = |n: &usize| numbers.iter().any(|group| group.contains(n));
        let kept = script.commands.iter().enumerate().filter(|(n, _)| !gone(n));
        Some(Script { commands: kept.map(|(_, command)| command.clone()).collect() })
    };
    reducer.in_groups(levels, without)?;
    let asserts = |command: &Command| matches!(command, Command::Assert(_));
    reducer.in_groups(|script| singles(script, asserts), without)?;
    let others = |command: &Command| {
        // Alone, neither `push` nor `pop` can go: see `levels`.
        let stays = matches!(command, Command::Assert(_) | Command::Push(_) | Command::Pop(_));
        !command.declares() && !stays
    };
    reducer.in_groups(|script| singles(script, others), without)?;
    Ok(())
}

fn singles(script: &Script, is: impl Fn(&Command) -> bool) -> Vec<Vec<usize>> {
    let numbers = script.commands.iter().enumerate().filter(|(_, command)| is(command));
    numbers.map(|(n, _)| vec![n]).collect()
}

/// Each `push` with the `pop` that ends its level, if there is one; and those of several levels
/// alone.
fn levels(script: &Script) -> Vec<Vec<usize>> {
    let mut open: Vec<usize> = Vec::new();
    let mut pairs = Vec::new();
    for (n, command) in script.commands.iter().enumerate() {
        match command {
            Command::Push(None | Some(1)) => open.push(n),
            Command::Pop(None | Some(1)) => match open.pop() {
                Some(push) => pairs.push(vec![push, n]),
                None => pairs.push(vec![n]),
            },
            Command::Push(_) | Command::Pop(_) => pairs.push(vec![n]),
            _ => {}
        }
    }
    pairs.extend(open.into_iter().map(|n| vec![n]));
    pairs.sort();
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_dropped_with_both_ends() {
        let text = b"(push 1)(push)(pop)(push 2)(pop 1)(pop 2)";
        let script = Script::read(text).unwrap();
        let expected: [&[usize]; 4] = [&[0, 4], &[1, 2], &[3], &[5]];
        assert_eq!(levels(&script), expected);
    }
}
