//! Where each variable is in a packed state: a state is a few machine words, and a variable has as many bits of one as
//! its range takes.

use std::collections::BTreeMap;

use crate::finite::interval::Interval;
use crate::finite::{Array, Effect, Expr, Place, Program, VariableId};

/// The bits of a machine word.
const WORD: u32 = 64;

/// The numbers of words that a state may have: for each of them there is a table of its own.
const SIZES: [usize; 9] = [1, 2, 3, 4, 6, 8, 16, 32, 64];

/// Where the variables of a program are.
#[derive(Debug, Clone)]
pub(super) struct Packing {
    /// By variable.
    pub(super) fields: Vec<Field>,
    /// The number of words that a state takes, with some to spare where there is no table for exactly as many.
    pub(super) words: usize,
    /// The arrays whose elements lie side by side in one word, each as wide as the others, by their first element.
    pub(super) rows: BTreeMap<VariableId, u32>,
}

/// Some bits of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) word: usize,
    pub(super) shift: u32,
    /// How many; none for a variable that has always the same value.
    pub(super) bits: u32,
    /// The value that is stored as zero.
    pub(super) low: i64,
}

/// Variables that have to lie side by side.
struct Block {
    variables: Vec<VariableId>,
    low: i64,
    bits: u32,
}

impl Packing {
    /// Finds a place for every variable, by the range of each.
    pub(super) fn new(program: &Program, ranges: &[Interval]) -> Packing {
        let mut packing = Packing {
            fields: vec![
                Field {
                    word: 0,
                    shift: 0,
                    bits: 0,
                    low: 0
                };
                program.variables.len()
            ],
            words: 1,
            rows: BTreeMap::new(),
        };
        let mut blocks = blocks(program, ranges);
        blocks.sort_by_key(|block| std::cmp::Reverse(block.width()));
        let mut used = Vec::new();
        for block in &blocks {
            packing.place(block, &mut used);
        }
        packing.words = rounded(used.len());
        packing
    }

    /// Puts a block into the first word that has room.
    fn place(&mut self, block: &Block, used: &mut Vec<u32>) {
        let width = block.width();
        let word = used.iter().position(|used| used + width <= WORD);
        let word = word.unwrap_or_else(|| {
            used.push(0);
            used.len() - 1
        });
        for variable in &block.variables {
            self.fields[variable.0 as usize] = Field {
                word,
                shift: used[word].min(WORD - 1),
                bits: block.bits,
                low: block.low,
            };
            used[word] += block.bits;
        }
        if block.variables.len() > 1 {
            self.rows.insert(block.variables[0], block.bits);
        }
    }

    /// The words of a state.
    pub(super) fn pack<const W: usize>(&self, state: &[i64]) -> [u64; W] {
        let mut words = [0; W];
        self.pack_into(state, &mut words);
        words
    }

    /// The words of any state, if it has any: the program reaches none that has not.
    pub(super) fn words_of(&self, state: &[i64]) -> Option<Vec<u64>> {
        let mut words = vec![0; self.words];
        self.pack_into(state, &mut words);
        (self.unpack(&words) == state).then_some(words)
    }

    fn pack_into(&self, state: &[i64], words: &mut [u64]) {
        for (field, value) in self.fields.iter().zip(state) {
            let offset = value.wrapping_sub(field.low).cast_unsigned();
            if field.bits > 0 {
                words[field.word] |= offset << field.shift;
            }
        }
    }

    /// The state of some words.
    pub(super) fn unpack(&self, words: &[u64]) -> Vec<i64> {
        self.fields.iter().map(|field| field.value(words)).collect()
    }
}

/// The number of words to take for so many.
fn rounded(words: usize) -> usize {
    let mut sizes = SIZES.into_iter();
    sizes.find(|size| *size >= words).unwrap_or(words)
}

impl Field {
    /// The value that is stored there.
    pub(super) fn value(&self, words: &[u64]) -> i64 {
        let offset = (words[self.word] >> self.shift) & self.mask();
        offset.cast_signed().wrapping_add(self.low)
    }

    /// As many ones as there are bits.
    pub(super) fn mask(&self) -> u64 {
        u64::MAX.checked_shr(WORD - self.bits).unwrap_or(0)
    }
}

impl Block {
    fn width(&self) -> u32 {
        self.bits * u32::try_from(self.variables.len()).unwrap_or(u32::MAX)
    }
}

fn blocks(program: &Program, ranges: &[Interval]) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut is_placed = vec![false; program.variables.len()];
    for array in indexed_arrays(program) {
        let block = block(array.elements().collect(), ranges);
        let is_free = block
            .variables
            .iter()
            .all(|variable| !is_placed[variable.0 as usize]);
        if is_free && block.width() <= WORD && block.bits > 0 {
            for variable in &block.variables {
                is_placed[variable.0 as usize] = true;
            }
            blocks.push(block);
        }
    }
    let alone = program
        .variable_ids()
        .filter(|variable| !is_placed[variable.0 as usize]);
    blocks.extend(alone.map(|variable| block(vec![variable], ranges)));
    blocks
}

/// Variables side by side, each wide enough for all values of any.
fn block(variables: Vec<VariableId>, ranges: &[Interval]) -> Block {
    let of = |variable: &VariableId| ranges[variable.0 as usize];
    let range = variables.iter().map(of).reduce(Interval::join);
    let range = range.unwrap_or(Interval::of(0));
    let values = range.high.wrapping_sub(range.low).cast_unsigned();
    Block {
        variables,
        low: range.low,
        bits: WORD - values.leading_zeros(),
    }
}

/// The arrays that are read or written at an index that is not a number, in a fixed order.
fn indexed_arrays(program: &Program) -> Vec<Array> {
    let mut found: BTreeMap<VariableId, Array> = BTreeMap::new();
    let mut note = |expr: &Expr| {
        expr.walk(&mut |part| {
            if let Expr::Element(array, index) = part
                && index.constant().is_none()
            {
                found.entry(array.first).or_insert(*array);
            }
        });
    };
    let mut written = Vec::new();
    for action in &program.actions {
        action.guard.iter().for_each(&mut note);
        for effect in &action.effects {
            match effect {
                Effect::Let(_, value) | Effect::Assert(value) => note(value),
                Effect::Assign(place, value) => {
                    note(value);
                    if let Place::Element(array, index) = place {
                        note(index);
                        written.push(*array);
                    }
                }
            }
        }
    }
    for array in written {
        found.entry(array.first).or_insert(array);
    }
    found
        .into_values()
        .filter(|array| array.length > 1)
        .collect()
}
