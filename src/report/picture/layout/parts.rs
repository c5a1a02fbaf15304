//! The connected parts of a picture, as sketches.

use petgraph::unionfind::UnionFind;

use super::super::Picture;
use super::measure::{self, EDGE_FONT};
use super::size::{Size, label_size};
use super::sketch::{Box, Group, Link, Sketch};

/// A part: what its boxes, links and groups are in the picture, and its sketch.
pub(super) struct Part {
    pub(super) nodes: Vec<usize>,
    pub(super) edges: Vec<usize>,
    pub(super) groups: Vec<usize>,
    pub(super) sketch: Sketch,
}

/// Splits a picture. Nodes of one outermost group are in one part.
pub(super) fn parts(picture: &Picture, sizes: &[Size]) -> Vec<Part> {
    let (count, groups) = (picture.nodes.len(), picture.groups.len());
    let mut union: UnionFind<usize> = UnionFind::new(count + groups);
    for (group, it) in picture.groups.iter().enumerate() {
        if let Some(parent) = it.parent {
            union.union(count + group, count + parent.0);
        }
    }
    for (node, it) in picture.nodes.iter().enumerate() {
        if let Some(group) = it.group {
            union.union(node, count + group.0);
        }
    }
    for edge in &picture.edges {
        union.union(edge.from.0, edge.to.0);
    }
    let mut builder = Builder {
        picture,
        sizes,
        local: vec![usize::MAX; count + groups],
        part_of: vec![usize::MAX; count + groups],
        parts: Vec::new(),
    };
    builder.fill(&union.into_labeling());
    builder.parts
}

struct Builder<'p> {
    picture: &'p Picture,
    sizes: &'p [Size],
    /// The number of each node and group in its part.
    local: Vec<usize>,
    /// The part of each set of nodes and groups that belong together.
    part_of: Vec<usize>,
    parts: Vec<Part>,
}

impl Builder<'_> {
    fn fill(&mut self, labels: &[usize]) {
        let count = self.picture.nodes.len();
        // A group without nodes is in no part.
        for label in &labels[..count] {
            if self.part_of[*label] == usize::MAX {
                self.part_of[*label] = self.parts.len();
                self.parts.push(Part {
                    nodes: Vec::new(),
                    edges: Vec::new(),
                    groups: Vec::new(),
                    sketch: Sketch::default(),
                });
            }
        }
        for group in 0..self.picture.groups.len() {
            self.add_group(group, self.part_of[labels[count + group]]);
        }
        for (node, label) in labels[..count].iter().enumerate() {
            self.add_node(node, self.part_of[*label]);
        }
        for (edge, it) in self.picture.edges.iter().enumerate() {
            if it.from != it.to {
                self.add_edge(edge, self.part_of[labels[it.from.0]]);
            }
        }
    }

    fn add_group(&mut self, group: usize, part: usize) {
        let Some(part) = self.parts.get_mut(part) else {
            return;
        };
        let (count, it) = (self.picture.nodes.len(), &self.picture.groups[group]);
        self.local[count + group] = part.groups.len();
        part.groups.push(group);
        part.sketch.groups.push(Group {
            parent: it.parent.map(|parent| self.local[count + parent.0]),
            width: measure::line_width(&it.label, EDGE_FONT) * 1.1 + 20.0,
        });
    }

    fn add_node(&mut self, node: usize, part: usize) {
        let (count, it) = (self.picture.nodes.len(), &self.picture.nodes[node]);
        let part = &mut self.parts[part];
        self.local[node] = part.nodes.len();
        part.nodes.push(node);
        let size = &self.sizes[node];
        part.sketch.boxes.push(Box {
            left: size.width / 2.0,
            right: size.width / 2.0 + size.loops_width,
            height: size.height.max(size.loops_height),
            group: it.group.map(|group| self.local[count + group.0]),
            first: it.shape.is_initial(),
        });
    }

    fn add_edge(&mut self, edge: usize, part: usize) {
        let it = &self.picture.edges[edge];
        let part = &mut self.parts[part];
        part.edges.push(edge);
        part.sketch.links.push(Link {
            from: self.local[it.from.0],
            to: self.local[it.to.0],
            label: label_size(it),
        });
    }
}
