//! Transitions: one action for each, or for each pair that meets at a channel.

use super::ActionPlaces;
use super::ast::{Expr, ExprKind, Message, Process, Sync, Transition, Type};
use super::expressions::{Translated, binary};
use super::names::Symbol;
use super::range::Known;
use super::translate::{Buffer, Translation};
use crate::diagnostics::Span;
use crate::diagnostics::codes::dve as codes;
use crate::finite::{self, Action, BinaryOp, Effect, LocalId, Place, VariableId};

/// More actions than this are not handled.
const MOST_ACTIONS: usize = 1 << 20;

/// A transition whose parts are translated.
pub(super) struct Side {
    process: usize,
    control: VariableId,
    from: i64,
    to: i64,
    /// Whether the state before it is committed.
    is_committed: bool,
    guards: Vec<(finite::Expr, Span)>,
    sync: Option<Communication>,
    effects: Vec<(Place, Type, finite::Expr, Span)>,
    /// `P: a -> b`.
    name: String,
    span: Span,
}

struct Communication {
    channel: usize,
    message: TranslatedMessage,
    span: Span,
}

enum TranslatedMessage {
    Send(Vec<finite::Expr>),
    Receive(Vec<(Place, Type)>),
}

/// An action that is being put together.
#[derive(Default)]
struct Draft {
    guard: Vec<(finite::Expr, Span)>,
    effects: Vec<(Effect, Span)>,
    /// The types of the values that it has computed.
    locals: Vec<Type>,
}

