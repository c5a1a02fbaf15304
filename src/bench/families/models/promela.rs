//! The members in Promela.
//!
//! What is one transition in `DiVinE` is one here: what belongs together is a `d_step`, or an `atomic` where two
//! processes meet. A meeting cannot have a guard besides, so there the guard is in which channel is used, or where
//! control goes before.

use super::{filled, ignored, paces};

const PETERSON: &str = "\
#define N $n

byte level[N];
byte last[$gates];

active [N] proctype P()
{
  byte j, k;

ncs:
  j = 1;
next:
  if
  :: d_step { j < N -> level[_pid] = j }
  :: j == N -> goto cs
  fi;
  d_step { last[j - 1] = _pid; k = 0 };
  do
  :: d_step { k < N && (k == _pid || level[k] $ignored j) -> k++ }
  :: d_step { last[j - 1] != _pid || k == N -> j++ }; goto next
  od;
cs:
  level[_pid] = 0; goto ncs
}
";

pub(super) fn peterson(processes: u32, faulty: bool) -> String {
    let n = processes.max(2);
    let ignored = ignored(faulty);
    filled(
        PETERSON,
        &[("ignored", &ignored), ("gates", &(n - 1)), ("n", &n)],
    )
}

const BRIDGE: &str = "\
#define MINUTES $minutes

chan ask[2] = [0] of { byte };
chan step_off = [0] of { bit };
byte elapsed, side, on_right;

active proctype torch()
{
  byte slower, other;

free:
  atomic { ask[side]?slower -> on_right = on_right - side };
  if
  :: atomic { ask[side]?other -> on_right = on_right - side }
  :: atomic { true -> if :: elapsed + slower <= MINUTES -> goto going :: else -> goto late fi }
  fi;
  atomic {
    step_off?_ ->
    on_right = on_right + 1 - side;
    if :: slower < other -> slower = other; other = 0 :: else fi;
    if :: elapsed + slower <= MINUTES -> goto going :: else -> goto late fi
  };
going:
  atomic {
    step_off?_ ->
    on_right = on_right + 1 - side;
    elapsed = elapsed + slower; slower = 0; side = 1 - side;
    goto free
  };
late:
  false
}
";

const BRIDGE_PERSON: &str = "
active proctype person_$me()
{
  do
  :: ask[0]!$pace; step_off!0; ask[1]!$pace; step_off!0
  od
}
";

pub(super) fn bridge(people: u32, minutes: u32) -> String {
    let mut text = filled(BRIDGE, &[("minutes", &minutes)]);
    for (me, pace) in paces(people) {
        text.push_str(&filled(BRIDGE_PERSON, &[("me", &me), ("pace", &pace)]));
    }
    text
}

const PHILOSOPHERS: &str = "\
#define N $n
#define NEXT ((_pid + 1) % N)

byte fork[N];

active [N] proctype philosopher()
{
  do
  :: d_step { fork[_pid] == 0 -> fork[_pid] = 1 };
     d_step { fork[NEXT] == 0 -> fork[NEXT] = 1 };
     fork[_pid] = 0;
     fork[NEXT] = 0
  od
}
";

pub(super) fn philosophers(people: u32) -> String {
    filled(PHILOSOPHERS, &[("n", &people.max(2))])
}
