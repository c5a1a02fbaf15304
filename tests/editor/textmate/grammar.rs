//! A `TextMate` grammar and what it makes of a text, as far as ours needs it: matches, nested ranges, captures and
//! references to the repository.

use std::collections::BTreeMap;

use fancy_regex::{Captures, Regex};
use serde_json::Value;

/// A grammar that has been read.
pub(crate) struct Grammar {
    rules: Vec<Rule>,
    /// The rules that begin with each, by name.
    repository: BTreeMap<String, usize>,
    top: usize,
    /// For each rule those that may begin within it, groups resolved.
    candidates: Vec<Vec<usize>>,
}

struct Rule {
    name: Option<String>,
    kind: Kind,
    /// The rules inside of it, by index or by name.
    patterns: Vec<Inner>,
}

enum Kind {
    /// Only its patterns count.
    Group,
    Match(Regex, Scopes),
    Range {
        begin: Regex,
        at_begin: Scopes,
        end: Regex,
    },
}

enum Inner {
    Rule(usize),
    Named(String),
}

/// Scopes of the groups of a match, by number.
type Scopes = BTreeMap<usize, String>;

impl Grammar {
    pub(crate) fn read(text: &str) -> Grammar {
        let document: Value = serde_json::from_str(text).expect("JSON");
        let mut grammar = Grammar {
            rules: Vec::new(),
            repository: BTreeMap::new(),
            top: 0,
            candidates: Vec::new(),
        };
        grammar.top = grammar.add(&document, false);
        for (name, rule) in document["repository"].as_object().expect("a repository") {
            let index = grammar.add(rule, true);
            grammar.repository.insert(name.clone(), index);
        }
        let candidates = (0..grammar.rules.len()).map(|rule| {
            let mut found = Vec::new();
            grammar.find_candidates(rule, &mut found);
            found
        });
        grammar.candidates = candidates.collect();
        grammar
    }

    fn add(&mut self, rule: &Value, has_scope: bool) -> usize {
        let patterns = rule["patterns"].as_array().map_or(&[][..], Vec::as_slice);
        let patterns = patterns
            .iter()
            .map(|inner| match inner["include"].as_str() {
                Some(name) => Inner::Named(name.trim_start_matches('#').to_owned()),
                None => Inner::Rule(self.add(inner, true)),
            });
        let patterns = patterns.collect();
        let regex = |key: &str| {
            let text = rule[key].as_str()?;
            Some(Regex::new(text).unwrap_or_else(|error| panic!("{text}: {error}")))
        };
        let kind = match (regex("match"), regex("begin"), regex("end")) {
            (Some(found), None, None) => Kind::Match(found, scopes(&rule["captures"])),
            (None, Some(begin), Some(end)) => Kind::Range {
                begin,
                at_begin: scopes(&rule["beginCaptures"]),
                end,
            },
            _ => Kind::Group,
        };
        let name = rule["name"].as_str().filter(|_| has_scope);
        self.rules.push(Rule {
            name: name.map(str::to_owned),
            kind,
            patterns,
        });
        self.rules.len() - 1
    }

    /// The innermost scope of each byte.
    pub(crate) fn scopes(&self, text: &str) -> Vec<Option<&str>> {
        let mut painting = Painting {
            grammar: self,
            scopes: vec![None; text.len()],
            open: vec![self.top],
        };
        let mut start = 0;
        // Grammars see one line at a time, with its end.
        for line in text.split_inclusive('\n') {
            painting.line(line, start);
            start += line.len();
        }
        painting.scopes
    }

    fn find_candidates(&self, rule: usize, found: &mut Vec<usize>) {
        for inner in &self.rules[rule].patterns {
            let index = match inner {
                Inner::Rule(index) => *index,
                Inner::Named(name) => self.repository[name],
            };
            match self.rules[index].kind {
                Kind::Group => self.find_candidates(index, found),
                Kind::Match(..) | Kind::Range { .. } => found.push(index),
            }
        }
    }
}

fn scopes(captures: &Value) -> Scopes {
    let captures = captures.as_object().into_iter().flatten();
    let named = captures.filter_map(|(number, capture)| {
        let name = capture["name"].as_str()?;
        Some((number.parse().ok()?, name.to_owned()))
    });
    named.collect()
}

/// A text that is being painted.
struct Painting<'g> {
    grammar: &'g Grammar,
    scopes: Vec<Option<&'g str>>,
    /// The ranges that are open, the innermost last.
    open: Vec<usize>,
}

impl<'g> Painting<'g> {
    fn line(&mut self, line: &str, start: usize) {
        let mut at = 0;
        // A range may end without taking anything, but not twice at the same place.
        let mut last = None;
        while at <= line.len() {
            let Some((rule, found)) = self.next(line, at) else {
                return self.paint(start + at, start + line.len(), self.innermost());
            };
            let whole = found.get(0).expect("a match");
            if last == Some((rule, whole.start(), whole.end())) {
                return;
            }
            last = Some((rule, whole.start(), whole.end()));
            self.paint(start + at, start + whole.start(), self.innermost());
            self.take(rule, &found, start);
            at = whole.end();
        }
    }

    /// What comes first: the end of what is open, or the first of the rules inside of it. None stands for the end.
    fn next<'t>(&self, line: &'t str, at: usize) -> Option<(Option<usize>, Captures<'t, str>)> {
        let open = *self.open.last().expect("the top is open");
        let mut best: Option<(Option<usize>, Captures<'t, str>)> = None;
        let end = match &self.grammar.rules[open].kind {
            Kind::Range { end, .. } => Some((None, end)),
            Kind::Group | Kind::Match(..) => None,
        };
        let rules = self.grammar.candidates[open].iter().filter_map(|index| {
            let (Kind::Match(regex, _) | Kind::Range { begin: regex, .. }) =
                &self.grammar.rules[*index].kind
            else {
                return None;
            };
            Some((Some(*index), regex))
        });
        for (rule, regex) in end.into_iter().chain(rules) {
            let Some(found) = regex
                .captures_from_pos(line, at)
                .expect("it can be matched")
            else {
                continue;
            };
            let begin = |found: &Captures<'_, str>| found.get(0).map(|it| it.start());
            if best
                .as_ref()
                .is_none_or(|(_, best)| begin(&found) < begin(best))
            {
                best = Some((rule, found));
            }
        }
        best
    }

    /// Paints a match, and opens or closes a range if it is the begin or the end of one.
    fn take(&mut self, rule: Option<usize>, found: &Captures<'_, str>, start: usize) {
        let whole = found.get(0).expect("a match").range();
        let Some(index) = rule else {
            self.paint(start + whole.start, start + whole.end, self.innermost());
            self.open.pop();
            return;
        };
        let rule = &self.grammar.rules[index];
        let scope = rule.name.as_deref().or(self.innermost());
        self.paint(start + whole.start, start + whole.end, scope);
        let captures = match &rule.kind {
            Kind::Match(_, captures) => captures,
            Kind::Range { at_begin, .. } => {
                self.open.push(index);
                at_begin
            }
            Kind::Group => return,
        };
        for (number, name) in captures {
            if let Some(part) = found.get(*number) {
                self.paint(start + part.start(), start + part.end(), Some(name));
            }
        }
    }

    /// The scope of what stands in the ranges that are open.
    fn innermost(&self) -> Option<&'g str> {
        let mut open = self.open.iter().rev();
        open.find_map(|rule| self.grammar.rules[*rule].name.as_deref())
    }

    fn paint(&mut self, from: usize, to: usize, scope: Option<&'g str>) {
        self.scopes[from..to].fill(scope);
    }
}
