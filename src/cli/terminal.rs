//! The standard streams: colours, width, and readers that go away.
//!
//! Whatever is written passes through here, and is harmless to a terminal afterwards.

use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};

use std::time::{Duration, Instant};

use anstream::{AutoStream, ColorChoice};
use serde::Serialize;

use super::arguments::{Color, Common, Format};
use super::log;
use crate::diagnostics::{Diagnostic, Sources};
use crate::report::diagnostics_text::{self, Drawing};
use crate::report::harmless::{self, harmless, harmless_styled};

/// The width of text that does not go to a terminal.
const WIDTH_WITHOUT_TERMINAL: usize = 100;

/// Where a verb writes: results to one stream, what there is to say about them to the other.
pub(crate) struct Terminal {
    results: BufWriter<UntilClosed<io::Stdout>>,
    messages: BufWriter<UntilClosed<AutoStream<io::Stderr>>>,
    drawing: Drawing,
    interactive: bool,
    format: Format,
    quiet: bool,
    verbose: bool,
    progress: ProgressLine,
}

/// A line on a terminal that is written again and again.
struct ProgressLine {
    /// Whether there is anybody to see it.
    wanted: bool,
    /// Before this it is not worth it.
    begin: Instant,
    /// Whether there is a line to be wiped out.
    is_shown: bool,
}

/// What takes less time than this needs no progress.
const SOON: Duration = Duration::from_millis(300);

impl Terminal {
    pub(super) fn new(common: &Common) -> Terminal {
        set_color(common.color);
        Terminal {
            results: BufWriter::new(UntilClosed::new(io::stdout())),
            messages: BufWriter::new(UntilClosed::new(AutoStream::auto(io::stderr()))),
            drawing: drawing(supports_unicode::Stream::Stderr),
            interactive: io::stdin().is_terminal(),
            format: common.format.unwrap_or(Format::Text),
            quiet: common.quiet,
            verbose: common.verbose > 0,
            progress: ProgressLine {
                wanted: io::stderr().is_terminal() && !common.quiet && !log::is_wanted(common),
                begin: Instant::now(),
                is_shown: false,
            },
        }
    }

    /// How excerpts in results are drawn.
    pub(crate) fn result_drawing() -> Drawing {
        drawing(supports_unicode::Stream::Stdout)
    }

    /// Shows what is going on, in the last line of a terminal.
    pub(crate) fn progress(&mut self, text: &str) -> io::Result<()> {
        if !self.progress.wanted || self.progress.begin.elapsed() < SOON {
            return Ok(());
        }
        // The rest of the line is filled, so that nothing is left of a longer text.
        let width = self.drawing.width - 1;
        self.progress.is_shown = true;
        let text = harmless(text);
        write!(self.messages, "\r{text:<width$.width$}")?;
        self.messages.flush()
    }

    /// Wipes out what [`Terminal::progress`] has shown.
    pub(crate) fn clear_progress(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.progress.is_shown) {
            let width = self.drawing.width - 1;
            write!(self.messages, "\r{:width$}\r", "")?;
        }
        Ok(())
    }

    /// Writes results now, so that what is said about them afterwards comes after them.
    pub(crate) fn flush_results(&mut self) -> io::Result<()> {
        self.messages.flush()?;
        self.results.flush()
    }

    /// Writes messages now.
    pub(crate) fn flush_messages(&mut self) -> io::Result<()> {
        self.messages.flush()
    }

    /// The form that the user wants results in.
    pub(crate) fn format(&self) -> Format {
        self.format
    }

    /// Writes a result for people.
    pub(crate) fn result(&mut self, text: &str) -> io::Result<()> {
        self.results.write_all(harmless(text).as_bytes())
    }

    /// Writes a result that carries colours, without them where they are not wanted.
    pub(crate) fn styled_result(&mut self, text: &str) -> io::Result<()> {
        match AutoStream::choice(&io::stdout()) {
            ColorChoice::Never => self.result(&anstream::adapter::strip_str(text).to_string()),
            _ => self.results.write_all(harmless_styled(text).as_bytes()),
        }
    }

    /// Writes a result for programs, byte for byte: a text of the user's, a picture, names of files. Only where a
    /// person would see it, on a terminal, it is made harmless, as `ls` does with names.
    pub(crate) fn document(&mut self, text: &str) -> io::Result<()> {
        if io::stdout().is_terminal() {
            self.result(text)
        } else {
            self.results.write_all(text.as_bytes())
        }
    }

    /// Writes a result as one line of JSON.
    pub(crate) fn json_result(&mut self, document: &impl Serialize) -> io::Result<()> {
        let line = harmless::json(document)?;
        writeln!(self.results, "{line}")
    }

    /// Shows diagnostics, an empty line after each.
    pub(crate) fn diagnostics(
        &mut self,
        sources: &Sources,
        diagnostics: &[Diagnostic],
    ) -> io::Result<()> {
        for diagnostic in diagnostics {
            let text = diagnostics_text::render(sources, diagnostic, self.drawing);
            writeln!(self.messages, "{}", harmless_styled(&text))?;
        }
        Ok(())
    }

    /// Tells what happened, unless the user wants quiet.
    pub(crate) fn note(&mut self, text: &str) -> io::Result<()> {
        self.styled_note(&harmless(text))
    }

    /// The same with colours.
    pub(crate) fn styled_note(&mut self, text: &str) -> io::Result<()> {
        if self.quiet {
            return Ok(());
        }
        writeln!(self.messages, "{}", harmless_styled(text))
    }

    /// Tells a detail, if the user wants details.
    pub(crate) fn detail(&mut self, text: &str) -> io::Result<()> {
        if self.verbose {
            writeln!(self.messages, "{}", harmless(text))?;
        }
        Ok(())
    }

    /// Tells why there is no result.
    pub(crate) fn error(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.messages, "error: {}", harmless(text))
    }

    /// Asks the user for a line, where there is a user.
    pub(crate) fn prompt(&mut self, text: &str) -> io::Result<()> {
        // Whoever writes to us through a pipe may wait for our answer as well.
        self.finish()?;
        if self.is_interactive() {
            write!(self.messages, "{}", harmless(text))?;
            self.messages.flush()?;
        }
        Ok(())
    }

    /// Whether somebody types what is read.
    pub(crate) fn is_interactive(&self) -> bool {
        self.interactive
    }

    /// Writes what is still buffered.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        self.messages.flush()?;
        self.results.flush()
    }
}

