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

// A setting is a solver under an ordering, with its measured and predicted phases.
type setting struct {
	solver                    prediction.Solver
	ordering                  string
	measured, predicted, high phases
}

// phases are the seconds of a setting.
type phases struct{ order, analyze, factor, refactor, solve float64 }

// total returns the seconds of k factorizations with a solve each.
func (p phases) total(k float64) float64 {
	return p.order + p.analyze + p.factor + (k-1)*p.refactor + k*p.solve
}

// settingsOf returns the settings of a matrix that were measured and predicted in all
// phases. Predictions are of models that were fitted without the family of the matrix.
func settingsOf(rows []dataset.Row, points map[string]*point) (list []setting) {
	for k := range rows {
		r := &rows[k]
		for _, s := range prediction.Solvers() {
			if r.Ordering == dataset.Own || s == prediction.CHOLMOD {
				continue // CHOLMOD was measured on other values, which are positive definite
			}
			x := setting{solver: s, ordering: r.Ordering}
			ok := x.add(&x.measured.order, &x.predicted.order, &x.high.order, orderOf(points, rows, r.Ordering))
			for _, p := range []struct {
				phase                     prediction.Phase
				measured, predicted, high *float64
			}{{prediction.Analyze, &x.measured.analyze, &x.predicted.analyze, &x.high.analyze}, {prediction.Factor, &x.measured.factor, &x.predicted.factor, &x.high.factor}, {prediction.Solve, &x.measured.solve, &x.predicted.solve, &x.high.solve}} {
				ok = x.add(p.measured, p.predicted, p.high, []*point{phaseOf(points, r, s, p.phase)}) && ok
			}
			if p := phaseOf(points, r, s, prediction.Refactor); p != nil {
				x.measured.refactor, x.predicted.refactor, x.high.refactor = p.measured, p.predicted, p.high
			} else {
				x.measured.refactor, x.predicted.refactor, x.high.refactor = x.measured.factor, x.predicted.factor, x.high.factor
			}
			if ok {
				list = append(list, x)
			}
		}
	}
	return list
}

// add adds points to a phase, and reports whether all were there.
func (s *setting) add(measured, predicted, high *float64, points []*point) bool {
	for _, p := range points {
		if p == nil {
			return false
		}
		*measured += p.measured
		*predicted += p.predicted
		*high += p.high
	}
	return true
}

// key names a point.
func key(r *dataset.Row, phase string) string { return r.Name() + " " + phase }

// phaseOf returns the point of a phase, nil without one.
func phaseOf(points map[string]*point, r *dataset.Row, s prediction.Solver, p prediction.Phase) *point {
	for _, method := range []string{"", "-simplicial", "-supernodal"} {
		if x := points[key(r, string(s)+method+"/"+string(p))]; x != nil {
			return x
		}
	}
	return nil
}

// orderOf returns the points of the parts of an ordering, which were measured with some
// row of the matrix: `product+btf+nd` has three.
func orderOf(points map[string]*point, rows []dataset.Row, ordering string) (list []*point) {
	for part := range strings.SplitSeq(ordering, "+") {
		var found *point
		for k := range rows {
			if p := points[key(&rows[k], "ordering/"+part)]; p != nil {
				found = p
				break
			}
		}
		list = append(list, found)
	}
	return list
}

// counted returns a point with the prediction for the factors that a numeric LU of
// newton/lu found, as analyze predicts where pivots leave the diagonal.
func (r *result) counted(p *point, machine *prediction.Machine) *point {
	l, ok := p.row.Counts["lu/l"]
	if _, ordering := r.ordering(); !ok || ordering {
		return p
	}
	family := p.row.Family
	if p.heldOut {
		family = ""
	}
	f := p.row.Features.WithCounts(int64(l), int64(p.row.Counts["lu/u"]), p.row.Features.OffBlock, p.row.Counts["lu/flops"])
	q := *p
	q.predicted = r.models[family].Seconds(f, machine)
	q.low, q.high = p.low*q.predicted/p.predicted, p.high*q.predicted/p.predicted
	return &q
}

// A policy chooses one of the settings of a matrix, -1 if it has none.
type policy struct {
	name   string
	choose func(list []setting, k float64) int
}