impl Translation<'_> {
    /// The actions of all processes, in the order in which they are written.
    pub(super) fn actions(&mut self, processes: &[&Process]) {
        let sides: Vec<Side> = processes
            .iter()
            .enumerate()
            .flat_map(|(number, process)| self.sides(number, process))
            .collect();
        let committed = self.committed(processes);
        // A transition that could not be read may be what another one is waiting for.
        let is_whole = !self.has_errors();
        for side in &sides {
            if is_whole {
                self.look_for_partner(side, &sides);
            }
            self.side(side, &sides, &committed);
            if self.program.actions.len() > MOST_ACTIONS {
                let message = format!("at most {MOST_ACTIONS} pairs of transitions are handled");
                self.tell(codes::size(side.span, message));
                return;
            }
        }
    }

    /// The committed states of each process that it can leave: others bind nobody.
    fn committed(&self, processes: &[&Process]) -> Vec<Vec<i64>> {
        let committed = processes.iter().enumerate().map(|(number, process)| {
            let names = process.committed.iter().filter(|name| {
                let leaving = |it: &Transition| it.from.text == name.text;
                process.transitions.iter().any(leaving)
            });
            let states = names.filter_map(|name| self.names.state(number, name).ok());
            states.collect()
        });
        committed.collect()
    }

    fn sides(&mut self, number: usize, process: &Process) -> Vec<Side> {
        for name in process.committed.iter().chain(&process.accepting) {
            let state = self.names.state(number, name);
            self.told(state);
        }
        let transitions = process.transitions.iter();
        transitions
            .filter_map(|it| self.translated(number, process, it))
            .collect()
    }

    fn translated(
        &mut self,
        process: usize,
        written: &Process,
        transition: &Transition,
    ) -> Option<Side> {
        let from = self.names.state(process, &transition.from);
        let to = self.names.state(process, &transition.to);
        let (from, to) = (self.told(from), self.told(to));
        let guards = self.guards(process, &transition.guards);
        let sync = match &transition.sync {
            None => Some(None),
            Some(sync) => self.communication(process, sync).map(Some),
        };
        let mut effects = Vec::new();
        for effect in &transition.effects {
            let context = self.context(Some(process));
            let place = context.place(&effect.place);
            let value = context.expr(&effect.value);
            if let (Some(Some((place, ty))), Some(value)) = (self.told(place), self.told(value)) {
                effects.push((place, ty, value, effect.span));
            }
        }
        let is_committed = written
            .committed
            .iter()
            .any(|name| name.text == transition.from.text);
        Some(Side {
            process,
            control: self.names.processes[process].control,
            from: from?,
            to: to?,
            is_committed,
            guards,
            sync: sync?,
            effects,
            name: format!(
                "{}: {} -> {}",
                written.name.text, transition.from.text, transition.to.text
            ),
            span: transition.span,
        })
    }

    /// What a guard asks for, cut at `and`: the parts can be looked at one by one.
    fn guards(&mut self, process: usize, written: &[Expr]) -> Vec<(finite::Expr, Span)> {
        let mut parts = Vec::new();
        for guard in written {
            conjuncts(guard, &mut parts);
        }
        let mut guards = Vec::new();
        for part in parts {
            let translated = self.context(Some(process)).expr(part);
            let translated = self.told(translated);
            guards.extend(translated.map(|translated| (translated, part.span)));
        }
        guards
    }

    fn communication(&mut self, process: usize, sync: &Sync) -> Option<Communication> {
        let declared = self.names.find(Some(process), &sync.channel.text);
        if matches!(declared.map(|it| &it.symbol), Some(Symbol::Broken)) {
            return None;
        }
        let channel = self.names.channel(process, &sync.channel);
        let context = self.context(Some(process));
        let message = match &sync.message {
            Message::Send(values) => {
                let values: Translated<_> = values.iter().map(|it| context.expr(it)).collect();
                values.map(TranslatedMessage::Send)
            }
            Message::Receive(places) => {
                let places: Translated<Vec<_>> =
                    places.iter().map(|it| context.place(it)).collect();
                places.map(|places| {
                    TranslatedMessage::Receive(places.into_iter().flatten().collect())
                })
            }
        };
        let written = match &sync.message {
            Message::Send(values) => values.len(),
            Message::Receive(places) => places.len(),
        };
        let (channel, message) = (self.told(channel)?, self.told(message)?);
        self.count_parts(channel, written, sync.span);
        Some(Communication {
            channel,
            message,
            span: sync.span,
        })
    }

    /// All messages of a channel have the same number of parts.
    fn count_parts(&mut self, channel: usize, written: usize, span: Span) {
        let known = &mut self.channels[channel];
        let wanted = match (&known.types, known.parts) {
            (Some(types), _) => types.len(),
            (None, Some((parts, _))) => parts,
            (None, None) => {
                known.parts = Some((written, span));
                return;
            }
        };
        if written != wanted {
            let problem = codes::message(span, written, wanted, &known.name);
            let first = known.parts.map(|(_, first)| first);
            self.tell(problem.also_at(first, "as in this message"));
        }
    }

    /// The actions that begin with a transition: a receiver's begin with their senders.
    fn side(&mut self, side: &Side, sides: &[Side], committed: &[Vec<i64>]) {
        let Some(sync) = &side.sync else {
            let mut draft = Draft::of(&[side]);
            draft.effects_of(self, side);
            return self.finish(draft, &[side], committed);
        };
        if let Some(buffer) = self.channels[sync.channel].buffer.clone() {
            let mut draft = Draft::of(&[side]);
            draft.buffered(self, sync, &buffer);
            draft.effects_of(self, side);
            return self.finish(draft, &[side], committed);
        }
        let TranslatedMessage::Send(values) = &sync.message else {
            return;
        };
        for partner in sides.iter().filter(|it| side.meets(it)) {
            // One of them committed and the other not is never possible.
            if partner.is_committed == side.is_committed {
                let mut draft = Draft::of(&[side, partner]);
                draft.handed_over(self, sync, values, partner);
                draft.effects_of(self, side);
                draft.effects_of(self, partner);
                self.finish(draft, &[side, partner], committed);
            }
        }
    }

    /// Tells of a communication without a buffer that nobody else can take part in.
    fn look_for_partner(&mut self, side: &Side, sides: &[Side]) {
        let Some(sync) = &side.sync else {
            return;
        };
        let channel = &self.channels[sync.channel];
        if channel.buffer.is_none() && !sides.iter().any(|it| side.meets(it)) {
            let is_send = matches!(sync.message, TranslatedMessage::Send(_));
            let problem = codes::no_partner(sync.span, &channel.name, is_send);
            self.tell(problem);
        }
    }

    /// Adds the action, with the changes of states and with what committed states ask for.
    fn finish(&mut self, mut draft: Draft, sides: &[&Side], committed: &[Vec<i64>]) {
        let is_bound = sides.iter().all(|side| !side.is_committed);
        for (process, states) in committed.iter().enumerate().filter(|_| is_bound) {
            if sides.iter().any(|side| side.process == process) {
                continue;
            }
            let control = finite::Expr::Variable(self.names.processes[process].control);
            for state in states {
                let state = finite::Expr::Constant(*state);
                let elsewhere = binary(BinaryOp::NotEqual, control.clone(), state);
                draft.guard.push((elsewhere, sides[0].span));
            }
        }
        for side in sides.iter().filter(|side| side.from != side.to) {
            let place = Place::Variable(side.control);
            let effect = Effect::Assign(place, finite::Expr::Constant(side.to));
            draft.effects.push((effect, side.span));
        }
        let (guard, guard_places) = draft.guard.into_iter().unzip();
        let (effects, effect_places) = draft.effects.into_iter().unzip();
        let names: Vec<&str> = sides.iter().map(|side| side.name.as_str()).collect();
        self.program.actions.push(Action {
            name: names.join(", "),
            guard,
            effects,
            spans: sides.iter().map(|side| side.span).collect(),
        });
        self.places.push(ActionPlaces {
            guard: guard_places,
            effects: effect_places,
        });
    }
}

