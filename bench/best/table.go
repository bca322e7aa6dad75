//go:build linux

package main

import (
	"fmt"
	"math"
	"strings"
)

// smallest and symmetric say which matrices are in the means.
const smallest, symmetric = 1000, 0.9

// table writes the section: a line for each matrix, and the means. load is that of the
// machine before the first.
func table(rows []row, load string) string {
	var doc strings.Builder
	doc.WriteString(heading)
	fmt.Fprintf(&doc, `
Written by `+"`scripts/bench-best`"+`. All %d square matrices of the folder. nnz(L) of nrkit is half of the entries of L, of U and between blocks,
and of the diagonal, under the ordering for fill of `+"`--ordering best`"+`. The folder has the figures of the peers, for the pattern
of A+Aᵀ without pivoting; COLAMD's order is computed here. Columns of peers are nnz(L) of nrkit by that of the peer: no more than 1 is as good or better.
Times are milliseconds of CPU: the choice, as `+"`analyze order`"+` makes it, on two cores together; METIS_NodeND on one core, from the folder, where the machine was quiet. Load of this machine before: %s.

`, len(rows), load)
	doc.WriteString("| matrix | n | ordering | nnz(L) | best peer |")
	for _, p := range rows[0].peers {
		fmt.Fprintf(&doc, " %s |", p.Name)
	}
	doc.WriteString(" **best peer** | CPU ms | METIS ms |\n| --- | ---: | --- | ---: | --- |")
	doc.WriteString(strings.Repeat(" ---: |", len(rows[0].peers)+3) + "\n")
	for _, r := range rows {
		fmt.Fprintf(&doc, "| %s | %d | %s | %s | %s |", r.name, r.n, r.method, number(r.lnz), r.least.Name)
		for _, p := range r.peers {
			fmt.Fprintf(&doc, " %s |", ratio(r.lnz, p.LNZ))
		}
		fmt.Fprintf(&doc, " **%s** | %.1f | %.1f |\n", ratio(r.lnz, r.least.LNZ), 1e3*r.choice, 1e3*r.metis)
	}
	doc.WriteString("\n" + summary(rows))
	return doc.String()
}

// summary writes the worst ratio and the means.
func summary(rows []row) string {
	worst, above := rows[0], 0
	var amd, least, cpu mean
	seen := map[uint64]bool{}
	for _, r := range rows {
		if r.lnz/r.least.LNZ > worst.lnz/worst.least.LNZ {
			worst = r
		}
		if r.lnz > r.least.LNZ {
			above++
		}
		if r.n >= smallest && r.symmetry >= symmetric && !seen[r.hash] {
			seen[r.hash] = true
			amd.add(r.lnz / r.peers[0].LNZ)
			least.add(r.lnz / r.least.LNZ)
			cpu.add(r.choice / r.metis)
		}
	}
	return fmt.Sprintf("Matrices with more entries than the best peer: %d; the largest ratio is %.4f, of %s. Geometric means over the %d with n ≥ %d "+
		"and a pattern symmetry of %v or more, each pattern once: **%.4f** of AMD, **%.4f** of the best peer, %.1f times the CPU time of METIS.\n",
		above, worst.lnz/worst.least.LNZ, worst.name, amd.count, smallest, symmetric, amd.value(), least.value(), cpu.value())
}

// A mean is a geometric mean.
type mean struct {
	sum   float64
	count int
}

func (m *mean) add(x float64) {
	m.sum += math.Log(x)
	m.count++
}

func (m *mean) value() float64 { return math.Exp(m.sum / float64(m.count)) }

// number writes a number of entries.
func number(x float64) string {
	if x >= 1e6 {
		return fmt.Sprintf("%.4g", x)
	}
	return fmt.Sprintf("%.0f", x)
}

// ratio writes x by y, a dash where the peer has no figure. It never rounds a ratio
// above 1 to 1.
func ratio(x, y float64) string {
	if y <= 0 {
		return "–"
	}
	text := fmt.Sprintf("%.3f", x/y)
	if x > y && text == "1.000" {
		return "> 1.000"
	}
	return text
}
