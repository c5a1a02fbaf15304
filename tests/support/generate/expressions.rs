//! Random expressions of a given type.

use super::model::Expr;
use super::profile::Profile;
use super::random::Random;
use super::types::Ty;

/// What expressions can see of a specification.
#[derive(Debug, Clone)]
pub(super) struct View {
    pub(super) name: String,
    pub(super) key: Ty,
    pub(super) fields: Vec<(String, Ty)>,
    pub(super) states: Vec<String>,
}

/// What is visible where an expression stands.
#[derive(Debug, Clone, Default)]
pub(super) struct Scope {
    /// Parameters, fields and the like.
    pub(super) leaves: Vec<(Expr, Ty)>,
    /// The life-cycle states of `this`, where there is one.
    pub(super) own_states: Vec<String>,
    pub(super) others: Vec<View>,
    /// Functions with the types of their parameters and results.
    pub(super) functions: Vec<(String, Vec<Ty>, Ty)>,
    pub(super) clock: bool,
}

/// The ways to make an expression that is more than a leaf.
#[derive(Clone, Copy)]
enum Form {
    Leaf,
    Arithmetic,
    Negation,
    Conditional,
    Call,
    Foreign,
    Member,
    Index,
    Cardinality,
    Comparison,
    Connective,
    Not,
    In,
    StateTest,
    Clock,
    Quantified,
    Set,
    Range,
    Comprehension,
    Map,
}

/// Makes expressions of one scope.
pub(super) struct Maker<'r> {
    pub(super) random: &'r mut Random,
    pub(super) profile: &'r Profile,
    pub(super) scope: Scope,
    locals: usize,
}

/// What variables are called; nothing else is called so.
pub(super) const LOCAL: &str = "each";