impl Side {
    /// Whether a transition of another process is on the other side of the channel.
    fn meets(&self, other: &Side) -> bool {
        let (Some(own), Some(theirs)) = (&self.sync, &other.sync) else {
            return false;
        };
        let is_send = |it: &Communication| matches!(it.message, TranslatedMessage::Send(_));
        self.process != other.process
            && own.channel == theirs.channel
            && is_send(own) != is_send(theirs)
    }
}

impl Draft {
    /// Asks for the states before transitions, which are the quickest to look at, and then for what is written in
    /// their guards.
    fn of(sides: &[&Side]) -> Draft {
        let here = sides.iter().map(|side| {
            let control = finite::Expr::Variable(side.control);
            let state = finite::Expr::Constant(side.from);
            (binary(BinaryOp::Equal, control, state), side.span)
        });
        let written = sides.iter().flat_map(|side| side.guards.iter().cloned());
        Draft {
            guard: here.chain(written).collect(),
            ..Draft::default()
        }
    }

    /// The assignments of a transition, each cut to its type.
    fn effects_of(&mut self, translation: &Translation<'_>, side: &Side) {
        for (place, ty, value, span) in &side.effects {
            self.assign(translation, place, *ty, value.clone(), *span);
        }
    }

    /// A value cut to a type, as far as what is known of it calls for that.
    fn fitted(&self, translation: &Translation<'_>, ty: Type, value: finite::Expr) -> finite::Expr {
        let known = Known {
            program: &translation.program,
            locals: &self.locals,
        };
        ty.fitted(value, &known)
    }

    fn assign(
        &mut self,
        translation: &Translation<'_>,
        place: &Place,
        ty: Type,
        value: finite::Expr,
        span: Span,
    ) {
        let value = self.fitted(translation, ty, value);
        self.effects
            .push((Effect::Assign(place.clone(), value), span));
    }

