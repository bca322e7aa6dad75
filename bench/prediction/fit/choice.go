package main

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/bench/prediction/dataset"
	"github.com/nrkit/nrkit/prediction"
)

// The bar of the choice: the loss in geometric mean, and on the worst matrix.
const meanBar, worstBar = 1.03, 1.5

// factorizations are the numbers for which the choice is judged.
var factorizations = []float64{1, 10, 1000}

// A policy chooses one of the settings of a matrix, -1 if it has none.
type policy struct {
	name   string
	choose func(list []setting, k float64) int
}

// policies are the prediction, and fixed choices to compare with.
func policies() []policy {
	always := func(s prediction.Solver, ordering string) func([]setting, float64) int {
		return func(list []setting, _ float64) int {
			return slices.IndexFunc(list, func(x setting) bool { return x.solver == s && x.ordering == ordering })
		}
	}
	return []policy{
		{"prediction", byPrediction},
		{"always KLU with its own ordering", always(prediction.KLU, dataset.Own)},
		{"always KLU, btf+amd", always(prediction.KLU, "btf+amd")},
		{"always KLU, btf+mmf", always(prediction.KLU, "btf+mmf")},
		{"always newton/lu, btf+amd", always(prediction.LU, "btf+amd")},
		{"always newton/lu, btf+mmf", always(prediction.LU, "btf+mmf")},
		{"always UMFPACK with its own ordering", always(prediction.UMFPACK, dataset.Own)},
	}
}

// byPrediction chooses the least predicted total of what analyze offers.
func byPrediction(list []setting, k float64) int {
	best := -1
	for n, s := range list {
		if s.offered && (best < 0 || s.total(s.predicted, k) < list[best].total(list[best].predicted, k)) {
			best = n
		}
	}
	return best
}

// A loss is what a policy loses on a matrix: its measured total over the least measured
// total of all settings.
type loss struct {
	matrix       string
	chosen, best string
	ratio        float64
}

// losses returns the losses of a policy for k factorizations.
func losses(all map[string][]setting, names []string, p policy, k float64) (list []loss) {
	for _, name := range names {
		settings := all[name]
		at := p.choose(settings, k)
		if at < 0 {
			continue
		}
		time := func(n int) float64 { return settings[n].total(settings[n].measured, k) }
		best := 0
		for n := range settings {
			if time(n) < time(best) {
				best = n
			}
		}
		list = append(list, loss{name, settings[at].name(), settings[best].name(), time(at) / time(best)})
	}
	return list
}

// geometric returns the geometric mean of the losses.
func geometric(list []loss) float64 {
	sum := 0.0
	for _, l := range list {
		sum += math.Log(l.ratio)
	}
	return math.Exp(sum / float64(len(list)))
}

// worst returns the largest loss.
func worst(list []loss) loss {
	return slices.MaxFunc(list, func(a, b loss) int {
		switch {
		case a.ratio < b.ratio:
			return -1
		case a.ratio > b.ratio:
			return 1
		}
		return strings.Compare(b.matrix, a.matrix)
	})
}

// saveRegret writes the tables of losses to a file, or to standard output for -; "" writes
// nothing.
func saveRegret(path string, computers []*computer, results []*result) error {
	var out bytes.Buffer
	switch path {
	case "":
		return nil
	case "-":
		writeRegret(os.Stdout, computers, results)
		return nil
	}
	writeRegret(&out, computers, results)
	return os.WriteFile(path, out.Bytes(), 0o644)
}

// A judged has the settings of matrices by name, and the names by group.
type judged struct {
	settings map[string][]setting
	groups   []group
}

// A group is the matrices of a computer by whether a coefficient was fitted to them.
type group struct {
	on, matrices string
	names        []string
}

// judge finds the settings of all computers. A name is of a computer and a matrix.
func judge(computers []*computer, results []*result) *judged {
	j := &judged{settings: map[string][]setting{}}
	for _, on := range computers {
		points := map[string]*point{}
		for _, r := range results {
			for k := range r.points {
				if p := &r.points[k]; p.on == on {
					points[key(p.row, r.name)] = p
				}
			}
		}
		byMatrix := map[string][]dataset.Row{}
		for _, r := range on.rows {
			byMatrix[r.Matrix] = append(byMatrix[r.Matrix], r)
		}
		left, held := group{on: on.name, matrices: "family left out"}, group{on: on.name, matrices: "held out"}
		for _, name := range slices.Sorted(maps.Keys(byMatrix)) {
			list := (&chart{points, byMatrix[name]}).settings()
			if byPrediction(list, 1) < 0 {
				continue
			}
			full := on.name + " " + name
			j.settings[full] = list
			if slices.Contains(heldOut, name) {
				held.names = append(held.names, full)
			} else {
				left.names = append(left.names, full)
			}
		}
		j.groups = append(j.groups, left, held)
	}
	return j
}

