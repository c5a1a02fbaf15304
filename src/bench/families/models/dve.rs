//! The members in the language of `DiVinE`.

use super::{filled, ignored, paces};

const PETERSON: &str = "\
// Peterson's algorithm for $n processes: to get inside, a process passes the levels from 1 on; the last to come waits.
byte level[$n];
byte last[$gates];
";

const PETERSON_PROCESS: &str = "
process P_$me {
  byte j, k;
  state NCS, CS, next, announced, looking;
  init NCS;
  trans
    NCS -> next { effect j = 1; },
    next -> announced { guard j < $n; effect level[$me] = j; },
    announced -> looking { effect last[j - 1] = $me, k = 0; },
    looking -> looking { guard k < $n && (k == $me || level[k] $ignored j); effect k = k + 1; },
    looking -> next { guard last[j - 1] != $me || k == $n; effect j = j + 1; },
    next -> CS { guard j == $n; },
    CS -> NCS { effect level[$me] = 0; };
}
";

pub(super) fn peterson(processes: u32, faulty: bool) -> String {
    let n = processes.max(2);
    let mut text = filled(PETERSON, &[("n", &n), ("gates", &(n - 1))]);
    for me in 0..n {
        let ignored = ignored(faulty);
        let values: [(&str, &dyn std::fmt::Display); 3] =
            [("ignored", &ignored), ("me", &me), ("n", &n)];
        text.push_str(&filled(PETERSON_PROCESS, &values));
    }
    text + SYSTEM
}

const BRIDGE: &str = "\
// $n people cross a bridge at night, one or two at a time, with the torch, which burns $minutes minutes.
channel ask, step_off;
byte elapsed, side, on_right;

process torch {
  byte slower, other;
  state free, one, two, going;
  init free;
  trans
    free -> one { sync ask?slower; },
    one -> two { sync ask?other; },
    one -> going {},
    two -> going { guard slower >= other; sync step_off!; },
    two -> going { guard slower < other; sync step_off!; effect slower = other, other = 0; },
    going -> free {
      guard elapsed + slower <= $minutes;
      sync step_off!;
      effect elapsed = elapsed + slower, slower = 0, side = 1 - side;
    };
}
";

const BRIDGE_PERSON: &str = "
process person_$me {
  state left, to_right, right, to_left;
  init left;
  trans
    left -> to_right { guard side == 0; sync ask!$pace; },
    to_right -> right { sync step_off?; effect on_right = on_right + 1; },
    right -> to_left { guard side == 1; sync ask!$pace; effect on_right = on_right - 1; },
    to_left -> left { sync step_off?; };
}
";

pub(super) fn bridge(people: u32, minutes: u32) -> String {
    let mut text = filled(BRIDGE, &[("minutes", &minutes), ("n", &people)]);
    for (me, pace) in paces(people) {
        text.push_str(&filled(BRIDGE_PERSON, &[("me", &me), ("pace", &pace)]));
    }
    text + SYSTEM
}

const PHILOSOPHERS: &str = "\
// $n philosophers, each of whom takes the fork of his own number first.
byte fork[$n];
";

const PHILOSOPHER: &str = "
process phil_$me {
  state thinking, waiting, eating, leaving;
  init thinking;
  trans
    thinking -> waiting { guard fork[$me] == 0; effect fork[$me] = 1; },
    waiting -> eating { guard fork[$next] == 0; effect fork[$next] = 1; },
    eating -> leaving { effect fork[$me] = 0; },
    leaving -> thinking { effect fork[$next] = 0; };
}
";

pub(super) fn philosophers(people: u32) -> String {
    let n = people.max(2);
    let mut text = filled(PHILOSOPHERS, &[("n", &n)]);
    for me in 0..n {
        let next = (me + 1) % n;
        text.push_str(&filled(PHILOSOPHER, &[("me", &me), ("next", &next)]));
    }
    text + SYSTEM
}

const SYSTEM: &str = "\nsystem async;\n";
