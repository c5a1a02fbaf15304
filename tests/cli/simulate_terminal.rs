//! `fretsaw simulate` on a pseudo-terminal, as a person meets it.

use std::io::{ErrorKind, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crate::support::files::project;

/// A program on a terminal that `script` makes.
struct Screen {
    child: Child,
    keyboard: ChildStdin,
    shown: Receiver<Vec<u8>>,
    text: String,
    /// What has been looked at.
    seen: usize,
}

/// A machine that is busy with other tests takes its time.
const PATIENCE: Duration = Duration::from_mins(1);

impl Screen {
    /// Starts a simulation; none where there is no `script`.
    fn new(arguments: &str) -> Option<Screen> {
        let program = env!("CARGO_BIN_EXE_fretsaw");
        // Whoever runs the tests in the background may have them ignore interruptions, and programs hand that down.
        let command = format!("env --default-signal=INT '{program}' simulate {arguments}");
        let child = Command::new("script")
            .current_dir(project())
            .args(["-qec", &command, "/dev/null"])
            .envs([("TERM", "xterm"), ("NO_COLOR", "1"), ("LC_ALL", "C.UTF-8")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let mut child = match child {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                eprintln!("note: there is no `script`, so there is no terminal to test with");
                return None;
            }
            child => child.expect("`script` can be run"),
        };
        let (send, shown) = channel();
        let mut output = child.stdout.take().expect("it is piped");
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(length @ 1..) = output.read(&mut buffer) {
                let _ = send.send(buffer[..length].to_vec());
            }
        });
        Some(Screen {
            keyboard: child.stdin.take().expect("it is piped"),
            child,
            shown,
            text: String::new(),
            seen: 0,
        })
    }

    /// Waits until a text appears, and gives what was shown up to it.
    fn expect(&mut self, wanted: &str) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(at) = self.text[self.seen..].find(wanted) {
                let until = self.seen + at + wanted.len();
                let shown = self.text[self.seen..until].to_owned();
                self.seen = until;
                return shown;
            }
            let rest = &self.text[self.seen..];
            let left = end.saturating_duration_since(Instant::now());
            let more = self.shown.recv_timeout(left);
            let more = more.unwrap_or_else(|error| panic!("{error}: no `{wanted}` in:\n{rest}"));
            self.text
                .push_str(&String::from_utf8_lossy(&more).replace('\r', ""));
        }
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("it reads");
        self.keyboard.flush().expect("it reads");
    }

    /// Types a line, and gives what is shown until the next prompt.
    fn line(&mut self, line: &str) -> String {
        self.press(&format!("{line}\n"));
        self.expect("\n> ")
    }

    /// The exit status as a shell tells it.
    fn status(mut self) -> Option<i32> {
        let status = self.child.wait().expect("it ends");
        status.code()
    }
}

const NEGATIVE_BALANCE: &str = "testmodules/bank/NegativeBalance.tebl";

#[test]
fn a_person_steps_through_a_run() {
    let Some(mut screen) = Screen::new(NEGATIVE_BALANCE) else {
        return;
    };
    let greeting = screen.expect("\n> ");
    for part in [
        "check negativeBalance reachable in max 5 steps;",
        "Transaction[1]  uninit",
        "1  Account[NL60FRSW0000000001].openAccount(initialDeposit: Money)",
        "`help` lists",
    ] {
        assert!(greeting.contains(part), "no `{part}` in:\n{greeting}");
    }
    // A number alone: the argument is asked for, until it is one.
    screen.press("1\n");
    screen.expect("initialDeposit (an amount such as `EUR 5.00`): ");
    screen.press("sixty\n");
    screen.expect("found `sixty`");
    screen.expect("initialDeposit (an amount such as `EUR 5.00`): ");
    let taken = screen.line("EUR 60.00");
    assert!(taken.contains("balance: EUR 0.00 -> EUR 60.00"), "{taken}");
    assert!(
        taken.contains("Account[NL60FRSW0000000001].withdraw(amount: Money)"),
        "{taken}"
    );

    let why = screen.line("why Account[NL60FRSW0000000001].withdraw EUR 99.00");
    assert!(why.contains("rebel-examples/bank/Library.ebl:"), "{why}");
    assert!(
        why.contains("amount = EUR 99.00") && why.contains("this.balance = EUR 60.00"),
        "{why}"
    );

    let undone = screen.line("undo");
    assert!(undone.contains("NL60FRSW0000000001]  init"), "{undone}");
    let wrong = screen.line("fly");
    assert!(
        wrong.contains("there is no command or event `fly`"),
        "{wrong}"
    );

    // An empty line gives up.
    screen.press("1\n");
    screen.expect("`EUR 5.00`): ");
    screen.line("");
    screen.press("\u{4}");
    assert_eq!(screen.status(), Some(0), "Ctrl-D ends well");
}

#[test]
fn a_person_picks_a_next_state() {
    let arguments = "testmodules/relational/Solutions.tebl --check three";
    let Some(mut screen) = Screen::new(arguments) else {
        return;
    };
    screen.expect("\n> ");
    screen.press("1\n");
    screen.expect("which? ");
    screen.press("9\n");
    screen.expect("there is no next state `9`");
    screen.expect("which? ");
    let picked = screen.line("2");
    assert!(picked.contains("value: 0 -> 3"), "{picked}");
    assert!(picked.contains("this is the goal"), "{picked}");
    screen.press("quit\n");
    assert_eq!(screen.status(), Some(0));
}

#[test]
fn a_person_interrupts() {
    let Some(mut screen) = Screen::new(NEGATIVE_BALANCE) else {
        return;
    };
    screen.expect("\n> ");
    screen.press("\u{3}");
    assert_eq!(screen.status(), Some(130));
}
