//! What the thesis measured: R. Eilers, *Fine-Grained Model Slicing for Faster Verification*, Utrecht University,
//! 2018, section 6.2.
//!
//! All figures are averages of ten runs unless the thesis says otherwise, on an Intel Core i5 with 2.5 GHz. Without
//! slicing they are the seconds that Z3 needed; with slicing, the time of slicing and of building what is checked is
//! in them, too.

use super::report::Published;

/// Where the figures of benchmark I stand, in words for the report.
pub(super) const DEEP_SOURCE: &str = "published: Eilers 2018, table 1: the time in Z3 alone, and if sliced, also to slice and to build the slice; ours is the whole process";

/// Where the figures of benchmark II stand.
pub(super) const WIDE_SOURCE: &str = "published: Eilers 2018, table 2: the time in Z3 alone, and if sliced, also to slice and to build the slice; ours is the whole process";

/// The bound of benchmark II for which there are figures.
pub(super) const WIDE_BOUND: u32 = 5;

/// After this time the thesis gave up on eight fields (footnote 9).
const GIVEN_UP: f64 = 41_956.39;

/// A row of table 1.
struct DeepRow {
    depth: u32,
    /// Seconds for 8, 4, 2 and 1 fields; one field is what slicing leaves.
    seconds: [Option<f64>; 4],
    /// Seconds in all for the slice.
    sliced: f64,
}

const fn row(depth: u32, eight: Option<f64>, [four, two, one]: [f64; 3], sliced: f64) -> DeepRow {
    DeepRow {
        depth,
        seconds: [eight, Some(four), Some(two), Some(one)],
        sliced,
    }
}

/// Table 1.
const DEEP: [DeepRow; 16] = [
    row(10, Some(0.721), [0.141, 0.16, 0.021], 0.749),
    row(11, Some(0.904), [0.214, 0.595, 0.033], 0.761),
    row(12, Some(1.466), [0.542, 2.455, 0.03], 0.758),
    row(13, Some(0.869), [0.631, 0.835, 0.025], 0.753),
    row(14, Some(9.727), [1.39, 13.26, 0.03], 0.758),
    row(15, Some(44.321), [3.28, 1.83, 0.03], 0.758),
    row(16, Some(53.344), [15.179, 0.555, 0.03], 0.758),
    row(17, Some(93.212), [25.398, 11.605, 0.05], 0.778),
    row(18, Some(224.951), [45.86, 6.785, 0.03], 0.758),
    row(19, Some(946.768), [131.824, 5.61, 0.05], 0.778),
    row(20, Some(1446.41), [761.46, 5.24, 0.04], 0.768),
    row(21, Some(12_537.835), [2676.213, 41.185, 0.032], 0.759),
    row(22, Some(518.53), [2479.203, 827.8, 0.07], 0.798),
    row(23, None, [1805.17, 1559.62, 0.063], 0.79),
    row(24, None, [5260.59, 1939.09, 0.049], 0.777),
    row(25, None, [11_802.32, 452.47, 0.111], 0.839),
];

/// Table 2: the size, the seconds for the specification that is not sliced, and the seconds in all for its slice.
const WIDE: [(u32, f64, f64); 7] = [
    (1, 0.02, 1.426),
    (2, 0.05, 1.681),
    (4, 0.135, 1.884),
    (8, 0.669, 2.219),
    (16, 6.047, 3.038),
    (32, 67.06, 5.884),
    (64, 841.607, 23.402),
];

/// The figure of benchmark I.
pub(super) fn deep(fields: u32, depth: u32) -> Option<Published> {
    let column = [8, 4, 2, 1].iter().position(|it| *it == fields)?;
    let row = DEEP.iter().find(|row| row.depth == depth)?;
    Some(row.seconds[column].map_or(Published::NoneWithin(GIVEN_UP), Published::Seconds))
}

/// The figure of benchmark I, sliced. Only eight fields were.
pub(super) fn deep_sliced(fields: u32, depth: u32) -> Option<f64> {
    let row = DEEP.iter().find(|row| row.depth == depth);
    row.filter(|_| fields == 8).map(|row| row.sliced)
}

/// The figure of benchmark II, sliced.
pub(super) fn wide_sliced(size: u32) -> Option<f64> {
    let row = WIDE.iter().find(|row| row.0 == size)?;
    Some(row.2)
}

/// The figure of benchmark II.
pub(super) fn wide(size: u32) -> Option<Published> {
    let row = WIDE.iter().find(|row| row.0 == size)?;
    Some(Published::Seconds(row.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_found_by_fields_and_depth() {
        assert_eq!(deep(8, 20), Some(Published::Seconds(1446.41)));
        assert_eq!(deep(1, 25), Some(Published::Seconds(0.111)));
        assert_eq!(deep(8, 23), Some(Published::NoneWithin(41_956.39)));
        assert_eq!(deep(3, 20), None);
        assert_eq!(deep(8, 50), None);
        assert_eq!(wide(64), Some(Published::Seconds(841.607)));
        assert_eq!(wide(128), None);
        assert_eq!(
            (deep_sliced(8, 25), deep_sliced(1, 25)),
            (Some(0.839), None)
        );
        assert_eq!((wide_sliced(64), wide_sliced(128)), (Some(23.402), None));
    }
}
