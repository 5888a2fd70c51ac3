//! A session with a message broker, driven by commands. Topics are classified once and then looked
//! up in a table that outlives the session. The bug: an acknowledgement in a session with a shared
//! subscription is not checked against the messages that wait for one, and their number underflows.

use mutagen_core::Outcome;
use std::cell::RefCell;
use std::collections::HashMap;

/// A command of the client.
#[derive(Debug, Clone, PartialEq, Eq, mutagen_core::Mutate)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
#[cfg_attr(feature = "bolero", derive(bolero_generator::TypeGenerator))]
#[cfg_attr(feature = "proptest", derive(proptest_derive::Arbitrary))]
pub enum Command {
    /// Begins the session.
    Connect {
        /// The version of the protocol.
        version: u16,
        /// The name of the client.
        client: String,
    },
    /// Asks for the messages of a topic.
    Subscribe {
        /// The topic.
        topic: String,
        /// How often a message is delivered: at most once, at least once, exactly once.
        quality: u8,
    },
    /// Sends a message.
    Publish {
        /// The topic.
        topic: String,
        /// The message.
        payload: Vec<u8>,
        /// Whether new subscribers get it, too.
        retain: bool,
    },
    /// Confirms the oldest message that waits for it.
    Acknowledge {
        /// The number of the message.
        packet: u16,
    },
    /// Ends the session.
    Disconnect,
}

/// Who reads a topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Route {
    Everyone,
    OneOfGroup,
    Administrator,
    Nobody,
}

/// The most topics in the table.
const MAX_TOPICS: usize = 10_000;

thread_local! {
    static ROUTES: RefCell<HashMap<String, Route>> = RefCell::new(HashMap::new());
}

/// The route of a topic.
fn route_of(topic: &str) -> Route {
    ROUTES.with_borrow_mut(|routes| {
        if let Some(route) = routes.get(topic) {
            return *route;
        }
        if routes.len() >= MAX_TOPICS {
            routes.clear();
        }
        let route = classify(topic);
        routes.insert(topic.to_owned(), route);
        route
    })
}

fn classify(topic: &str) -> Route {
    let mut levels = topic.split('/');
    match levels.next() {
        Some("$SYS") => Route::Administrator,
        // A group and at least one level of the topic follow.
        Some("$share") => match (levels.next(), levels.next()) {
            (Some(group), Some(_)) if !group.is_empty() => Route::OneOfGroup,
            _ => Route::Nobody,
        },
        None | Some("") => Route::Nobody,
        Some(_) => Route::Everyone,
    }
}

/// A session.
#[derive(Debug, Default)]
pub struct Session {
    version: Option<u16>,
    subscriptions: Vec<(String, u8)>,
    shared: bool,
    waiting: u16,
    oldest: u16,
}

/// A command was refused, which ends the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refused;

impl Session {
    /// Serves a command.
    ///
    /// # Errors
    /// When the command is not allowed in this state.
    pub fn serve(&mut self, command: &Command) -> Result<(), Refused> {
        let Some(version) = self.version else { return self.connect(command) };
        match command {
            Command::Connect { .. } => return Err(Refused),
            Command::Subscribe { topic, quality } => {
                if *quality > 2 {
                    return Err(Refused);
                }
                match route_of(topic) {
                    Route::Everyone => self.subscriptions.push((topic.clone(), *quality)),
                    Route::OneOfGroup if version == 0x0500 => {
                        self.subscriptions.push((topic.clone(), *quality));
                        self.shared |= *quality == 2;
                    }
                    Route::OneOfGroup | Route::Administrator | Route::Nobody => {
                        return Err(Refused);
                    }
                }
            }
            Command::Publish { topic, payload, retain } => {
                if route_of(topic) != Route::Everyone || (*retain && payload.is_empty()) {
                    return Err(Refused);
                }
                if self.subscriptions.iter().any(|(own, quality)| own == topic && *quality > 0) {
                    self.waiting += 1;
                }
            }
            Command::Acknowledge { packet } => {
                if *packet != self.oldest || (self.waiting == 0 && !self.shared) {
                    return Err(Refused);
                }
                self.waiting -= 1;
                self.oldest = self.oldest.wrapping_add(1);
            }
            Command::Disconnect => self.version = None,
        }
        Ok(())
    }

    /// The first command.
    fn connect(&mut self, command: &Command) -> Result<(), Refused> {
        match command {
            Command::Connect { version: version @ (0x0304 | 0x0500), client } => {
                if client.is_empty() && *version == 0x0304 {
                    return Err(Refused);
                }
                *self = Session { version: Some(*version), oldest: 1, ..Session::default() };
                Ok(())
            }
            _ => Err(Refused),
        }
    }
}

/// Commands are served, to the first that is refused, without a panic.
pub fn property(commands: &[Command]) -> Outcome {
    let mut session = Session::default();
    for command in commands {
        if session.serve(command).is_err() {
            break;
        }
    }
    Outcome::Passed
}
