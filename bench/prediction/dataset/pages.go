package dataset

import "slices"

// Pages returns the name of the count of pages of a time, such as `umfpack/factor_pages`:
// pages that the system provided for each repetition. A time without the count needed
// none.
func Pages(time string) string { return time + "_pages" }

// Keep takes the time of these pages out of the times, which are then as if the C library
// had kept freed memory. It returns the seconds of a page, 0 without pages.
//
// The sizes and the order of the blocks of memory alone decide how many pages a repetition
// needs. So they can be counted on another computer with the same libraries.
//
// Method: SuperLU does the same work in a factorization as in a refactorization, which
// needs no pages. The median of the difference for each page is the time of a page.
func Keep(rows []Row) (page float64) {
	page = pageOf(rows)
	for _, r := range rows {
		for name := range r.Times {
			r.Times[name] -= page * r.Counts[Pages(name)]
		}
	}
	return page
}

// pageOf returns the seconds that a page took.
func pageOf(rows []Row) float64 {
	const least = 50 // with fewer pages, the difference is of other work
	var each []float64
	for _, r := range rows {
		n := r.Counts[Pages("superlu/factor")]
		factor, refactor := r.Times["superlu/factor"], r.Times["superlu/refactor"]
		if n >= least && factor > 0 && refactor > 0 {
			each = append(each, (factor-refactor)/n)
		}
	}
	if len(each) == 0 {
		return 0
	}
	slices.Sort(each)
	return max(0, each[len(each)/2])
}