// policies are the prediction, and fixed choices to compare with.
func policies() []policy {
	least := func(of func(setting) float64) func([]setting) int {
		return func(list []setting) int {
			best := -1
			for n, s := range list {
				if best < 0 || of(s) < of(list[best]) {
					best = n
				}
			}
			return best
		}
	}
	always := func(s prediction.Solver, ordering string) func([]setting, float64) int {
		return func(list []setting, _ float64) int {
			return slices.IndexFunc(list, func(x setting) bool { return x.solver == s && x.ordering == ordering })
		}
	}
	return []policy{
		{"prediction", func(list []setting, k float64) int {
			return least(func(s setting) float64 { return s.predicted.total(k) })(list)
		}},
		{"always newton/lu, btf+amd", always(prediction.LU, "btf+amd")},
		{"always newton/lu, btf+mmf", always(prediction.LU, "btf+mmf")},
		{"always KLU, btf+amd", always(prediction.KLU, "btf+amd")},
		{"always KLU, btf+mmf", always(prediction.KLU, "btf+mmf")},
		{"always UMFPACK, btf+amd", always(prediction.UMFPACK, "btf+amd")},
	}
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
		at := p.choose(all[name], k)
		if at < 0 {
			continue
		}
		best := 0
		for n, s := range all[name] {
			if s.measured.total(k) < all[name][best].measured.total(k) {
				best = n
			}
		}
		c, b := all[name][at], all[name][best]
		list = append(list, loss{name, string(c.solver) + " " + c.ordering, string(b.solver) + " " + b.ordering, c.measured.total(k) / b.measured.total(k)})
	}
	return list
}

// saveRegret writes the table of losses to a file, or to standard output for -; "" writes
// nothing.
func saveRegret(path string, rows []dataset.Row, results []*result, machine *prediction.Machine) error {
	var out bytes.Buffer
	switch path {
	case "":
		return nil
	case "-":
		writeRegret(os.Stdout, rows, results, machine)
		return nil
	}
	writeRegret(&out, rows, results, machine)
	return os.WriteFile(path, out.Bytes(), 0o644)
}

// writeRegret writes how much time the choice by prediction loses to the best choice.
func writeRegret(w io.Writer, rows []dataset.Row, results []*result, machine *prediction.Machine) {
	points := map[string]*point{}
	for _, r := range results {
		for k := range r.points {
			points[key(r.points[k].row, r.name)] = r.counted(&r.points[k], machine)
		}
	}
	all := map[string][]setting{}
	groups := map[bool][]string{} // by held out
	byMatrix := map[string][]dataset.Row{}
	for _, r := range rows {
		byMatrix[r.Matrix] = append(byMatrix[r.Matrix], r)
	}
	for _, name := range slices.Sorted(maps.Keys(byMatrix)) {
		if list := settingsOf(byMatrix[name], points); len(list) > 1 {
			all[name] = list
			held := slices.Contains(heldOut, name)
			groups[held] = append(groups[held], name)
		}
	}
	fmt.Fprint(w, "| matrices | factorizations | policy | n | geometric mean | p90 | worst | on | chosen | best |\n| --- | ---: | --- | ---: | ---: | ---: | ---: | --- | --- | --- |\n")
	for _, held := range []bool{false, true} {
		for _, k := range []float64{1, 10, 1000} {
			for _, p := range policies() {
				writeLosses(w, map[bool]string{false: "family left out", true: "held out"}[held], k, p.name, losses(all, groups[held], p, k))
			}
		}
	}
}

// writeLosses writes a row of the table.
func writeLosses(w io.Writer, matrices string, k float64, policy string, list []loss) {
	if len(list) == 0 {
		return
	}
	sum, worst := 0.0, list[0]
	var ratios []float64
	for _, l := range list {
		sum += math.Log(l.ratio)
		ratios = append(ratios, l.ratio)
		if l.ratio > worst.ratio {
			worst = l
		}
	}
	fmt.Fprintf(w, "| %s | %g | %s | %d | %.3f× | %.2f× | %.2f× | %s | %s | %s |\n", matrices, k, policy, len(list),
		math.Exp(sum/float64(len(list))), quantile(ratios, 0.9), worst.ratio, worst.matrix, worst.chosen, worst.best)
}
