//! The types of the language, and literals of them.

use std::fmt;

use super::model::Expr;
use super::random::Random;

/// A type as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ty {
    Boolean,
    Integer,
    Real,
    String,
    Money,
    Currency,
    Percentage,
    Date,
    Time,
    DateTime,
    Iban,
    Period,
    Term,
    Frequency,
    Norm,
    Tariff,
    Set(Box<Ty>),
    Map(Box<Ty>, Box<Ty>),
    /// Only of configuration parameters.
    Function(Vec<Ty>, Box<Ty>),
}

impl Ty {
    /// All types of single values.
    pub(crate) const SIMPLE: [Ty; 16] = [
        Ty::Boolean,
        Ty::Integer,
        Ty::Real,
        Ty::String,
        Ty::Money,
        Ty::Currency,
        Ty::Percentage,
        Ty::Date,
        Ty::Time,
        Ty::DateTime,
        Ty::Iban,
        Ty::Period,
        Ty::Term,
        Ty::Frequency,
        Ty::Norm,
        Ty::Tariff,
    ];

    /// Whether `<` is defined.
    pub(crate) fn is_ordered(&self) -> bool {
        self.has_ranges() || *self == Ty::Term
    }

    /// Whether `{a .. b}` is defined.
    pub(crate) fn has_ranges(&self) -> bool {
        matches!(
            self,
            Ty::Integer
                | Ty::Real
                | Ty::Money
                | Ty::Percentage
                | Ty::Date
                | Ty::Time
                | Ty::DateTime
        )
    }

    pub(crate) fn is_collection(&self) -> bool {
        matches!(self, Ty::Set(_) | Ty::Map(..))
    }

    /// Whether a literal of this type can be written: all but tariffs, collections and functions.
    pub(crate) fn has_literals(&self) -> bool {
        !self.is_collection() && !matches!(self, Ty::Tariff | Ty::Function(..))
    }