/// Makes all streams, also those of the argument parser, use colours as the user wants.
pub(super) fn set_color(color: Color) {
    match color {
        // The environment decides: NO_COLOR, CLICOLOR, CLICOLOR_FORCE, TERM, and whether there is a terminal.
        Color::Auto => ColorChoice::Auto,
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
    }
    .write_global();
}

/// Writes what a thread is doing, as one line whatever it speaks of. Where nobody reads it any more, it is lost.
pub(super) fn log_line(text: &str) {
    let line = harmless(text).replace(['\n', '\r'], " ");
    // One call, so that lines of several threads do not mix.
    let _ = AutoStream::auto(io::stderr()).write_all(format!("{line}\n").as_bytes());
}

/// Shows what the argument parser says, which is made of our words and colours and of these arguments.
///
/// Help and version are results, everything else is a message.
pub(super) fn show_usage(message: &clap::Error) -> io::Result<()> {
    let text = message.render().ansi().to_string();
    let text = harmless_styled(&text);
    if message.use_stderr() {
        write!(AutoStream::auto(io::stderr()), "{text}")
    } else {
        let mut stream = UntilClosed::new(AutoStream::auto(io::stdout()));
        write!(stream, "{text}")
    }
}

/// What can be drawn on a standard stream.
fn drawing(stream: supports_unicode::Stream) -> Drawing {
    let (is_terminal, columns) = match stream {
        supports_unicode::Stream::Stdout => (
            io::stdout().is_terminal(),
            terminal_size::terminal_size_of(io::stdout()),
        ),
        supports_unicode::Stream::Stderr => (
            io::stderr().is_terminal(),
            terminal_size::terminal_size_of(io::stderr()),
        ),
    };
    Drawing {
        unicode: is_terminal && supports_unicode::on(stream),
        width: columns.map_or(WIDTH_WITHOUT_TERMINAL, |(width, _)| {
            usize::from(width.0).clamp(40, 120)
        }),
        // Streams that have none take them out.
        colours: true,
    }
}

/// Writes until the reader is gone, and nothing after that.
///
/// A reader that has seen enough (`head`) is no reason to fail, and the exit status should still
/// tell what was found.
struct UntilClosed<W> {
    stream: W,
    closed: bool,
}

impl<W: Write> UntilClosed<W> {
    fn new(stream: W) -> UntilClosed<W> {
        UntilClosed {
            stream,
            closed: false,
        }
    }

    fn unless_closed<T>(&mut self, result: io::Result<T>, written: T) -> io::Result<T> {
        match result {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(written)
            }
            result => result,
        }
    }
}

impl<W: Write> Write for UntilClosed<W> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        if self.closed {
            return Ok(buffer.len());
        }
        let result = self.stream.write(buffer);
        self.unless_closed(result, buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.closed {
            return Ok(());
        }
        let result = self.stream.flush();
        self.unless_closed(result, ())
    }
}
