package parallel

import (
	"fmt"
	"math"
	"testing"
)

// A point is one published time.
type point struct {
	name   string
	device string
	solver GPUSolver
	solve  bool // of the triangular solves, not of the factorization
	batch  int  // 0 is 1
	counts Counts
	ms     float64
	source string
}

// Where the points are from, by hand.
const (
	// Table I and III; single precision; rows, entries of L+U and levels are the
	// paper's. The flops are not published. analyze under amd has the same counts of
	// memplus: 126,152 entries, 147 levels.
	glu3 = "S. Peng, S. X.-D. Tan, GLU3.0, IEEE Design & Test 37(3), 2020; arXiv:1908.00204v3, tables I and III; TITAN X (Maxwell)"

	// The counts of case118 and case2869pegase are of analyze --ordering nd on the
	// same matrices (rows and entries agree). Counts of other cases are the counts of
	// case2869pegase, scaled by rows.
	powerflow = "github.com/qubeenyoung/gpu-powerflow, exp/20260519/report/cudss_pf_case_timings.md: cuDSS, double precision, RTX 3090 by the repository's other pages"
	largest   = "github.com/qubeenyoung/gpu-powerflow, exp/20260510/lin_sol, large-case table v4: cuDSS, double precision"
	gluAgain  = "github.com/qubeenyoung/gpu-powerflow, exp/20260520/report/glu_vs_cudss_factorize.md: GLU3.0, single precision"
	batched   = "github.com/qubeenyoung/gpu-powerflow, operator utilisation of 2026-05-07: cuDSS, batch of 256, factorizations and solves of one scenario by Newton iterations"

	// 25,380 unknowns. The matrix is not published; the counts are the counts of the
	// c6288 of nrprof (5,156 unknowns) under nd, scaled by rows. The GPU is not
	// stated; the RTX 3090 stands for it.
	sprux = "github.com/ChipFlow/Sprux, issue 5: c6288"
)

var grid = Counts{Rows: 5227, Entries: 55017, Flops: 3.785e5, Levels: 127}
var c6288 = Counts{Rows: 5156, Entries: 79308, Flops: 1.061e6, Levels: 102}

// points are all published times that the model is compared with.
func points() []point {
	titan, rtx := "TITAN X (Maxwell)", "RTX 3090"
	list := []point{
		{"c6288", rtx, CuDSS, false, 0, c6288.Scaled(25380), 2.5, sprux},
		{"c6288", rtx, CuDSS, true, 0, c6288.Scaled(25380), 0.6, sprux},
		{"case118", rtx, CuDSS, false, 0, Counts{181, 1349, 4804, 25}, 0.089, powerflow},
		{"case118", rtx, CuDSS, true, 0, Counts{181, 1349, 4804, 25}, 0.070, powerflow},
		{"case2869pegase", rtx, CuDSS, false, 0, grid, 0.2958, largest},
		{"case2869pegase", rtx, CuDSS, true, 0, grid, 0.1798, largest},
		{"case9241pegase", rtx, CuDSS, false, 0, grid.Scaled(17036), 0.7781, largest},
		{"case9241pegase", rtx, CuDSS, true, 0, grid.Scaled(17036), 0.2994, largest},
		{"case118", rtx, GLU, false, 0, Counts{181, 1355, 4845, 31}, 1.162, gluAgain},
	}
	for _, x := range []struct {
		name                string
		rows                int64
		factor, solve, glu3 float64
	}{
		{"case1197", 2392, 0.211, 0.109, 1.312}, {"case3012wp", 5725, 0.458, 0.218, 2.669},
		{"case6468rte", 12643, 0.692, 0.288, 3.735}, {"case8387pegase", 14908, 0.936, 0.362, 5.527},
	} {
		list = append(list, point{x.name, rtx, CuDSS, false, 0, grid.Scaled(x.rows), x.factor, powerflow},
			point{x.name, rtx, CuDSS, true, 0, grid.Scaled(x.rows), x.solve, powerflow},
			point{x.name, rtx, GLU, false, 0, grid.Scaled(x.rows), x.glu3, gluAgain})
	}
	for _, x := range []struct {
		name          string
		rows, entries int64
		levels        int64
		ms            float64
	}{
		{"rajat12", 1879, 13948, 39, 2.237}, {"circuit_2", 4510, 32671, 102, 4.144}, {"memplus", 17758, 126152, 147, 6.672},
		{"rajat27", 20640, 143438, 125, 10.539}, {"onetone2", 36057, 1306245, 1213, 60.964}, {"rajat15", 37261, 1697198, 968, 71.135},
		{"rajat26", 51032, 343497, 158, 32.366}, {"circuit_4", 80209, 438628, 229, 68.944}, {"rajat20", 86916, 2204552, 1219, 241.822},
		{"ASIC_100ks", 99190, 3638758, 1626, 215.493}, {"hcircuit", 105676, 630666, 145, 46.996}, {"Raj1", 263743, 7287722, 1595, 845.189},
		{"ASIC_320ks", 321671, 4838825, 1669, 216.517}, {"ASIC_680ks", 682712, 4957172, 1450, 210.697}, {"G3_circuit", 1585478, 36699336, 688, 878.153},
	} {
		list = append(list, point{x.name, titan, GLU, false, 0, Counts{x.rows, x.entries, 0, x.levels}, x.ms, glu3})
	}
	return list
}