impl<'r> Maker<'r> {
    pub(super) fn new(random: &'r mut Random, profile: &'r Profile, scope: Scope) -> Maker<'r> {
        Maker {
            random,
            profile,
            scope,
            locals: 0,
        }
    }

    pub(super) fn literal(&mut self, ty: &Ty) -> Expr {
        if self.profile.few {
            return self.random.pick(&ty.few()).clone();
        }
        match ty {
            Ty::Set(element) => {
                let count = self.random.between((1, 3));
                Expr::Set((0..count).map(|_| self.literal(element)).collect())
            }
            Ty::Map(key, value) => {
                let count = self.random.between((1, 2));
                Expr::Map(
                    (0..count)
                        .map(|_| (self.literal(key), self.literal(value)))
                        .collect(),
                )
            }
            _ => Expr::Literal(ty.literal(self.random, self.profile.largest)),
        }
    }

    /// A parameter, field or literal.
    pub(super) fn leaf(&mut self, ty: &Ty) -> Expr {
        if self.random.chance(25) {
            return self.literal(ty);
        }
        self.named_leaf(ty).unwrap_or_else(|| self.literal(ty))
    }

    /// A parameter or field, or the time.
    pub(super) fn named_leaf(&mut self, ty: &Ty) -> Option<Expr> {
        let mut fitting: Vec<Expr> = Vec::new();
        // All states can be explored only where the time is compared with literals, see [`Form::Clock`].
        if self.scope.clock && *ty == Ty::DateTime && !self.profile.few {
            fitting.push(Expr::Now);
        }
        let leaves = self.scope.leaves.iter().filter(|(_, of)| of == ty);
        fitting.extend(leaves.map(|(leaf, _)| leaf.clone()));
        self.random.pick_any(&fitting).cloned()
    }

    /// An expression of a type, at most `depth` operators high, roughly.
    pub(super) fn expr(&mut self, ty: &Ty, depth: usize) -> Expr {
        if depth == 0 {
            return self.leaf(ty);
        }
        let forms = self.forms(ty);
        match *self.random.pick(&forms) {
            Form::Leaf => self.leaf(ty),
            Form::Arithmetic => self.arithmetic(ty, depth - 1),
            Form::Negation => Expr::Unary("-", Box::new(self.expr(ty, depth - 1))),
            Form::Conditional => Expr::Conditional(
                Box::new(self.expr(&Ty::Boolean, depth - 1)),
                Box::new(self.expr(ty, depth - 1)),
                Box::new(self.expr(ty, depth - 1)),
            ),
            Form::Call => self.call(ty, depth - 1),
            Form::Foreign => self.foreign_read(ty),
            Form::Member => self.member(ty, depth - 1),
            Form::Index => self.index(ty, depth - 1),
            Form::Cardinality => Expr::Cardinality(Box::new(self.collection(depth - 1).0)),
            Form::Comparison => self.comparison(depth - 1),
            Form::Connective => {
                let op = *self.random.pick(&["&&", "&&", "||", "->"]);
                Expr::binary(op, self.expr(ty, depth - 1), self.expr(ty, depth - 1))
            }
            Form::Not => Expr::Unary("not", Box::new(self.expr(ty, depth - 1))),
            Form::In => {
                let (collection, element) = self.collection(depth - 1);
                Expr::binary("in", self.expr(&element, depth - 1), collection)
            }
            Form::StateTest => self.state_test(),
            Form::Clock => self.time_test(),
            Form::Quantified => self.quantified(depth - 1),
            Form::Set => self.set(ty, depth - 1),
            Form::Range => self.range(ty),
            Form::Comprehension => self.comprehension(ty, depth - 1),
            Form::Map => self.map(ty, depth - 1),
        }
    }

    fn forms(&self, ty: &Ty) -> Vec<Form> {
        let mut forms = vec![Form::Leaf];
        match ty {
            Ty::Boolean => forms.extend([
                Form::Comparison,
                Form::Comparison,
                Form::Connective,
                Form::Not,
                Form::In,
                Form::StateTest,
                Form::Quantified,
            ]),
            Ty::Set(element) => {
                forms.extend([Form::Set, Form::Comprehension]);
                forms.extend(element.has_ranges().then_some(Form::Range));
            }
            Ty::Map(..) => forms.push(Form::Map),
            Ty::Integer => forms.push(Form::Cardinality),
            _ => {}
        }
        let reads_clock = self.scope.clock && self.profile.few && *ty == Ty::Boolean;
        forms.extend(reads_clock.then_some(Form::Clock));
        let numbers = [Ty::Integer, Ty::Real, Ty::Money, Ty::Percentage];
        forms.extend(numbers.contains(ty).then_some(Form::Negation));
        forms.extend((!self.operators(ty).is_empty()).then_some(Form::Arithmetic));
        forms.push(Form::Conditional);
        let callable = self
            .scope
            .functions
            .iter()
            .any(|(_, _, result)| result == ty);
        forms.extend(callable.then_some(Form::Call));
        let foreign = self.scope.others.iter().flat_map(|view| &view.fields);
        forms.extend(
            foreign
                .clone()
                .any(|(_, of)| of == ty)
                .then_some(Form::Foreign),
        );
        if self.profile.collections > 0 {
            forms.extend((!members_of(ty).is_empty()).then_some(Form::Member));
            forms.extend((!ty.is_collection()).then_some(Form::Index));
        }
        forms
    }

    fn arithmetic(&mut self, ty: &Ty, depth: usize) -> Expr {
        let table = self.operators(ty);
        let (op, left, right) = self.random.pick(&table).clone();
        let left = self.expr(&left, depth);
        // Mostly something that is not 0.
        let right = if op == "/" || op == "%" {
            self.divisor(&right)
        } else {
            self.expr(&right, depth)
        };
        Expr::binary(op, left, right)
    }

    /// The operators whose result is of a type. No engine puts texts together.
    fn operators(&self, ty: &Ty) -> Vec<(&'static str, Ty, Ty)> {
        if self.profile.few && *ty == Ty::String {
            return Vec::new();
        }
        operators(ty)
    }

    fn divisor(&mut self, ty: &Ty) -> Expr {
        let divisor = self.leaf(ty);
        if self.profile.few && self.random.chance(45) {
            return Expr::Unary("-", Box::new(divisor));
        }
        divisor
    }

    fn call(&mut self, ty: &Ty, depth: usize) -> Expr {
        let fitting = self
            .scope
            .functions
            .iter()
            .filter(|(_, _, result)| result == ty);
        let fitting: Vec<_> = fitting.cloned().collect();
        let (name, params, _) = self.random.pick(&fitting).clone();
        Expr::Call(
            name,
            params.iter().map(|param| self.expr(param, depth)).collect(),
        )
    }

    /// `S[key].field`
    pub(super) fn foreign_read(&mut self, ty: &Ty) -> Expr {
        let mut fitting = Vec::new();
        for view in &self.scope.others {
            let fields = view.fields.iter().filter(|(_, of)| of == ty);
            fitting.extend(fields.map(|(field, _)| (view.clone(), field.clone())));
        }
        let (view, field) = self.random.pick(&fitting).clone();
        let instance = self.instance(&view);
        Expr::Field(Box::new(instance), Some(view.name), field)
    }

    pub(super) fn instance(&mut self, view: &View) -> Expr {
        let key = self.key(view);
        Expr::Instance(view.name.clone(), Box::new(key))
    }

    /// A key, of an instance that there often is.
    pub(super) fn key(&mut self, view: &View) -> Expr {
        if self.profile.few && view.key == Ty::Integer && self.random.chance(50) {
            return Expr::Literal(self.random.word(&["1", "1", "2"]).to_owned());
        }
        self.leaf(&view.key)
    }

    fn member(&mut self, ty: &Ty, depth: usize) -> Expr {
        let (base, member) = self.random.pick(&members_of(ty)).clone();
        Expr::Member(Box::new(self.expr(&base, depth)), member)
    }

    fn index(&mut self, ty: &Ty, depth: usize) -> Expr {
        let key = self.simple_type();
        let map = Ty::Map(Box::new(key.clone()), Box::new(ty.clone()));
        Expr::Index(
            Box::new(self.expr(&map, depth)),
            Box::new(self.expr(&key, depth)),
        )
    }

    /// A type of which there are literals.
    fn simple_type(&mut self) -> Ty {
        let types: Vec<Ty> = self
            .profile
            .types
            .iter()
            .filter(|ty| ty.has_literals())
            .cloned()
            .collect();
        self.random.pick(&types).clone()
    }

    /// A set or map, and the type of its elements or keys.
    fn collection(&mut self, depth: usize) -> (Expr, Ty) {
        let element = self.simple_type();
        let ty = if self.random.chance(self.profile.collections) {
            Ty::Map(Box::new(element.clone()), Box::new(self.simple_type()))
        } else {
            Ty::Set(Box::new(element.clone()))
        };
        (self.expr(&ty, depth), element)
    }

    fn comparison(&mut self, depth: usize) -> Expr {
        let ty = if self.random.chance(self.profile.collections / 2) {
            Ty::Set(Box::new(self.simple_type()))
        } else {
            self.random.pick(&self.profile.types).clone()
        };
        let op = self.comparison_operator(&ty);
        // Integers and reals can be compared with each other.
        let other = if ty == Ty::Real && self.random.chance(30) {
            Ty::Integer
        } else {
            ty.clone()
        };
        Expr::binary(op, self.expr(&ty, depth), self.expr(&other, depth))
    }

    pub(super) fn comparison_operator(&mut self, ty: &Ty) -> &'static str {
        let all = ["==", "!=", "<", "<=", ">", ">="];
        let count = if ty.is_ordered() { all.len() } else { 2 };
        all[self.random.below(count)]
    }

    fn state_test(&mut self) -> Expr {
        let (instance, spec, states) = match self.random.pick_any(&self.scope.others).cloned() {
            Some(view) if self.scope.own_states.is_empty() || self.random.chance(70) => {
                (self.instance(&view), Some(view.name), view.states)
            }
            _ if self.scope.own_states.is_empty() => return self.leaf(&Ty::Boolean),
            _ => (Expr::This, None, self.scope.own_states.clone()),
        };
        self.test_of(instance, spec, &states)
    }

    /// `initialized e`, `finalized e` or `e instate s`.
    pub(super) fn test_of(&mut self, e: Expr, spec: Option<String>, states: &[String]) -> Expr {
        let instance = Box::new(e);
        match self.random.below(4) {
            0 => Expr::Lifetime("initialized", instance),
            1 => Expr::Lifetime("finalized", instance),
            2 => Expr::Instate(instance, spec, vec![self.random.pick(states).clone()]),
            _ => {
                let count = self.random.between((1, states.len()));
                Expr::Instate(instance, spec, states[..count].to_vec())
            }
        }
    }

    // What binds a variable.

    fn quantified(&mut self, depth: usize) -> Expr {
        let word = *self.random.pick(&["forall", "exists"]);
        let view = self.random.pick_any(&self.scope.others).cloned();
        if let Some(view) = view.filter(|_| self.random.chance(50)) {
            return self.over_instances(word, &view, depth);
        }
        let (over, element) = self.collection(depth);
        let (name, conditions) = self.bound(depth, |name| vec![(Expr::name(name), element)]);
        Expr::Quantified(word, name, Box::new(over), conditions)
    }

    fn over_instances(&mut self, word: &'static str, view: &View, depth: usize) -> Expr {
        let (name, conditions) = self.bound(depth, |name| {
            let instance = || Box::new(Expr::name(name));
            let tested = (Expr::Lifetime("initialized", instance()), Ty::Boolean);
            let fields = view.fields.iter().map(|(field, ty)| {
                let read = Expr::Field(instance(), Some(view.name.clone()), field.clone());
                (read, ty.clone())
            });
            std::iter::once(tested).chain(fields).collect()
        });
        Expr::Quantified(
            word,
            name,
            Box::new(Expr::Extent(view.name.clone())),
            conditions,
        )
    }

    fn comprehension(&mut self, ty: &Ty, depth: usize) -> Expr {
        let Ty::Set(element) = ty else {
            panic!("{ty} is no set")
        };
        let over = self.expr(ty, depth);
        let (name, conditions) =
            self.bound(depth, |name| vec![(Expr::name(name), (**element).clone())]);
        Expr::Comprehension(name, Box::new(over), conditions)
    }

    /// A new variable and conditions that may speak of it.
    fn bound(
        &mut self,
        depth: usize,
        leaves: impl FnOnce(&str) -> Vec<(Expr, Ty)>,
    ) -> (String, Vec<Expr>) {
        let name = format!("{LOCAL}{}", self.locals);
        self.locals += 1;
        let known = self.scope.leaves.len();
        self.scope.leaves.extend(leaves(&name));
        let count = if self.random.chance(25) { 2 } else { 1 };
        let conditions = (0..count).map(|_| self.condition(depth)).collect();
        self.scope.leaves.truncate(known);
        (name, conditions)
    }

    // Collections.

    fn set(&mut self, ty: &Ty, depth: usize) -> Expr {
        let Ty::Set(element) = ty else {
            panic!("{ty} is no set")
        };
        let count = self.random.between((1, 3));
        Expr::Set(
            (0..count)
                .map(|_| self.expr(element, depth.min(1)))
                .collect(),
        )
    }

    fn range(&mut self, ty: &Ty) -> Expr {
        let Ty::Set(element) = ty else {
            panic!("{ty} is no set")
        };
        Expr::Range(Box::new(self.leaf(element)), Box::new(self.leaf(element)))
    }

    fn map(&mut self, ty: &Ty, depth: usize) -> Expr {
        let Ty::Map(key, value) = ty else {
            panic!("{ty} is no map")
        };
        let count = self.random.between((1, 2));
        let entries =
            (0..count).map(|_| (self.expr(key, depth.min(1)), self.expr(value, depth.min(1))));
        Expr::Map(entries.collect())
    }
}

