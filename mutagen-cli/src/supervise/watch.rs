//! Watches the processes of all workers, each worker in a thread of its own: one process after the
//! other, until the worker has done its share or the campaign ends.

use super::death::{Ended, GaveUp};
use super::memory::OomKills;
use super::orphans::Orphans;
use super::process::{Listener, WorkerProcess};
use super::supervisor::Supervisor;
use crate::error::CliError;
use crate::source::Source;
use mutagen_core::internal::run::protocol::Event;
use mutagen_core::internal::search::statistics::Statistics;
use rustix::process::Pid;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What the threads share.
#[derive(Clone, Copy)]
struct Threads<'t, 'c> {
    supervisor: &'t Mutex<Supervisor<'c>>,
    /// How many workers have started. All run their first tests at the same time, because they
    /// divide these.
    started: &'t AtomicUsize,
    /// Whether the campaign is over for all workers.
    is_over: &'t AtomicBool,
    orphans: &'t Orphans,
    kills: &'t OomKills,
}

impl<'t, 'c> Threads<'t, 'c> {
    /// The supervisor, which deals with this worker.
    fn of(&self, worker: usize) -> MutexGuard<'t, Supervisor<'c>> {
        let mut supervisor = self.supervisor.lock().unwrap_or_else(PoisonError::into_inner);
        supervisor.turn_to(worker);
        supervisor
    }

    fn end_all(&self) {
        self.is_over.store(true, Ordering::Release);
    }
}

/// Tells the supervisor what one worker does.
struct OfWorker<'t, 'c> {
    threads: Threads<'t, 'c>,
    worker: usize,
    /// The number of workers.
    workers: usize,
    /// Whether this one has started, or has ended before.
    has_started: bool,
    /// Whether it ends by itself, because of what it has told.
    ends: bool,
}

impl OfWorker<'_, '_> {
    fn starts(&mut self) {
        if !std::mem::replace(&mut self.has_started, true) {
            self.threads.started.fetch_add(1, Ordering::AcqRel);
        }
    }
}

impl Listener for OfWorker<'_, '_> {
    fn event(&mut self, event: Event) {
        let has_started = matches!(event, Event::Started { .. });
        if has_started {
            self.starts();
        }
        let is_failure = matches!(event, Event::Failure { .. });
        let is_unfit = matches!(event, Event::CannotRun { .. });
        let mut supervisor = self.threads.of(self.worker);
        if has_started && self.may_begin() {
            let elapsed = supervisor.limits.start.elapsed();
            supervisor.summary.begun.get_or_insert(elapsed);
        }
        supervisor.event(event);
        if is_unfit || is_failure && !supervisor.campaign.keep_going {
            self.ends = true;
            self.threads.end_all();
        }
    }

    fn progress(&mut self, statistics: &Statistics, memory: Option<u64>) {
        self.threads.of(self.worker).progress(statistics, memory);
    }

    fn may_begin(&self) -> bool {
        self.threads.started.load(Ordering::Acquire) >= self.workers
    }

    fn is_over(&self) -> bool {
        !self.ends && self.threads.is_over.load(Ordering::Acquire)
    }
}

/// Starts a process for each worker.
///
/// # Errors
/// When one cannot be started.
pub(super) fn start(supervisor: &mut Supervisor<'_>) -> Result<Vec<WorkerProcess>, CliError> {
    (0..supervisor.campaign.workers.max(1) as usize)
        .map(|worker| {
            supervisor.turn_to(worker);
            start_process(supervisor, false)
        })
        .collect()
}

fn start_process(supervisor: &mut Supervisor<'_>, resume: bool) -> Result<WorkerProcess, CliError> {
    let task = supervisor.task(resume);
    let worker = WorkerProcess::start(supervisor.campaign, &task, supervisor.mark.as_ref())?;
    supervisor.processes.push(worker.process());
    Ok(worker)
}

