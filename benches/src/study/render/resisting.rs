//! The part of a report about tasks that resist the first strategy: the share of their trials
//! without a counterexample, over time.

use crate::study::Error;
use crate::study::analyse::data::Data;
use crate::study::analyse::resisting::{Resisting, SOON, tasks};
use crate::study::analyse::stats::survival::Survival;
use crate::study::render::plots::LINES;
use crate::study::rows::setup::StrategySetup;
use plotters::prelude::*;
use std::fmt::Write;

/// The picture's name.
const FILE: &str = "survival.svg";

/// The most tasks that are drawn: one of each colour.
const MOST: usize = LINES.len();

/// The time at which the curves begin, in seconds.
const BEGIN: f64 = 0.01;

const SIZE: (u32, u32) = (960, 400);
const NAMES: u32 = 350;
const LINE: i32 = 20;

/// The picture; none if no task resists.
pub fn files(data: &Data<'_>) -> Result<Vec<(&'static str, String)>, Error> {
    match tasks(data) {
        Some((first, tasks)) => Ok(vec![(FILE, draw(first, &tasks[..tasks.len().min(MOST)])?)]),
        None => Ok(Vec::new()),
    }
}

/// Shows the picture, if there is one.
pub fn write(text: &mut String, data: &Data<'_>) {
    let Some((first, tasks)) = tasks(data) else { return };
    let shown = match tasks.len() {
        ..=MOST => "all tasks".to_owned(),
        all => format!("{MOST} of the {all} tasks"),
    };
    let which = match tasks.len() {
        ..=MOST => "",
        _ => ": those missed most often, then the slowest",
    };
    let _ = writeln!(
        text,
        "## Tasks that took `{}` longest\n\nShare of trials without a counterexample, over time \
         (Kaplan–Meier). Shown are {shown} with a trial that took more than {SOON} s or found \
         nothing{which}.\n\n![Trials without a counterexample against time]({FILE})\n",
        first.name,
    );
}

fn draw(first: &StrategySetup, tasks: &[Resisting<'_>]) -> Result<String, Error> {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let (left, names) = root.split_horizontally(SIZE.0 - NAMES);
        let mut chart = ChartBuilder::on(&left)
            .margin(8)
            .x_label_area_size(34)
            .y_label_area_size(44)
            .build_cartesian_2d((BEGIN..first.limit).log_scale(), 0.0..1.0)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .x_desc("CPU seconds")
            .y_desc("trials without a counterexample")
            .x_label_formatter(&|x| format!("{x}"))
            .y_label_formatter(&|y| format!("{y:.1}"))
            .label_style(("sans-serif", 11))
            .draw()?;
        for (at, (task, colour)) in tasks.iter().zip(LINES).enumerate() {
            let style = colour.stroke_width(2);
            chart.draw_series(LineSeries::new(curve(&task.survival, first.limit), style))?;
            let top = 20 + at as i32 * LINE;
            names.draw(&PathElement::new(vec![(4, top), (24, top)], style))?;
            let name = format!("{}, {} of {}", task.task, task.found, task.trials);
            names.draw(&Text::new(name, (30, top - 6), ("sans-serif", 11)))?;
        }
        root.present()?;
    }
    Ok(svg)
}

/// The corners of a falling staircase.
fn curve(survival: &Survival, limit: f64) -> Vec<(f64, f64)> {
    let mut points = vec![(BEGIN, 1.0)];
    let mut left = 1.0;
    for &(time, less) in &survival.steps {
        let time = time.max(BEGIN);
        points.extend([(time, left), (time, less)]);
        left = less;
    }
    points.push((limit, left));
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::render::markdown::tests::text_of;
    use crate::study::rows::row::Rows;
    use crate::study::rows::row::tests::row;
    use crate::study::rows::setup::Setup;
    use crate::study::rows::setup::tests::{setup, strategy};

    fn made_up(times: &[(&str, [Option<f64>; 4])]) -> (Setup, Rows) {
        let tasks: Vec<&str> = times.iter().map(|(task, _)| *task).collect();
        let setup = setup(vec![strategy("a", 4, false), strategy("b", 4, false)], &tasks);
        let mut rows = Rows::default();
        for (task, times) in times {
            for (trial, &time) in times.iter().enumerate() {
                rows.insert(row("a", task, trial as u64, time));
                rows.insert(row("b", task, trial as u64, None));
            }
        }
        (setup, rows)
    }

    #[test]
    fn tasks_missed_most_often_come_first_then_the_slowest_and_soon_solved_ones_not_at_all() {
        let (setup, rows) = made_up(&[
            ("W/soon/P", [Some(1.0), Some(9.0), Some(0.1), Some(2.0)]),
            ("W/slow/P", [Some(1.0), Some(11.0), Some(0.1), Some(2.0)]),
            ("W/slower/P", [Some(1.0), Some(12.0), Some(0.1), Some(2.0)]),
            ("W/missed/P", [Some(1.0), None, Some(0.1), Some(2.0)]),
            ("W/never/P", [None; 4]),
        ]);
        let data = Data { setup: &setup, rows: &rows };
        let (first, tasks) = tasks(&data).unwrap();
        let names: Vec<&str> = tasks.iter().map(|task| task.task).collect();
        assert_eq!(names, ["W/never/P", "W/missed/P", "W/slower/P", "W/slow/P"]);
        assert_eq!(first.name, "a", "other strategies do not count");
        let corners = [(0.01, 1.0), (0.1, 1.0), (0.1, 0.75), (1.0, 0.75), (1.0, 0.5), (2.0, 0.5)];
        let curve = curve(&tasks[1].survival, 60.0);
        assert_eq!(curve, [&corners[..], &[(2.0, 0.25), (60.0, 0.25)]].concat());
        let text = text_of(write, &setup, &rows);
        assert!(text.contains("Shown are all tasks with") && text.contains(FILE), "{text}");
        let files = files(&data).unwrap();
        assert!(files[0].1.contains("W/missed/P, 3 of 4"), "{}", files[0].1);
    }

    #[test]
    fn of_many_tasks_those_that_come_first_are_drawn() {
        let names: Vec<String> = (0..MOST + 1).map(|at| format!("W/m{at}/P")).collect();
        let of = |at: usize| [Some(1.0), Some(11.0 + at as f64), Some(2.0), Some(3.0)];
        let times: Vec<_> = names.iter().enumerate().map(|(at, name)| (&**name, of(at))).collect();
        let (setup, rows) = made_up(&times);
        let data = Data { setup: &setup, rows: &rows };
        let text = text_of(write, &setup, &rows);
        assert!(text.contains(&format!("{MOST} of the {} tasks", MOST + 1)), "{text}");
        let svg = &files(&data).unwrap()[0].1;
        let drawn: Vec<&String> = names.iter().filter(|name| svg.contains(&***name)).collect();
        assert_eq!(drawn, names[1..].iter().collect::<Vec<_>>());
    }

    #[test]
    fn a_study_in_which_nothing_resists_has_no_picture() {
        let (setup, rows) = made_up(&[("W/soon/P", [Some(1.0), Some(9.0), None, None])]);
        let mut rows = rows;
        rows.insert(row("a", "W/soon/P", 2, Some(1.0)));
        rows.insert(row("a", "W/soon/P", 3, Some(1.0)));
        let data = Data { setup: &setup, rows: &rows };
        let text = text_of(write, &setup, &rows);
        assert_eq!((text.as_str(), files(&data).unwrap().len()), ("", 0));
    }
}
