mod enumerate;
use etna_stlc::*;
use mutagen_core::Outcome;
#[test]
fn find() {
    let mut e = enumerate::Enumeration::default();
    let mut open: Vec<Task> = TASKS.to_vec();
    for size in 1..=13 {
        let all = e.closed(size);
        println!("size {size}: {}", all.len());
        let t = std::time::Instant::now();
        mutant::select(None);
        for (term, ty) in &*all {
            assert_eq!(typing::type_of(term).as_ref(), Some(ty));
            for p in property::PROPERTIES {
                assert_eq!((p.check)(term), Outcome::Passed, "{term:?}");
            }
        }
        println!("base {:?}", t.elapsed());
        open.retain(|task| {
            mutant::select(Some(task.mutant));
            let p = property::named(task.property).unwrap();
            let found = all.iter().find(|(t, _)| matches!((p.check)(t), Outcome::Failed(_)));
            if let Some((t, _)) = found {
                println!(
                    "{} {} {size}: {}",
                    task.mutant,
                    task.property,
                    mutagen_core::text::print(t)
                );
            }
            found.is_none()
        });
        if open.is_empty() {
            break;
        }
    }
    println!("open {open:?}");
}
