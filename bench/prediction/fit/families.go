package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
)

// writeFamilies writes the errors of factorizations, refactorizations and solves of all
// solvers by family, and of tiny and spilled matrices.
func writeFamilies(w io.Writer, results []*result) {
	var all []point
	families := map[string]bool{}
	for _, r := range results {
		if numeric(r.name) {
			all = append(all, selected(r.points, fitted)...)
		}
	}
	for _, p := range all {
		families[p.row.Family] = true
	}
	fmt.Fprint(w, "\n## By family\n\nFactorizations, refactorizations and solves of all solvers. `<100 rows` and `spilled` are matrices of all families: the latter have\nfactors that half of the last cache cannot hold. The width of intervals of `spilled` was fitted to all families, so this row holds about 80 % by construction.\n\n")
	fmt.Fprint(w, "| family | matrices | n | median error | p90 | interval holds |\n| --- | ---: | ---: | ---: | ---: | ---: |\n")
	for _, family := range slices.Sorted(maps.Keys(families)) {
		writeGroup(w, family, selected(all, func(p *point) bool { return p.row.Family == family }))
	}
	writeGroup(w, "`<100 rows`", selected(all, tiny))
	writeGroup(w, "`spilled`", selected(all, spilled))
}

func writeGroup(w io.Writer, name string, points []point) {
	matrices := map[string]bool{}
	for _, p := range points {
		matrices[p.row.Matrix] = true
	}
	fmt.Fprintf(w, "| %s | %d | %s\n", name, len(matrices), figuresOf(points))
}