// batches are published times of one Newton step of one matrix in a batch of 256: a
// factorization and a solve together.
func batches() []point {
	// cuDSS 0.7364 and 14.6415 ms per scenario. The 6 Newton steps of the second are
	// the launches that the page counts; the 3 of the first are from its other tables.
	return []point{
		{"case6468rte", "RTX 3090", CuDSS, false, 256, grid.Scaled(12643), 0.7364 / 3, batched},
		{"case_ACTIVSg70k", "RTX 3090", CuDSS, false, 256, grid.Scaled(134104), 14.6415 / 6, batched},
	}
}

func device(t *testing.T, name string) *GPU {
	for _, g := range GPUs() {
		if g.Name == name {
			return &g
		}
	}
	t.Fatalf("no device %s", name)
	return nil
}

// missed are the points that the model does not meet within a factor of 1.5. They stay
// in docs/parallel.md: no constant is fitted to one point.
var missed = map[string]bool{
	// The levels of these grids are assumed, and the GPU is newer than the one of the constants.
	"case1197 glu3 factor": true, "case3012wp glu3 factor": true, "case6468rte glu3 factor": true,
	// The paper says nothing of their flops, which are few or many.
	"memplus glu3 factor": true, "circuit_4 glu3 factor": true, "rajat20 glu3 factor": true, "Raj1 glu3 factor": true, "ASIC_680ks glu3 factor": true,
}

// The model meets the published times within a factor of 1.5, except those that are
// known to be missed.
func TestPoints(t *testing.T) {
	met, all := 0, 0
	check := func(p point, seconds float64, what string) {
		ratio := seconds * 1e3 / p.ms
		key := fmt.Sprintf("%s %s %s", p.name, p.solver, what)
		within := math.Max(ratio, 1/ratio) <= 1.5
		t.Logf("%-36s published %9.3f ms  model %9.3f ms  %5.2f", key, p.ms, seconds*1e3, ratio)
		if within == missed[key] {
			t.Errorf("%s: ratio %.2f, but missed is %v", key, ratio, missed[key])
		}
		all++
		if within {
			met++
		}
	}
	for _, p := range points() {
		g := device(t, p.device)
		if p.solve {
			s, ok := g.Solve(p.solver, p.counts, max(1, p.batch))
			if !ok {
				t.Fatal(p)
			}
			check(p, s, "solve")
		} else {
			s, ok := g.Factor(p.solver, p.counts, max(1, p.batch))
			if !ok {
				t.Fatal(p)
			}
			check(p, s, "factor")
		}
	}
	for _, p := range batches() {
		g := device(t, p.device)
		f, _ := g.Factor(p.solver, p.counts, p.batch)
		s, _ := g.Solve(p.solver, p.counts, p.batch)
		check(p, (f+s)/float64(p.batch), "batch")
	}
	t.Logf("%d of %d points within a factor of 1.5", met, all)
}
