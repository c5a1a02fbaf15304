//! What the program is doing, for those who want to know: phases and calls of solvers with the time that they took.
//!
//! Lower layers say what they do by spans of `tracing` and know neither clocks nor streams; here is the one
//! subscriber. Each span that ends is a line on standard error. Without `-v`, `-vv` and `FRETSAW_LOG` there is no
//! subscriber at all.

use std::fmt;
use std::time::Instant;

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id};
use tracing::{Level, Subscriber};
use tracing_subscriber::Registry;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::registry::{LookupSpan, SpanRef};

use super::arguments::Common;
use super::terminal;

/// The variable of the environment that asks for lines: `debug`, or `fretsaw::solver=debug` for one room.
const VARIABLE: &str = "FRETSAW_LOG";

/// Begins to tell, if that is asked for.
pub(super) fn start(common: &Common) {
    let Some(wanted) = wanted(common) else { return };
    let layer = Lines.with_filter(wanted);
    // It is set once, at the start of the program; where it is already, somebody else listens.
    let _ = tracing::subscriber::set_global_default(Registry::default().with(layer));
}

/// Whether lines are asked for, which leave no room for a line of progress.
pub(super) fn is_wanted(common: &Common) -> bool {
    wanted(common).is_some()
}

/// What is asked for. The command line says so plainly, and the environment stands behind it.
fn wanted(common: &Common) -> Option<Targets> {
    match common.verbose {
        _ if common.quiet => None,
        0 => std::env::var(VARIABLE).ok()?.parse().ok(),
        1 => Some(own(Level::INFO)),
        _ => Some(own(Level::DEBUG)),
    }
}

/// Everything of this program up to a level.
fn own(level: Level) -> Targets {
    Targets::new().with_target(env!("CARGO_CRATE_NAME"), level)
}

/// Writes a line for each span that ends.
struct Lines;

/// What is known of a span while it lasts.
struct Lasting {
    since: Instant,
    /// Its name, and what it is about.
    words: String,
}

impl<S: Subscriber + for<'s> LookupSpan<'s>> Layer<S> for Lines {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        let mut words = Words(attributes.metadata().name().to_owned());
        attributes.record(&mut words);
        span.extensions_mut().insert(Lasting {
            since: Instant::now(),
            words: words.0,
        });
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        let Some(span) = context.span(&id) else {
            return;
        };
        let took = span
            .extensions()
            .get::<Lasting>()
            .map(|it| it.since.elapsed());
        let Some(took) = took else { return };
        let around = span.scope().from_root().filter_map(|it| words_of(&it));
        let path: Vec<String> = around.collect();
        let milliseconds = took.as_secs_f64() * 1e3;
        terminal::log_line(&format!("{milliseconds:>10.3} ms  {}", path.join(" > ")));
    }
}

fn words_of<'s, S: LookupSpan<'s>>(span: &SpanRef<'s, S>) -> Option<String> {
    let extensions = span.extensions();
    extensions.get::<Lasting>().map(|it| it.words.clone())
}

/// The name of a span with the values of its fields: `check negativeBalance at Bank.tebl:12`.
struct Words(String);

impl Words {
    fn add(&mut self, field: &Field, value: &str) {
        // A name needs no word before it.
        if field.name() != "name" {
            self.0.push(' ');
            self.0.push_str(field.name());
        }
        self.0.push(' ');
        self.0.push_str(value);
    }
}

impl Visit for Words {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.add(field, &format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.add(field, value);
    }
}