/// The operators whose result is of a type, with the types of their operands.
fn operators(ty: &Ty) -> Vec<(&'static str, Ty, Ty)> {
    let own = || ty.clone();
    let mut table = match ty {
        Ty::Integer => vec![
            ("*", own(), own()),
            ("/", own(), own()),
            ("%", own(), own()),
        ],
        Ty::Real => vec![
            ("*", own(), Ty::Integer),
            ("/", Ty::Integer, own()),
            ("+", Ty::Integer, own()),
        ],
        Ty::Money => vec![
            ("*", own(), Ty::Integer),
            ("*", Ty::Percentage, own()),
            ("/", own(), Ty::Integer),
            ("/", own(), Ty::Percentage),
        ],
        Ty::Percentage => vec![("*", Ty::Integer, own()), ("/", own(), Ty::Integer)],
        Ty::Date | Ty::DateTime => return vec![("+", own(), Ty::Term), ("-", own(), Ty::Term)],
        Ty::Term => {
            return vec![
                ("-", Ty::Date, Ty::Date),
                ("*", Ty::Period, Ty::Integer),
                ("*", Ty::Integer, Ty::Period),
            ];
        }
        Ty::String => return vec![("+", own(), own())],
        _ => return Vec::new(),
    };
    table.extend([("+", own(), own()), ("-", own(), own())]);
    table
}

/// The members that are of a type, with the types of what they belong to.
fn members_of(ty: &Ty) -> Vec<(Ty, &'static str)> {
    let mut found = Vec::new();
    for base in Ty::SIMPLE {
        let members = base.members().iter().filter(|(_, of)| of == ty);
        found.extend(members.map(|(name, _)| (base.clone(), *name)));
    }
    found
}