    /// What is sent goes where the receiver wants it, computed in the state before.
    fn handed_over(
        &mut self,
        translation: &Translation<'_>,
        sync: &Communication,
        values: &[finite::Expr],
        receiver: &Side,
    ) {
        let Some(Communication {
            message: TranslatedMessage::Receive(places),
            ..
        }) = &receiver.sync
        else {
            return;
        };
        let types = translation.channels[sync.channel].types.as_deref();
        if let ([value], [(place, ty)], None) = (values, places.as_slice(), types) {
            return self.assign(translation, place, *ty, value.clone(), sync.span);
        }
        let first = self.locals.len();
        for (part, value) in values.iter().enumerate() {
            // A channel without types passes on what fits into an int.
            let ty = types.and_then(|types| types.get(part).copied());
            self.compute(
                translation,
                ty.unwrap_or(Type::Int),
                value.clone(),
                sync.span,
            );
        }
        for (part, (place, ty)) in places.iter().enumerate() {
            let local = finite::Expr::Local(local_id(first + part));
            self.assign(translation, place, *ty, local, sync.span);
        }
    }

    /// Computes a value for the effects after it.
    fn compute(
        &mut self,
        translation: &Translation<'_>,
        ty: Type,
        value: finite::Expr,
        span: Span,
    ) {
        let value = self.fitted(translation, ty, value);
        let local = local_id(self.locals.len());
        self.locals.push(ty);
        self.effects.push((Effect::Let(local, value), span));
    }

    /// A message goes into a channel, or comes out of it.
    fn buffered(&mut self, translation: &Translation<'_>, sync: &Communication, buffer: &Buffer) {
        let channel = &translation.channels[sync.channel];
        let types = channel.types.as_deref().unwrap_or_default();
        let length = finite::Expr::Variable(buffer.length);
        let (op, bound) = match &sync.message {
            TranslatedMessage::Send(_) => (BinaryOp::Less, i64::from(buffer.capacity)),
            TranslatedMessage::Receive(_) => (BinaryOp::Greater, 0),
        };
        let is_possible = binary(op, length.clone(), finite::Expr::Constant(bound));
        self.guard.push((is_possible, sync.span));
        match &sync.message {
            TranslatedMessage::Send(values) => {
                for ((array, ty), value) in buffer.parts.iter().zip(types).zip(values) {
                    let place = Place::Element(*array, length.clone());
                    self.assign(translation, &place, *ty, value.clone(), sync.span);
                }
                self.add_to(buffer.length, 1, sync.span);
            }
            TranslatedMessage::Receive(places) => {
                self.taken_out(translation, buffer, types, sync.span);
                for (part, (place, ty)) in places.iter().enumerate() {
                    let local = finite::Expr::Local(local_id(part));
                    self.assign(translation, place, *ty, local, sync.span);
                }
            }
        }
    }

    /// Remembers the oldest message, and moves the others up.
    fn taken_out(
        &mut self,
        translation: &Translation<'_>,
        buffer: &Buffer,
        types: &[Type],
        span: Span,
    ) {
        for (array, ty) in buffer.parts.iter().zip(types) {
            self.compute(translation, *ty, finite::Expr::Variable(array.first), span);
        }
        for array in &buffer.parts {
            let elements: Vec<VariableId> = array.elements().collect();
            for (index, element) in elements.iter().enumerate() {
                let next = elements.get(index + 1);
                let next = next.map_or(finite::Expr::Constant(0), |it| finite::Expr::Variable(*it));
                let effect = Effect::Assign(Place::Variable(*element), next);
                self.effects.push((effect, span));
            }
        }
        self.add_to(buffer.length, -1, span);
    }

    fn add_to(&mut self, variable: VariableId, step: i64, span: Span) {
        let sum = binary(
            BinaryOp::Add,
            finite::Expr::Variable(variable),
            finite::Expr::Constant(step),
        );
        let effect = Effect::Assign(Place::Variable(variable), sum);
        self.effects.push((effect, span));
    }
}

fn local_id(number: usize) -> LocalId {
    LocalId(u32::try_from(number).unwrap_or(u32::MAX))
}

/// The parts of a condition that all have to hold.
fn conjuncts<'e>(expr: &'e Expr, found: &mut Vec<&'e Expr>) {
    match &expr.kind {
        ExprKind::Binary(super::ast::Binary::Op(BinaryOp::And), left, right) => {
            conjuncts(left, found);
            conjuncts(right, found);
        }
        _ => found.push(expr),
    }
}
