package captured

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/solvers/matrices"
	"github.com/nrkit/nrkit/solvers"
)

// A choice is a call that factors a matrix whose first pivot is v on the diagonal.
type choice struct {
	v        float64
	analysis int32
	refactor bool
	left     bool // its matrix was not captured
}

// choosing is a folder with such calls of a library.
func choosing(t *testing.T, library string, list ...choice) *plan {
	p := newPlan(t)
	p.run.Functions = []solvers.Function{{Symbol: library + "_factor", Library: library}}
	for k, c := range list {
		x := matrices.Call{N: 3, NNZ: 7}
		if !c.left {
			x.Files.Matrix = p.matrix(fmt.Sprintf("%05d_A.mtx", k+1), 3, [3]float64{1, 1, c.v}, [3]float64{1, 2, 1}, [3]float64{2, 1, 1}, [3]float64{2, 2, 0.3},
				[3]float64{2, 3, 0.2}, [3]float64{3, 2, 0.7}, [3]float64{3, 3, 1})
		}
		phase := solvers.PhaseFactor
		if c.refactor {
			phase = solvers.PhaseRefactor
		}
		p.call(library, phase, solvers.Call{Pattern: 1, Factors: 1, Analysis: max(c.analysis, 1)}, x)
	}
	return p
}

// TestPivots: a call could keep older pivots if they hold for its matrix and for the
// refactorisations after it. The pivots of 1 hold for 0.01 and not for 1e-14.
func TestPivots(t *testing.T) {
	for _, c := range []struct {
		name string
		list []choice
		want string // of each checked call, its number and + if older pivots hold
	}{
		{"hold", []choice{{v: 1}, {v: 0.01}}, "2+"},
		{"do not hold", []choice{{v: 1}, {v: 0.01}, {v: 1e-14}, {v: 1e-14}}, "2+ 3- 4+"},
		{"one choice", []choice{{v: 1}, {v: 0.01, refactor: true}, {v: 0.5, refactor: true}}, ""},
		{"refactorisations hold", []choice{{v: 1}, {v: 0.5, refactor: true}, {v: 0.01}, {v: 0.1, refactor: true}}, "3+"},
		{"a refactorisation needs the choice before", []choice{{v: 1}, {v: 0.5}, {v: 0.01}, {v: 1e-14, refactor: true}, {v: 1e-14}}, "2+ 3- 5+"},
		{"without a matrix", []choice{{v: 1}, {v: 0.5, left: true}, {v: 0.01}}, "3+"},
		{"analyses apart", []choice{{v: 1}, {v: 1e-14, analysis: 2}, {v: 0.5}, {v: 1e-14, analysis: 2}}, "3+ 4+"},
	} {
		var got []string
		for _, x := range choosing(t, "klu", c.list...).look(1000).Pivots {
			sign := map[bool]string{true: "+", false: "-"}[x.Held]
			got = append(got, fmt.Sprint(x.Call+1, sign))
			if x.File != fmt.Sprintf("%05d_A.mtx", x.Call+1) || x.Method == "" || x.Backward > 1e-8 {
				t.Errorf("%s: got %+v", c.name, x)
			}
		}
		if text := strings.ReplaceAll(strings.Join(got, " "), " +", "+"); strings.ReplaceAll(text, " -", "-") != c.want {
			t.Errorf("%s: got %q, want %q", c.name, text, c.want)
		}
	}
}

// Nothing is factored for another library, or for a pattern that takes little time.
func TestPivotsLeftOut(t *testing.T) {
	list := []choice{{v: 1}, {v: 0.01}}
	if out := choosing(t, "superlu", list...).look(1000); len(out.Pivots) > 0 {
		t.Errorf("got %+v, want nothing", out.Pivots)
	}
	if out := choosing(t, "klu", list...).look(1_000_000); len(out.Pivots) > 0 {
		t.Errorf("got %+v, want nothing", out.Pivots)
	}
}

// TestPivotsLimit: a first matrix that alone takes more than the limit is not factored to
// its end, and the folder says so. A dense matrix of order n takes 2/3·n³ flops.
func TestPivotsLimit(t *testing.T) {
	const n = 60
	p := newPlan(t)
	p.run.Functions = []solvers.Function{{Symbol: "klu_factor", Library: "klu"}}
	var full [][3]float64
	for i := 1; i <= n; i++ {
		for j := 1; j <= n; j++ {
			full = append(full, [3]float64{float64(i), float64(j), 1 / float64(i+j-1+(i^j))})
		}
	}
	file := p.matrix("00001_A.mtx", n, full...)
	for range 2 {
		p.call("klu", solvers.PhaseFactor, solvers.Call{Pattern: 1, Factors: 1, Analysis: 1}, matrices.Call{N: n, NNZ: n * n, Files: matrices.Files{Matrix: file}})
	}
	f := newFolder(context.Background(), p.dir, &p.run, 1000, &p.index)
	list := f.pivotSeries()
	if len(list) != 1 {
		t.Fatalf("got %+v", list)
	}
	for limit, want := range map[float64]int{1e5: 0, 1e6: 1} {
		f.out.Skipped, f.out.Pivots = nil, nil
		spent, err := f.follow(list[0], limit)
		if err != nil || spent > limit || len(f.out.Pivots) != want || len(f.out.Skipped) != 1-want {
			t.Errorf("limit %g: took %g flops, got %+v, skipped %q, %v", limit, spent, f.out.Pivots, f.out.Skipped, err)
		}
	}
}
