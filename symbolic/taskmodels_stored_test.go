package symbolic_test

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/collection"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// amdOf returns the analysis of a stored matrix under AMD of A+Aᵀ.
func amdOf(a *sparsity.Pattern) *symbolic.Analysis {
	g := sparsity.Symmetrize(a)
	perm, _ := ordering.AMD(g, ordering.AMDOptions{})
	return symbolic.Analyze(a, symbolic.Order{Cols: perm, Rows: perm}, symbolic.Options{Graph: g})
}

// TestModelsPublished: T1/T∞ by columns and by pipelined columns under AMD, as a
// script over sets of Python found them.
func TestModelsPublished(t *testing.T) {
	collection.Folder(t)
	for name, want := range map[string][2]float64{
		"nr_c6288_tran_it0800": {3.09, 14.2}, "cs90_add20_rs": {2.20, 17.1}, "pf_case118": {4.15, 9.6},
	} {
		m := amdOf(collection.Pattern(t, name)).TaskModels
		if columns, pipelined := m.Columns.Parallelism, m.Pipelined.Parallelism; math.Abs(columns-want[0]) > 0.005 || math.Abs(pipelined-want[1]) > 0.05 {
			t.Errorf("%s: want %v, got %.3f and %.3f", name, want, columns, pipelined)
		}
	}
	m := symbolic.Analyze(matgen.Dense(40, 40), symbolic.Order{}, symbolic.Options{}).TaskModels
	if columns, pipelined := m.Columns.Parallelism, m.Pipelined.Parallelism; columns != 1 || math.Abs(pipelined-17.9) > 0.05 {
		t.Errorf("dense: want 1.00 and 17.9, got %v and %v", columns, pipelined)
	}
}

// TestModelsStored compares all matrices of up to 5000 rows with the slow versions:
// pipelined columns, and fronts in tiles.
func TestModelsStored(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(collection.Folder(t), "mtx", "*.mtx*"))
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, file := range files {
		name := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(file), ".gz"), ".mtx")
		a := collection.Pattern(t, name)
		if !a.Square() || a.Cols > 5000 {
			continue
		}
		compared++
		x := amdOf(a)
		below := oracle.BelowDiagonal(sparsity.Permute(a, x.Order.Rows, x.Order.Cols))
		c, work := make([]float64, a.Cols), 0.0
		for j, rows := range below {
			c[j] = float64(len(rows))
			work += 2*c[j]*c[j] + c[j]
		}
		m := x.TaskModels
		if want := oracle.PipelinedColumns(below, c); m.Pipelined.CriticalPath != want || m.Pipelined.Work != work {
			t.Errorf("%s: want %v of %v, got %+v", name, want, work, m.Pipelined)
		}
		var pivots, rows []int
		for s := range x.Partition.Len() {
			pivots, rows = append(pivots, x.Partition.Width(s)), append(rows, int(x.Partition.Rows[s]))
		}
		tasks := oracle.Tiles(x.Tasks.Parent, pivots, rows, rows, symbolic.Tile)
		if want := oracle.LongestChain(tasks); m.Panels.CriticalPath != want {
			t.Errorf("%s: want %v, got %+v", name, want, m.Panels)
		}
		for _, model := range []*symbolic.TaskModel{&m.Columns, m.Pipelined, &m.Panels} {
			checkModel(t, name, model)
		}
	}
	if compared < 40 {
		t.Errorf("only %d matrices of up to 5000 rows", compared)
	}
}
