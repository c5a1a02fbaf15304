//! Parts that nothing joins, laid out side by side in lines, like words on a page.

/// Between parts.
const GAP: f64 = 28.0;
/// The page should be so many times wider than high.
const RATIO: f64 = 1.4;
/// So many widths of the page are tried.
const TRIALS: usize = 64;

/// The corner of each part, and the size of the whole.
pub(super) struct Page {
    pub(super) corners: Vec<(f64, f64)>,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// Puts parts of these widths and heights on a page, with a first line of as many parts as make the page look best.
pub(super) fn pack(sizes: &[(f64, f64)]) -> Page {
    let widest = sizes.iter().map(|(w, _)| *w).fold(0.0, f64::max);
    let mut best = fill(sizes, widest);
    let mut line = 0.0;
    for (width, _) in sizes.iter().take(TRIALS) {
        line += width + GAP;
        let page = fill(sizes, widest.max(line - GAP));
        if page.size() < best.size() {
            best = page;
        }
    }
    best
}

impl Page {
    /// What has to be seen at once to see all of it.
    fn size(&self) -> f64 {
        self.width.max(self.height * RATIO)
    }
}

fn fill(sizes: &[(f64, f64)], most: f64) -> Page {
    let mut page = Page {
        corners: Vec::with_capacity(sizes.len()),
        width: 0.0,
        height: 0.0,
    };
    let (mut x, mut y, mut line) = (0.0_f64, 0.0_f64, 0.0_f64);
    for (width, height) in sizes {
        // Sums of the same numbers may differ in their last digits.
        if x > 0.0 && x + width > most + 0.001 {
            (x, y, line) = (0.0, y + line + GAP, 0.0);
        }
        page.corners.push((x, y));
        page.width = page.width.max(x + width);
        page.height = page.height.max(y + height);
        x += width + GAP;
        line = line.max(*height);
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_do_not_overlap_and_the_page_is_not_a_strip() {
        let sizes: Vec<_> = (0..12).map(|i| (100.0 + f64::from(i), 80.0)).collect();
        let Page {
            corners,
            width,
            height,
        } = pack(&sizes);
        for (at, (x, y)) in corners.iter().enumerate() {
            assert!(x + sizes[at].0 <= width && y + sizes[at].1 <= height);
            for (other_x, other_y) in &corners[..at] {
                assert!((x - other_x).abs() >= 100.0 || (y - other_y).abs() >= 80.0);
            }
        }
        assert!(width < 3.0 * height && height < 3.0 * width);
    }
}