/// Watches all workers until the campaign is over.
pub(super) fn all(
    supervisor: &Mutex<Supervisor<'_>>,
    processes: Vec<WorkerProcess>,
    orphans: &Orphans,
    kills: &OomKills,
) {
    let (started, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
    let threads = Threads { supervisor, started: &started, is_over: &is_over, orphans, kills };
    let number = processes.len();
    let watch = |(worker, process): (usize, WorkerProcess)| {
        let listener =
            OfWorker { threads, worker, workers: number, has_started: false, ends: false };
        let watched = watch(listener, process);
        if !matches!(watched, Ok(Watched::Done)) {
            threads.end_all();
        }
        if let Err(error) = watched {
            let mut supervisor = threads.of(worker);
            supervisor.summary.error.get_or_insert(error.to_string());
        }
    };
    let mut workers = processes.into_iter().enumerate();
    let first = workers.next();
    std::thread::scope(|scope| {
        for other in workers {
            scope.spawn(move || watch(other));
        }
        first.into_iter().for_each(watch);
    });
}

/// Why a worker is not watched any more.
enum Watched {
    /// It has done its share; the others go on with theirs.
    Done,
    /// The campaign is over.
    Ended,
}

fn watch<'c>(
    mut listener: OfWorker<'_, 'c>,
    mut worker: WorkerProcess,
) -> Result<Watched, CliError> {
    let (threads, at) = (listener.threads, listener.worker);
    let (mut limits, interrupt) = {
        let supervisor = threads.of(at);
        (supervisor.limits.clone(), supervisor.interrupt)
    };
    loop {
        let process = worker.process();
        if let Some(guard) = &mut threads.of(at).guard {
            guard.watch(process);
        }
        let ended = worker.watch(&mut limits, interrupt, &mut listener);
        // The others do not wait for a worker that has died before.
        listener.starts();
        let mut supervisor = threads.of(at);
        let supervisor: &mut Supervisor<'c> = &mut supervisor;
        supervisor.limits = limits.clone();
        if let Some(guard) = &mut supervisor.guard {
            guard.forget(process);
        }
        let lane = supervisor.lane_mut();
        lane.take_figures(worker.page());
        lane.thread_panics.take(worker.page());
        supervisor.sum_up();
        let ended = ended?;
        if let Some(remark) = worker.unreadable() {
            supervisor.findings.note(remark);
        }
        let death = match ended {
            Ended::Stopped(running) => match supervisor.take_stop(&mut worker, running)? {
                Some(death) => death,
                None => continue,
            },
            Ended::Finished => return Ok(Watched::Done),
            Ended::Interrupted(running) => {
                if let Some((test, address)) = running {
                    let source = Source { worker: supervisor.number(), address };
                    supervisor.findings.note(format!(
                        "test {test} was still running when the campaign was ended (address: \
                         {source})"
                    ));
                }
                return Ok(Watched::Ended);
            }
            Ended::Died(_) if supervisor.lane().finished => return Ok(Watched::Done),
            Ended::Died(_) if supervisor.unfit.is_some() => return Ok(Watched::Ended),
            Ended::Died(death) => death,
        };
        supervisor.lane_mut().deaths += 1;
        supervisor.sum_up();
        match death.gave_up() {
            Some(GaveUp::SocketLost) => {
                supervisor.lose_socket(&death, &worker);
                supervisor.sum_up();
                return Ok(Watched::Ended);
            }
            Some(GaveUp::Error(why)) => return Err(CliError::Worker(why)),
            None => {}
        }
        supervisor.status.clear();
        let deadly = supervisor.take_death(&death, threads.kills)?;
        let is_of_no_test = deadly.is_none() && !death.is_by_kill();
        let unfinished = deadly.and_then(|deadly| deadly.unfinished());
        let is_over = supervisor.is_over(&death) || listener.is_over();
        let lane = supervisor.lane_mut();
        if is_over {
            lane.count_unfinished(unfinished);
            supervisor.sum_up();
            return Ok(Watched::Ended);
        }
        lane.deadly.extend(deadly);
        lane.skip.extend(unfinished);
        let guards = supervisor.guard.iter().map(|guard| guard.pid());
        let keep: Vec<Pid> = guards.chain(supervisor.processes.iter().copied()).collect();
        threads.orphans.reap_dead(&keep);
        supervisor.processes.retain(|known| *known != process);
        // What earlier tests have left may end the spare as well, again and again before it comes
        // to a new test. Another process goes on from where the journal ends.
        let lane = supervisor.lane_mut();
        let goes_back = is_of_no_test && lane.deaths_in_a_row() > 1;
        if !goes_back && worker.take_over(&lane.deadly) {
            supervisor.processes.push(worker.process());
            continue;
        }
        lane.count_unfinished(unfinished);
        lane.begin_process();
        supervisor.sum_up();
        drop(worker);
        worker = start_process(supervisor, true)?;
    }
}
