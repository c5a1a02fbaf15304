//! A table of expressions and their values.

use fretsaw::interpreter::evaluate::Environment;
use fretsaw::model::InstanceId;
use fretsaw::semantics::expression::ExprKind;

use super::world::{World, start};

/// Expressions and their values as they are printed; `undefined` where they have none.
const TABLE: &[(&str, &str)] = &[
    // Integers: division leaves a rest that is never negative.
    ("this.seven + 3", "10"),
    ("this.seven / 2", "3"),
    ("this.seven % 2", "1"),
    ("-this.seven / 2", "-4"),
    ("-this.seven % 2", "1"),
    ("this.seven / -2", "-3"),
    ("-this.seven / -2", "4"),
    ("this.seven / this.zero", "undefined"),
    ("this.seven % this.zero", "undefined"),
    (
        "100000000000000000000 * this.seven",
        "700000000000000000000",
    ),
    // Reals are exact, and mix with Integers.
    ("this.real + 1", "2.5"),
    ("this.real / 3.0 * 3.0 == this.real", "True"),
    ("1.0 / 3.0", "(1.0 / 3.0)"),
    ("this.real > this.zero", "True"),
    ("this.real / 0.0", "undefined"),
    ("7.0 == this.seven", "True"),
    // A literal among Reals is one itself.
    ("this.real - 0.5 in {1, 2.5}", "True"),
    ("this.real + 0.5 in {1, 2}", "True"),
    ("{this.real - 0.5} == {1}", "True"),
    ("(this.real + 0.5 : 1)[2]", "1"),
    // Money rounds once, down.
    ("this.euros * 10%", "EUR 0.09"),
    ("-this.euros * 10%", "-EUR 0.10"),
    ("this.euros / 2", "EUR 0.49"),
    ("-this.euros / 2", "-EUR 0.50"),
    ("this.euros / -2", "-EUR 0.50"),
    ("this.euros / 50%", "EUR 1.98"),
    ("this.euros / this.zero", "undefined"),
    ("3 * this.euros", "EUR 2.97"),
    ("this.euros + this.dollars", "undefined"),
    ("this.euros < this.dollars", "undefined"),
    ("this.euros == this.dollars", "False"),
    ("this.euros != this.dollars", "True"),
    ("EUR 0.00 == USD 0.00", "False"),
    ("this.euros.currency", "EUR"),
    ("this.euros.amount", "99"),
    // Percentages are whole numbers.
    ("this.rate * 3", "15%"),
    ("this.rate / 2", "2%"),
    ("-this.rate / 2", "-3%"),
    ("this.rate - 10%", "-5%"),
    ("this.rate / this.zero", "undefined"),
    // Connectives look at what is known, on either side.
    ("False && this.seven / this.zero == 1", "False"),
    ("this.seven / this.zero == 1 && False", "False"),
    ("True && this.seven / this.zero == 1", "undefined"),
    ("True || this.seven / this.zero == 1", "True"),
    ("this.seven / this.zero == 1 || True", "True"),
    ("this.seven / this.zero == 1 || False", "undefined"),
    ("False -> this.seven / this.zero == 1", "True"),
    ("(this.seven / this.zero == 1) -> True", "True"),
    ("(this.seven / this.zero == 1) -> False", "undefined"),
    ("True -> this.seven / this.zero == 1", "undefined"),
    ("True -> False", "False"),
    ("not (this.seven / this.zero == 1)", "undefined"),
    ("(this.seven / this.zero == 1) ? 1 : 1", "undefined"),
    ("this.yes ? 1 : this.seven / this.zero", "1"),
    (
        "this.seven / this.zero == this.seven / this.zero",
        "undefined",
    ),
    // Quantifiers are long conjunctions and disjunctions.
    ("forall i : {1 .. 3} | i > 0", "True"),
    ("forall i : {0 .. 3} | 6 / i > 2", "False"),
    ("forall i : {0 .. 3} | 6 / i > 1", "undefined"),
    ("exists i : {0 .. 3} | 6 / i > 5", "True"),
    ("exists i : {0 .. 3} | 6 / i > 6", "undefined"),
    ("forall i : {1, 2} | i > 0, i < 2", "False"),
    ("exists i : {3 .. 2} | True", "False"),
    ("forall i : {3 .. 2} | False", "True"),
    ("exists i : {0 .. 3} | 6 / i > 6, False", "False"),
    ("forall t : Thing | t.seven == 7 || t.id == 2", "True"),
    ("exists t : Thing | initialized t", "True"),
    ("forall t : Thing | initialized t", "False"),
    ("exists o : Other | True", "False"),
    // Sets, ranges, maps.
    ("{i : {1 .. 5} | i % 2 == 1}", "{1, 3, 5}"),
    ("{i : {0 .. 2} | 6 / i > 2}", "undefined"),
    ("{3, 1, 1 + 2}", "{1, 3}"),
    ("{1, this.seven / this.zero}", "undefined"),
    ("|{3, 1, 1 + 2}|", "2"),
    ("|this.prices|", "2"),
    ("2 in this.items", "True"),
    ("4 in this.items", "False"),
    ("this.items == {2, 1}", "True"),
    ("this.seven in {1 .. 1000000000000}", "True"),
    ("this.real in {1.0 .. 2.0}", "True"),
    ("USD 1.00 in {EUR 0.00 .. EUR 2.00}", "undefined"),
    ("\"tea\" in this.prices", "True"),
    ("this.prices[\"tea\"]", "EUR 1.00"),
    ("this.prices[\"milk\"]", "undefined"),
    ("exists p : this.prices | this.prices[p] > EUR 1.50", "True"),
    // Dates, times, terms.
    ("now", "15 Jan 2024, 10:30"),
    ("now.date", "15 Jan 2024"),
    ("now.time", "10:30"),
    ("now.time.minutes", "30"),
    ("this.day + 1 Month", "29 Feb 2024"),
    ("this.day - 2 Month", "30 Nov 2023"),
    ("this.day + 1 Year", "31 Jan 2025"),
    ("this.day + 2 Week", "14 Feb 2024"),
    ("this.day - now.date", "16 Day"),
    ("this.day.month", "1"),
    ("this.day > now.date", "True"),
    ("now + 1 Day", "16 Jan 2024, 10:30"),
    ("12 Month == 1 Year", "True"),
    ("3 * Month == 1 Quarter", "True"),
    ("30 Day < 1 Month", "True"),
    ("31 Day > 1 Month", "True"),
    ("1 Jan 2024 in {31 Dec 2023 .. 2 Jan 2024}", "True"),
    // Other instances. The second thing is in its initial state, there is no third.
    ("Thing[2].id", "2"),
    ("Thing[3].id", "undefined"),
    ("Thing[3].id == Thing[3].id", "undefined"),
    ("not (Thing[3].seven > 0)", "undefined"),
    ("initialized Thing[1]", "True"),
    ("initialized Thing[2]", "False"),
    ("initialized Thing[3]", "False"),
    ("not (initialized Thing[3])", "True"),
    ("finalized Thing[1]", "True"),
    ("finalized Thing[2]", "False"),
    ("finalized Thing[3]", "False"),
    ("Thing[1] instate used", "True"),
    ("Thing[3] instate used", "False"),
    ("initialized Thing[this.seven / this.zero]", "False"),
    // Functions and cases.
    ("twice(this.seven)", "14"),
    ("twice(this.seven / this.zero)", "undefined"),
    ("kind(1)", "\"one\""),
    ("kind(3)", "undefined"),
    ("this.iban.countryCode", "\"NL\""),
    ("\"a\" + \"b\"", "\"ab\""),
    // Both signs, both ways round: the rest is never negative, and a quotient of cents goes down.
    ("(this.zero - 6) / 3", "-2"),
    ("(this.zero - 6) % -3", "0"),
    ("this.seven % -2", "1"),
    ("-this.seven % -2", "1"),
    ("(this.zero - 1) / 1000000000000000000000", "-1"),
    (
        "(this.zero - 1) % 1000000000000000000000",
        "999999999999999999999",
    ),
    ("-this.euros * -10%", "EUR 0.09"),
    ("this.euros * -10%", "-EUR 0.10"),
    ("this.euros * 150%", "EUR 1.48"),
    ("-this.euros * 150%", "-EUR 1.49"),
    ("this.euros * 0%", "EUR 0.00"),
    ("-this.euros / -2", "EUR 0.49"),
    ("this.euros / -50%", "-EUR 1.98"),
    ("this.euros / 200%", "EUR 0.49"),
    ("-this.euros / 200%", "-EUR 0.50"),
    ("this.euros / 0%", "undefined"),
    ("10% * this.euros", "EUR 0.09"),
    ("this.euros * 10% * 10%", "EUR 0.00"),
    ("-this.euros * 10% * 10%", "-EUR 0.01"),
    ("(this.euros + EUR 0.01) - EUR 1.00 == EUR 0.00", "True"),
    ("this.euros * this.zero == EUR 0.00", "True"),
    ("this.euros * this.zero == USD 0.00", "False"),
    ("this.euros.currency == this.dollars.currency", "False"),
    ("(-this.euros).amount", "-99"),
    ("this.euros >= this.dollars", "undefined"),
    ("this.euros - this.dollars == EUR 0.00", "undefined"),
    ("not (this.euros == this.dollars)", "True"),
    ("this.euros in {EUR 0.99, USD 0.99}", "True"),
    ("this.dollars in {EUR 0.99}", "False"),
    ("|{EUR 1.00, USD 1.00, EUR 1.00}|", "2"),
    (
        "{EUR 1.00, EUR 0.99} == {this.euros, this.euros + EUR 0.01}",
        "True",
    ),
    ("-this.rate", "-5%"),
    ("this.rate + -5% == 0%", "True"),
    ("-this.rate * 3", "-15%"),
    ("this.rate / -2", "-2%"),
    ("-this.rate / -2", "3%"),
    ("-5% < 0%", "True"),
    ("this.rate in {-10% .. 10%}", "True"),
    // Every line of the tables of Kleene, with an undefined side.
    ("(1 / this.zero == 1) && (1 / this.zero == 1)", "undefined"),
    ("(1 / this.zero == 1) && this.yes", "undefined"),
    ("(1 / this.zero == 1) || (1 / this.zero == 1)", "undefined"),
    ("(1 / this.zero == 1) -> (1 / this.zero == 1)", "undefined"),
    ("(not this.yes) -> (1 / this.zero == 1)", "True"),
    ("this.yes -> this.yes", "True"),
    ("(not this.yes) -> (not this.yes)", "True"),
    ("(not this.yes) -> this.yes", "True"),
    ("this.yes -> (not this.yes) -> (not this.yes)", "True"),
    ("(1 / this.zero == 1) == this.yes", "undefined"),
    ("this.yes == (this.seven == 7)", "True"),
    ("this.yes != this.yes", "False"),
    (
        "(1 / this.zero == 1 ? this.yes : this.yes) || this.yes",
        "True",
    ),
    // Quantifiers within quantifiers, and what is hidden.
    (
        "forall i : {1 .. 3} | exists j : {1 .. 3} | i + j == 4",
        "True",
    ),
    ("exists i : {1 .. 3} | forall j : {1 .. 3} | i <= j", "True"),
    ("exists i : {1 .. 3} | forall j : {1 .. 3} | i < j", "False"),
    ("forall i : {1 .. 2} | forall j : {i .. 2} | j >= i", "True"),
    (
        "{i : {1 .. 6} | exists j : {2 .. 3} | i == j * 2}",
        "{4, 6}",
    ),
    ("|{i : {1 .. 10} | i % 3 == 0}|", "3"),
    ("forall i : {1, 1 / this.zero} | i > 0", "undefined"),
    ("exists i : {j : {1 .. 3} | j > 1} | i == 1", "False"),
    ("forall t : Thing | exists u : Thing | t.id != u.id", "True"),
    ("|{t : Thing | initialized t}|", "1"),
    ("forall p : this.prices | p in this.prices", "True"),
    ("forall b : {this.yes, not this.yes} | b || not b", "True"),
    // Ranges are counted through one by one, and only as far as they must be.
    ("forall i : {1 .. 1000001} | i > 0", "True"),
    ("exists i : {0 .. 1000000000000} | i * i == 49", "True"),
    ("forall i : {0 .. 1000000000000} | i < 7", "False"),
    ("|{1 .. 10000000000}|", "10000000000"),
    ("|{this.seven .. 2}|", "0"),
    ("|{EUR 0.00 .. EUR 1000000.00}|", "100000001"),
    ("|{EUR 0.00 .. USD 1.00}|", "undefined"),
    ("|{-3% .. 3%}|", "7"),
    ("|{00:00 .. 23:59:59}|", "86400"),
    ("{1 .. 1 / this.zero} == {1}", "undefined"),
    ("{2 .. 4} == {4, 3, 2}", "True"),
    ("5000000 in {1 .. 5000000}", "True"),
    ("EUR 0.50 in {EUR 0.00 .. EUR 1000000000.00}", "True"),
    ("1.5 in {0 .. 1.5}", "True"),
    ("|{1 Jan 2023 .. 31 Dec 2023}|", "365"),
    ("|{1 Jan 2024 .. 31 Dec 2024}|", "366"),
    ("|{1 Jan 1900 .. 31 Dec 1900}|", "365"),
    ("|{1 Jan 2000 .. 31 Dec 2000}|", "366"),
    // Maps: a missing key, a key that is computed, keys of other types.
    ("(1 : \"a\", 2 : \"b\")[this.seven - 5]", "\"b\""),
    ("(1 : \"a\", 2 : \"b\")[1 / this.zero]", "undefined"),
    ("(1 : 1 / this.zero)[2]", "undefined"),
    ("(EUR 1.00 : 1, USD 1.00 : 2)[USD 1.00]", "2"),
    ("(1 : 2, 1 : 3)[1]", "3"),
    ("|(1 : 2, 3 : 4)|", "2"),
    ("3 in (1 : 3)", "False"),
    (
        "(\"tea\" : EUR 1.00, \"coffee\" : EUR 2.00) == this.prices",
        "True",
    ),
    // The end of a month is clamped, not carried over; months go before days.
    ("31 Jan 2023 + 1 Month", "28 Feb 2023"),
    ("31 Jan 2024 + 1 Month + 1 Month", "29 Mar 2024"),
    ("29 Feb 2024 + 1 Year", "28 Feb 2025"),
    ("29 Feb 2024 + 4 Year", "29 Feb 2028"),
    ("29 Feb 2000 + 100 Year", "28 Feb 2100"),
    ("31 Mar 2024 - 1 Month", "29 Feb 2024"),
    ("31 Dec 2023 + 1 Quarter", "31 Mar 2024"),
    ("30 Nov 2023 + 1 Quarter", "29 Feb 2024"),
    ("28 Feb 2023 + 1 Day", "1 Mar 2023"),
    ("1 Jan 2024 - 1 Day", "31 Dec 2023"),
    ("1 Mar 2024 - 29 Feb 2024", "1 Day"),
    ("29 Feb 2024 - 1 Mar 2024", "-1 Day"),
    ("1 Jan 2025 - 1 Jan 2024 == 366 Day", "True"),
    (
        "1 Jan 2024 + (1 Mar 2024 - 1 Jan 2024) == 1 Mar 2024",
        "True",
    ),
    ("29 Feb 2024, 23:59 + 1 Year", "28 Feb 2025, 23:59"),
    ("1 Jan 2024, 00:00 - 1 Day", "31 Dec 2023, 00:00"),
    ("1 Jan 2024, 00:00 < 1 Jan 2024, 00:01", "True"),
    ("(1 Jan 2024, 12:34:56).time.seconds", "56"),
    ("(1 Jan 2024, 12:34:56).date.year", "2024"),
    // A month is the 4800th part of 400 years: 30 days, 10 hours and a little.
    ("1 Month == 30 Day", "False"),
    ("1 Month >= 30 Day", "True"),
    ("12 Month > 365 Day", "True"),
    ("12 Month < 366 Day", "True"),
    (
        "4800 Month <= 146097 Day && 4800 Month >= 146097 Day",
        "True",
    ),
    ("4800 Month == 146097 Day", "False"),
    ("1 Quarter == 3 Month", "True"),
    ("2 Week == 14 Day", "True"),
    ("Month == Week", "False"),
    ("-2 * Month < 0 * Month", "True"),
    ("0 * Month == 0 * Day", "True"),
    ("this.seven * Day == 1 Week", "True"),
    ("Monthly == Monthly", "True"),
    ("Monthly == Yearly", "False"),
    // Texts, account numbers and currencies are only the same or not.
    ("\"a\" == \"A\"", "False"),
    ("\"\" + \"\" == \"\"", "True"),
    ("this.iban == NL91ABNA0417164300", "True"),
    ("this.iban.countryCode == \"NL\"", "True"),
    ("EUR == USD", "False"),
    ("this.euros.currency == EUR", "True"),
    // Reals: exact, of any size, and rounded nowhere.
    ("0.1 + 0.2 == 0.3", "True"),
    ("-this.real", "-1.5"),
    ("this.seven / 2.0", "3.5"),
    ("-this.seven / 2.0", "-3.5"),
    ("this.real * this.real", "2.25"),
    ("1.5 < this.seven", "True"),
    ("this.real == 3 / 2", "False"),
    ("1.0 / 3.0 + 1.0 / 3.0 + 1.0 / 3.0 == 1", "True"),
    // Functions take values: where an argument is undefined, so is the call, even if it is not used.
    ("first(this.seven, 1)", "7"),
    ("first(this.seven, 1 / this.zero)", "undefined"),
    ("always(1 / this.zero == 1)", "undefined"),
    ("twice(twice(twice(1)))", "8"),
    ("kind(this.seven - 6) + kind(2)", "\"onetwo\""),
    ("coin(this.euros)", "1"),
    ("coin(this.dollars)", "2"),
    ("coin(-this.euros)", "undefined"),
    ("truth(this.yes)", "1"),
    ("truth(not this.yes)", "undefined"),
    ("truth(1 / this.zero == 1)", "undefined"),
    ("endOf(this.day)", "\"end\""),
    ("kind(1 / this.zero)", "undefined"),
    // Instances are the same where their keys are.
    ("Thing[1] == Thing[2]", "False"),
    ("Thing[1] == this", "True"),
    ("Thing[Thing[2].id].id", "2"),
    ("Thing[this.seven - 6].euros", "EUR 0.99"),
    ("Thing[2] instate {fresh used}", "True"),
    ("Thing[1 / this.zero] instate fresh || True", "True"),
    ("not (Thing[1 / this.zero] instate fresh)", "True"),
];

