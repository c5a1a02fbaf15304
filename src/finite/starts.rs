//! The states that a program begins with, one after the other: there may be far more of them than there is room for.

use std::collections::BTreeSet;

use super::{Program, State};

/// States to begin with; whoever takes them decides how many.
#[derive(Debug, Clone)]
pub struct Starts {
    parts: Vec<Part>,
    /// The number of each part's choice, in the state that comes next; nothing where there are no more.
    next: Option<Vec<usize>>,
    n_variables: usize,
}

/// Variables that get their values together.
#[derive(Debug, Clone)]
struct Part {
    /// The places of the variables.
    places: Vec<usize>,
    /// What values they get.
    choices: Vec<Vec<i64>>,
}

impl Program {
    /// The states to begin with, the last variable varying fastest.
    pub fn starts(&self) -> Starts {
        self.starts_as(|_, value| Some(value))
    }

    /// What the states to begin with look like if the values of each variable, by its place, look like others, or are
    /// not wanted.
    pub fn starts_as(&self, seen: impl Fn(usize, i64) -> Option<i64>) -> Starts {
        let mut parts = Vec::new();
        for (index, variable) in self.variables_alone() {
            let values = variable.initial.iter();
            let mut values: Vec<i64> = values.filter_map(|it| seen(index, *it)).collect();
            values.dedup();
            parts.push(Part {
                places: vec![index],
                choices: values.into_iter().map(|value| vec![value]).collect(),
            });
        }
        parts.extend(self.together(seen));
        let is_possible = parts.iter().all(|part| !part.choices.is_empty());
        Starts {
            next: is_possible.then(|| vec![0; parts.len()]),
            parts,
            n_variables: self.variables.len(),
        }
    }

    fn together(&self, seen: impl Fn(usize, i64) -> Option<i64>) -> Option<Part> {
        let together = self.together.as_ref()?;
        let places = together.variables.iter().map(|id| id.0 as usize);
        let places: Vec<usize> = places.collect();
        let tuples = together.values.iter().filter_map(|tuple| {
            let values = places.iter().zip(tuple);
            values.map(|(index, value)| seen(*index, *value)).collect()
        });
        let tuples: BTreeSet<Vec<i64>> = tuples.collect();
        Some(Part {
            places,
            choices: tuples.into_iter().collect(),
        })
    }
}

impl Iterator for Starts {
    type Item = State;

    fn next(&mut self) -> Option<State> {
        let chosen = self.next.as_mut()?;
        let mut state = vec![0; self.n_variables];
        for (part, number) in self.parts.iter().zip(&*chosen) {
            for (place, value) in part.places.iter().zip(&part.choices[*number]) {
                state[*place] = *value;
            }
        }
        let mut choices = chosen.iter_mut().zip(&self.parts).rev();
        let has_more = choices.any(|(number, part)| {
            let is_last = *number + 1 == part.choices.len();
            *number = if is_last { 0 } else { *number + 1 };
            !is_last
        });
        if !has_more {
            self.next = None;
        }
        Some(state)
    }
}
