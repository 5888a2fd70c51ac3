//! Panics of threads that the property has started. They end neither a test nor the worker, so that
//! the report has a note about them.

use mutagen_core::internal::run::protocol::Page;

/// The panics of threads in a campaign so far.
#[derive(Debug, Default)]
pub(super) struct ThreadPanics {
    /// Those of pages that are not used any more.
    before: u64,
    /// Those of the present page.
    now: u64,
    /// The message of the first one.
    first: Option<String>,
}

impl ThreadPanics {
    /// Takes what the page of the present worker tells.
    pub(super) fn take(&mut self, page: &Page) {
        if let Some((count, first)) = page.thread_panics() {
            self.now = count;
            self.first.get_or_insert(first);
        }
    }

    /// The next worker has a page of its own.
    pub(super) fn begin_page(&mut self) {
        self.before += std::mem::take(&mut self.now);
    }

    /// The note for the report, if a thread panicked.
    pub(super) fn note(&self) -> Option<String> {
        let first = self.first.as_ref()?;
        Some(match self.before + self.now {
            0 | 1 => format!("a thread that the property has started {first}"),
            count => format!(
                "threads that the property has started panicked {count} times; the first one \
                 {first}"
            ),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_of_all_pages_are_counted_and_the_first_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let page = |name: &str| Page::create(&folder.path().join(name)).unwrap();
        let (one, two) = (page("one"), page("two"));
        let mut panics = ThreadPanics::default();
        panics.take(&one);
        assert_eq!(panics.note(), None);
        one.thread_panicked("panicked at a.rs:1:2: first");
        panics.take(&one);
        let note = "a thread that the property has started panicked at a.rs:1:2: first";
        assert_eq!(panics.note().as_deref(), Some(note));
        panics.begin_page();
        two.thread_panicked("panicked at a.rs:1:2: second");
        two.thread_panicked("panicked at a.rs:1:2: third");
        panics.take(&two);
        panics.take(&two);
        let note = panics.note().unwrap();
        assert!(note.contains("panicked 3 times; the first one panicked at a.rs:1:2: first"));
    }
}
