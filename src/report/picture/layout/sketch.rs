//! What is laid out, stripped of what it means: boxes, links between them, and nested groups of boxes.

/// A connected part of a picture. Boxes and links are numbered by their places here, groups as in the picture.
#[derive(Debug, Clone, Default)]
pub(super) struct Sketch {
    pub(super) boxes: Vec<Box>,
    /// Never from a box to itself.
    pub(super) links: Vec<Link>,
    pub(super) groups: Vec<Group>,
}

/// A node with the room that it takes. Links meet it at its axis, a vertical line.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Box {
    /// From the axis to the left end.
    pub(super) left: f64,
    /// From the axis to the right end.
    pub(super) right: f64,
    pub(super) height: f64,
    pub(super) group: Option<usize>,
    /// Reading starts here.
    pub(super) first: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Link {
    pub(super) from: usize,
    pub(super) to: usize,
    /// Width and height of what stands at it.
    pub(super) label: Option<(f64, f64)>,
}

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Group {
    pub(super) parent: Option<usize>,
    /// The least width, which its name needs.
    pub(super) width: f64,
}

impl Sketch {
    /// The groups that a group lies in, outermost first, and the group itself.
    pub(super) fn path(&self, group: Option<usize>) -> Vec<usize> {
        let outwards = std::iter::successors(group, |group| self.groups[*group].parent);
        let mut path: Vec<usize> = outwards.collect();
        path.reverse();
        path
    }

    /// The innermost group that both lie in.
    pub(super) fn common_group(&self, one: Option<usize>, other: Option<usize>) -> Option<usize> {
        let (one, other) = (self.path(one), self.path(other));
        let shared = one
            .iter()
            .zip(&other)
            .take_while(|(one, other)| one == other);
        shared.last().map(|(group, _)| *group)
    }
}

#[cfg(test)]
pub(super) mod examples {
    //! Sketches for the tests of this folder.

    use super::{Box, Group, Link, Sketch};

    /// Boxes of one size with these links and without groups.
    pub(in crate::report::picture::layout) fn plain(
        boxes: usize,
        links: &[(usize, usize)],
    ) -> Sketch {
        let one = Box {
            left: 30.0,
            right: 30.0,
            height: 30.0,
            group: None,
            first: false,
        };
        let link = |&(from, to): &(usize, usize)| Link {
            from,
            to,
            label: None,
        };
        Sketch {
            boxes: vec![one; boxes],
            links: links.iter().map(link).collect(),
            groups: Vec::new(),
        }
    }

    /// Sixty boxes in four groups, each with an inner group, and links of all sorts: back, across groups, with labels.
    pub(in crate::report::picture::layout) fn tangled() -> Sketch {
        let mut links = Vec::new();
        for at in 0..60 {
            links.push((at, (at * 7 + 3) % 60));
            if at % 15 != 14 {
                links.push((at, at + 1));
            }
            if at % 15 == 9 {
                links.push((at, at - 6));
            }
        }
        links.retain(|(from, to)| from != to);
        let mut sketch = plain(60, &links);
        for (at, it) in sketch.boxes.iter_mut().enumerate() {
            let outer = at / 15;
            let inner = (5..10).contains(&(at % 15));
            it.group = Some(if inner { 4 + outer } else { outer });
            it.right += if at % 4 == 0 { 40.0 } else { 0.0 };
            it.first = at % 15 == 0;
        }
        for link in sketch.links.iter_mut().step_by(3) {
            link.label = Some((50.0, 14.0));
        }
        let outer = Group {
            parent: None,
            width: 80.0,
        };
        sketch.groups = vec![outer; 4];
        sketch.groups.extend((0..4).map(|parent| Group {
            parent: Some(parent),
            width: 60.0,
        }));
        sketch
    }
}