// losses returns the losses of a policy on a group.
func (j *judged) losses(g group, p policy, k float64) []loss {
	return losses(j.settings, g.names, p, k)
}

// writeRegret writes how much time the choice by prediction loses to the best choice.
func writeRegret(w io.Writer, computers []*computer, results []*result) {
	j := judge(computers, results)
	j.writeBar(w)
	j.writePolicies(w)
	j.writeMisses(w)
	j.writeWinners(w)
}

// writeBar writes whether the choice meets the bar.
func (j *judged) writeBar(w io.Writer) {
	fmt.Fprintf(w, "## The bar\n\nThe bar is met if the loss is at most %g× in geometric mean, and at most %g× on the worst matrix.\n\n| computer | matrices | factorizations | n | geometric mean | worst | bar |\n| --- | --- | ---: | ---: | ---: | ---: | --- |\n", meanBar, worstBar)
	for _, g := range j.groups {
		for _, k := range factorizations {
			list := j.losses(g, policies()[0], k)
			if len(list) == 0 {
				continue
			}
			met := "met"
			switch mean, most := geometric(list) > meanBar, worst(list).ratio > worstBar; {
			case mean && most:
				met = "**missed** in the mean and on the worst matrix"
			case mean:
				met = "**missed** in the mean"
			case most:
				met = "**missed** on the worst matrix"
			}
			fmt.Fprintf(w, "| %s | %s | %s | %d | %.3f× | %.2f× | %s |\n", g.on, g.matrices, thousands(k), len(list), geometric(list), worst(list).ratio, met)
		}
	}
}

// writePolicies writes the losses of all policies on matrices whose family was left out.
func (j *judged) writePolicies(w io.Writer) {
	fmt.Fprint(w, "\n## Fixed choices, to compare with\n\nGeometric mean and worst loss on the matrices of `family left out`.\n\n| computer | policy |")
	for _, k := range factorizations {
		fmt.Fprintf(w, " %s: mean | worst |", thousands(k))
	}
	fmt.Fprint(w, "\n| --- | --- |"+strings.Repeat(" ---: | ---: |", len(factorizations))+"\n")
	for _, g := range j.groups {
		if g.matrices != "family left out" {
			continue
		}
		for _, p := range policies() {
			fmt.Fprintf(w, "| %s | %s |", g.on, p.name)
			for _, k := range factorizations {
				list := j.losses(g, p, k)
				fmt.Fprintf(w, " %.3f× | %.2f× |", geometric(list), worst(list).ratio)
			}
			fmt.Fprintln(w)
		}
	}
}

// writeMisses lists the matrices on which the choice loses most.
func (j *judged) writeMisses(w io.Writer) {
	const listed = 1.25
	fmt.Fprintf(w, "\n## Matrices on which the choice loses more than %g×\n\n| computer, matrix | factorizations | loss | chosen | best |\n| --- | ---: | ---: | --- | --- |\n", listed)
	for _, g := range j.groups {
		for _, k := range factorizations {
			for _, l := range j.losses(g, policies()[0], k) {
				if l.ratio > listed {
					fmt.Fprintf(w, "| %s | %s | %.2f× | %s | %s |\n", l.matrix, thousands(k), l.ratio, l.chosen, l.best)
				}
			}
		}
	}
}

// writeWinners counts which settings are the best.
func (j *judged) writeWinners(w io.Writer) {
	fmt.Fprint(w, "\n## Which settings are the best, as measured\n\nFor each number of factorizations, the table has the number of matrices, on all computers, on which the setting has the least measured total.\n\n| setting |")
	for _, k := range factorizations {
		fmt.Fprintf(w, " %s |", thousands(k))
	}
	fmt.Fprint(w, "\n| --- |"+strings.Repeat(" ---: |", len(factorizations))+"\n")
	wins := map[string]*[3]int{}
	for n, k := range factorizations {
		for _, l := range losses(j.settings, slices.Sorted(maps.Keys(j.settings)), policies()[0], k) {
			if wins[l.best] == nil {
				wins[l.best] = &[3]int{}
			}
			wins[l.best][n]++
		}
	}
	for _, name := range slices.Sorted(maps.Keys(wins)) {
		fmt.Fprintf(w, "| %s | %d | %d | %d |\n", name, wins[name][0], wins[name][1], wins[name][2])
	}
}

// thousands writes a count as texts have it.
func thousands(k float64) string {
	if k < 1000 {
		return fmt.Sprint(k)
	}
	return fmt.Sprintf("%g,%03d", math.Floor(k/1000), int(k)%1000)
}