    /// The parts of values of this type, with their names and types.
    pub(crate) fn members(&self) -> &'static [(&'static str, Ty)] {
        match self {
            Ty::Money => &[("currency", Ty::Currency), ("amount", Ty::Integer)],
            Ty::Iban => &[("countryCode", Ty::String)],
            Ty::Date => &[
                ("day", Ty::Integer),
                ("month", Ty::Integer),
                ("year", Ty::Integer),
            ],
            Ty::Time => &[
                ("hour", Ty::Integer),
                ("minutes", Ty::Integer),
                ("seconds", Ty::Integer),
            ],
            Ty::DateTime => &[("date", Ty::Date), ("time", Ty::Time)],
            _ => &[],
        }
    }

    /// A literal of this type; numbers are at most `largest`.
    pub(crate) fn literal(&self, random: &mut Random, largest: usize) -> String {
        let number = random.between((0, largest));
        match self {
            Ty::Boolean => (*random.pick(&["True", "False"])).to_owned(),
            Ty::Integer => number.to_string(),
            Ty::Real => format!("{number}.{}", random.below(100)),
            Ty::Money => money(random, number),
            Ty::Percentage => format!("{number}%"),
            Ty::Date => date(random),
            Ty::Time => time(random),
            Ty::DateTime => format!("{}, {}", date(random), time(random)),
            Ty::Term => format!("{number} {}", random.pick(&PERIODS)),
            _ => (*random.pick(self.words())).to_owned(),
        }
    }

    /// A few values of this type, such that operators lead from one to another, and now and then beyond them. Money
    /// and percentages are such that quotients have to be rounded.
    pub(crate) fn few(&self) -> Vec<Expr> {
        let literals = |texts: &[&str]| -> Vec<Expr> {
            let literal = |text: &&str| Expr::Literal((*text).to_owned());
            texts.iter().map(literal).collect()
        };
        match self {
            Ty::Boolean => literals(&["True", "False"]),
            Ty::Integer => literals(&["0", "1", "2", "3"]),
            Ty::Real => literals(&["0.0", "0.5", "1.5"]),
            Ty::Money => literals(&["EUR 0.00", "EUR 1.00", "EUR 1.55", "USD 1.00"]),
            Ty::Percentage => literals(&["0%", "30%", "100%"]),
            Ty::Date => literals(&["31 Jan 2020", "1 Feb 2020", "29 Feb 2020"]),
            Ty::Time => literals(&["00:00", "12:30:01"]),
            Ty::DateTime => literals(&[
                "31 Jan 2020, 12:00",
                "1 Feb 2020, 00:00",
                "1 Feb 2020, 00:00:01",
            ]),
            Ty::Term => literals(&["0 Day", "1 Day", "1 Month"]),
            Ty::Set(element) => {
                let pool = element.few();
                let sets = [&pool[..0], &pool[..1], &pool[1..2], &pool[..2]];
                sets.map(|part| Expr::Set(part.to_vec())).into()
            }
            Ty::Map(key, value) => {
                let (keys, values) = (key.few(), value.few());
                let entry = |k: usize, v: usize| (keys[k].clone(), values[v].clone());
                let maps = [
                    vec![entry(0, 0)],
                    vec![entry(0, 1)],
                    vec![entry(0, 1), entry(1, 0)],
                ];
                maps.map(Expr::Map).into()
            }
            other => literals(&other.words()[..2]),
        }
    }

    /// The literals of types that have only a few.
    fn words(&self) -> &'static [&'static str] {
        match self {
            Ty::String => &["\"\"", "\"basic\"", "\"plus\"", "\"an Ünïcode text\""],
            Ty::Currency => &["EUR", "USD", "CUR_GBP"],
            Ty::Iban => &[
                "NL91ABNA0417164300",
                "NL20INGB0001234567",
                "DE89370400440532013000",
                "GB82WEST12345698765432",
            ],
            Ty::Period => &PERIODS,
            Ty::Frequency => &["Daily", "Weekly", "Monthly", "Quarterly", "Yearly"],
            Ty::Norm => &["EURIBOR", "AIRBOR", "LIBOR", "INGBASIS", "LIMITBASED"],
            Ty::Tariff => &[
                "fixed 3%",
                "norm LIBOR",
                "fixed 2% bounded by min = fixed 1% max = norm EURIBOR",
            ],
            other => panic!("{other} has no words"),
        }
    }
}

const PERIODS: [&str; 5] = ["Day", "Week", "Month", "Quarter", "Year"];

fn money(random: &mut Random, whole: usize) -> String {
    // Mostly one currency: amounts in different ones cannot be compared.
    let currency = *random.pick(&["EUR ", "EUR ", "EUR ", "EUR", "USD ", "CUR_GBP "]);
    let cents = random.pick(&["00", "00", "50", "05"]);
    format!("{currency}{whole}.{cents}")
}

fn date(random: &mut Random) -> String {
    let month = random.pick(&["Jan", "Feb", "Mar", "Jul", "Dec"]);
    format!(
        "{} {month} {}",
        random.between((1, 28)),
        random.between((2015, 2025))
    )
}

fn time(random: &mut Random) -> String {
    let (hour, minutes) = (random.below(24), random.below(60));
    if random.chance(20) {
        return format!("{hour}:{minutes:02}:{:02}", random.below(60));
    }
    format!("{hour:02}:{minutes:02}")
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ty::Set(element) => write!(f, "set[{element}]"),
            Ty::Map(key, value) => write!(f, "map[{key}: {value}]"),
            Ty::Function(params, result) => match params.as_slice() {
                [only] => write!(f, "{only} -> {result}"),
                params => {
                    let params: Vec<String> = params.iter().map(Ty::to_string).collect();
                    write!(f, "({}) -> {result}", params.join(", "))
                }
            },
            Ty::Iban => f.write_str("IBAN"),
            Ty::Norm => f.write_str("InterestNorm"),
            Ty::Tariff => f.write_str("InterestTariff"),
            // The others are called as they are written.
            simple => write!(f, "{simple:?}"),
        }
    }
}