const SPECIFICATION: &str = "
specification Other {
    fields { id: Integer @key }
    events { wake[] }
    lifeCycle { initial asleep -> awake: wake final awake }
}

event wake() {}

function twice(number: Integer): Integer = number * 2;

function first(number: Integer, other: Integer): Integer = number;

function coin(money: Money): Integer = case money { EUR 0.99 => 1; USD 0.99 => 2; };

function truth(value: Boolean): Integer = case value { True => 1; False => 1 / 0; };

function endOf(day: Date): String = case day { 31 Jan 2024 => \"end\"; };

function always(whatever: Boolean): Boolean = True;

function kind(number: Integer): String = case number { 1 => \"one\"; 2 => \"two\"; };

specification Thing {
    fields {
        id: Integer @key
        seven: Integer
        zero: Integer
        real: Real
        euros: Money
        dollars: Money
        rate: Percentage
        yes: Boolean
        items: set[Integer]
        prices: map[String : Money]
        day: Date
        iban: IBAN
    }
    events {
        EVENTS
    }
    lifeCycle { initial fresh -> used: EVENTS_OF_ARROW final used }
}
";

const TEST: &str = "
state things {
    now is 15 Jan 2024, 10:30;
    used Thing with id == 1 and seven == 7 and zero == 0 and real == 1.5 and euros == EUR 0.99
        and dollars == USD 0.99 and rate == 5% and yes == True and items == {1, 2}
        and prices == (\"tea\" : EUR 1.00, \"coffee\" : EUR 2.00) and day == 31 Jan 2024
        and iban == NL91ABNA0417164300;
    uninitialized Thing with id == 2;
}

check things reachable from things in max 0 steps;
";

/// One event for each expression, which compares it with itself.
fn specification() -> String {
    let names: Vec<String> = (0..TABLE.len()).map(|index| format!("e{index}")).collect();
    let listed: Vec<String> = names.iter().map(|name| format!("{name}[]")).collect();
    let text = SPECIFICATION
        .replace("EVENTS_OF_ARROW", &names.join(", "))
        .replace("EVENTS", &listed.join(" "));
    let defined = names.iter().zip(TABLE).map(|(name, (expression, _))| {
        format!("event {name}() {{ preconditions {{ ({expression}) == ({expression}); }} }}")
    });
    format!("{text}{}", defined.collect::<Vec<_>>().join("\n"))
}

#[test]
fn expressions_have_their_values() {
    let world = World::new(&specification(), TEST);
    let model = world.model(0);
    let state = start(&model);
    let environment = Environment {
        program: model.program,
        universe: &model.universe,
        current: &state,
        next: None,
        this: Some(InstanceId::at(0)),
        params: &[],
        read_open: None,
    };
    let thing = model.universe.instance(InstanceId::at(0)).spec;
    let mut wrong = Vec::new();
    for (event, (text, expected)) in model.program.spec(thing).events.iter().zip(TABLE) {
        let ExprKind::Binary(_, expression, _) = &event.preconditions[0].condition.kind else {
            panic!("{text} is compared with itself");
        };
        let value = environment.value(expression);
        let value = value.map_or_else(|| "undefined".to_owned(), |value| value.to_string());
        if value != *expected {
            wrong.push(format!("{text}: {value}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
