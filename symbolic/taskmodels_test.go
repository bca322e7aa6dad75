package symbolic_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// belowOf returns the structure of an order column by column, by definition: the
// rows of L below the diagonal, or for the column tree those of Rᵀ; and what each
// column of L has below the diagonal.
func belowOf(a *sparsity.Pattern, ord symbolic.Order) (f oracle.Factor, c []float64) {
	d, _ := apply(a, ord)
	f = oracle.Eliminate(d)
	lower := f.ColumnCounts()
	if ord.Tree == symbolic.ColumnTree {
		f = oracle.Eliminate(oracle.Normal(d))
		lower, _ = oracle.Householder(d)
	}
	c = make([]float64, len(lower))
	for j, x := range lower {
		c[j] = float64(x) - 1
	}
	return f, c
}

// Pipelined columns have the critical path and the schedules of the slow version.
func TestPipelined(t *testing.T) {
	shorter := 0
	eachSquare(t, func(t *testing.T, a *sparsity.Pattern, seed uint64) {
		for _, ord := range orders(a, seed) {
			for _, ord.Tree = range []string{symbolic.SymmetricTree, symbolic.ColumnTree} {
				f, c := belowOf(a, ord)
				path, makespan := symbolic.PipelinedOf(a, ord)
				if want := oracle.PipelinedColumns(f.Rows, c); path != want {
					t.Fatalf("%s, %s: critical path: want %v, got %v", ord.Method, ord.Tree, want, path)
				}
				tree := etree.Tree{Parent: f.Parent()}
				priority := make([]float64, len(c))
				for j := range priority {
					for k := int32(j); k >= 0; k = tree.Parent[k] {
						priority[j] += 3 * c[k]
					}
				}
				x := symbolic.Analyze(a, ord, symbolic.Options{})
				for _, p := range []int{1, 2, 3, 8} {
					got := makespan(p)
					if want := oracle.PipelinedSchedule(f.Rows, c, priority, p); got != want {
						t.Fatalf("%s, %s: %d workers: want %v, got %v", ord.Method, ord.Tree, p, want, got)
					}
					if p == 1 && got != x.Flops || got < path || got > symbolic.GrahamTime(x.Flops, path, p)+1e-9 {
						t.Fatalf("%s, %s: %d workers take %v, work %v, critical path %v", ord.Method, ord.Tree, p, got, x.Flops, path)
					}
				}
				if path < x.CriticalPathFlops {
					shorter++
				}
			}
		}
	})
	if shorter < 100 {
		t.Errorf("want many shorter paths than by columns, got %d", shorter)
	}
}

// Fronts in tiles have the work, the critical path and the schedules of the slow version.
func TestPanels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 4).Draw(t, "fronts")
		parent, pivots, rows, cols := make([]int32, n), make([]int, n), make([]int, n), make([]int, n)
		size := rapid.OneOf(rapid.IntRange(0, 4*symbolic.Tile), rapid.SampledFrom([]int{0, 1, 47, 48, 49, 96, 97}))
		for s := range parent {
			parent[s] = -1
			if p := rapid.IntRange(s, n-1).Draw(t, "parent"); p > s {
				parent[s] = int32(p)
			}
			pivots[s] = max(1, size.Draw(t, "pivots"))
			rows[s], cols[s] = pivots[s]+size.Draw(t, "rows"), pivots[s]+size.Draw(t, "cols")
		}
		tasks := oracle.Tiles(parent, pivots, rows, cols, symbolic.Tile)
		work, path, makespan := symbolic.PanelsOf(etree.Tree{Parent: parent}, pivots, rows, cols)
		total := 0.0
		for _, x := range tasks {
			total += x.Cost
		}
		if longest := oracle.LongestChain(tasks); work != total || path != longest {
			t.Fatalf("want work %v with critical path %v, got %v with %v", total, longest, work, path)
		}
		for _, p := range []int{1, 3, 8} {
			got := makespan(p)
			if want := oracle.TileSchedule(tasks, p); got != want {
				t.Fatalf("%d workers: want %v, got %v", p, want, got)
			}
			if got < path || got > symbolic.GrahamTime(work, path, p)+1e-9 {
				t.Fatalf("%d workers take %v, work %v, critical path %v", p, got, work, path)
			}
		}
	})
}

// The models of an analysis keep their laws: no schedule beats its number of
// workers or T1/T∞ of the same model, and each reaches Graham's bound.
func TestTaskModels(t *testing.T) {
	beyond := 0
	for name, a := range map[string]*sparsity.Pattern{
		"grid": matgen.Grid2D(40, 30), "circuit": matgen.Circuit(600, 1), "dense": matgen.Dense(150, 150),
		"random": matgen.RandomSquare(300, 4, 1), "blocks": matgen.Reducible(20, 8, 3, 1), "diagonal": matgen.Diagonal(9),
	} {
		for _, ord := range orders(a, 1) {
			for _, ord.Tree = range []string{symbolic.SymmetricTree, symbolic.ColumnTree} {
				x := symbolic.Analyze(a, ord, symbolic.Options{})
				m := x.TaskModels
				if m.Columns.CriticalPath != x.CriticalPathFlops || m.Columns.Parallelism != x.ParallelismWork || m.Columns.Work != x.Flops {
					t.Errorf("%s, %s: columns are not those of the analysis: %+v", name, ord.Method, m.Columns)
				}
				if m.Pipelined.Work != x.Flops || m.Panels.Work < x.Flops {
					t.Errorf("%s, %s: flops %v, work %v and %v", name, ord.Method, x.Flops, m.Pipelined.Work, m.Panels.Work)
				}
				for _, model := range []*symbolic.TaskModel{&m.Columns, m.Pipelined, &m.Panels} {
					if x.NNZU <= symbolic.MostScheduled(int64(a.NNZ())) {
						checkModel(t, name+", "+ord.Method, model)
					}
				}
				if m.Pipelined.On(64) > m.Columns.Parallelism {
					beyond++
				}
				costs := symbolic.Analyze(a, ord, symbolic.Options{Costs: true}).TaskModels
				for k, model := range []*symbolic.TaskModel{&costs.Columns, costs.Pipelined, &costs.Panels} {
					want := *[]*symbolic.TaskModel{&m.Columns, m.Pipelined, &m.Panels}[k]
					if model.Work != want.Work || model.CriticalPath != want.CriticalPath || model.Schedule != nil {
						t.Errorf("%s, %s: costs alone are %+v, want %+v", name, ord.Method, model, want)
					}
				}
			}
		}
	}
	if beyond == 0 {
		t.Error("want schedules of pipelined columns that exceed T1/T∞ of columns")
	}
}

func checkModel(t *testing.T, name string, m *symbolic.TaskModel) {
	t.Helper()
	if len(m.Schedule) != len(symbolic.ModelWorkers()) {
		t.Fatalf("%s: schedules %+v", name, m.Schedule)
	}
	for k, s := range m.Schedule {
		if s.Workers != symbolic.ModelWorkers()[k] || s.Speedup > min(float64(s.Workers), m.Parallelism)*(1+1e-12) || s.Speedup < s.Graham*(1-1e-12) {
			t.Errorf("%s: %+v of %+v", name, s, m)
		}
		if s.Speedup != m.On(s.Workers) {
			t.Errorf("%s: on %d workers %v", name, s.Workers, m.On(s.Workers))
		}
	}
}

// Above the limit pipelined columns are left out, and nothing else is.
func TestPipelinedEntries(t *testing.T) {
	a := matgen.Grid2D(10, 10)
	nnz := symbolic.Analyze(a, symbolic.Order{}, symbolic.Options{}).NNZU
	for limit, want := range map[int64]bool{nnz: true, nnz - 1: false, -1: false, 0: true} {
		m := symbolic.Analyze(a, symbolic.Order{}, symbolic.Options{PipelinedEntries: limit}).TaskModels
		if (m.Pipelined != nil) != want || m.Panels.Work == 0 || m.Columns.Work == 0 || m.Pipelined.On(8) > 0 != want {
			t.Errorf("limit %d: got %+v", limit, m)
		}
	}
}

// An order that fills too much has its models, but no schedules. A hub that is
// eliminated first fills the matrix.
func TestMostScheduled(t *testing.T) {
	for n, want := range map[int]bool{1447: true, 1448: false} { // 1,047,628 and 1,049,076 entries of U
		a := sparsity.NewPattern(n, n)
		for j := range int32(n) {
			a.ColPtr[j+1] = a.ColPtr[j] + 2
			a.RowIdx = append(a.RowIdx, 0, max(j, 1))
		}
		x := symbolic.Analyze(a, symbolic.Order{}, symbolic.Options{})
		for _, m := range []*symbolic.TaskModel{&x.TaskModels.Columns, x.TaskModels.Pipelined, &x.TaskModels.Panels} {
			if (m.Schedule != nil) != want || m.CriticalPath == 0 {
				t.Errorf("%d entries of U: got %+v", x.NNZU, m)
			}
		}
	}
}

// A dense matrix has the critical paths of a clique, and no order of a matrix with
// a clique has shorter ones by columns.
func TestCliquePaths(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 40, 48, 49, 150} {
		m := symbolic.Analyze(matgen.Dense(n, n), symbolic.Order{}, symbolic.Options{}).TaskModels
		columns, pipelined, panels := symbolic.CliquePaths(int32(n))
		if m.Columns.CriticalPath != columns || m.Pipelined.CriticalPath != pipelined || m.Panels.CriticalPath != panels {
			t.Errorf("n = %d: want %v, %v and %v, got %+v", n, columns, pipelined, panels, m)
		}
	}
	eachSquare(t, func(t *testing.T, a *sparsity.Pattern, seed uint64) {
		for _, ord := range orders(a, seed) {
			x := symbolic.Analyze(a, ord, symbolic.Options{})
			largest := int32(0)
			for _, c := range x.Counts {
				largest = max(largest, c)
			}
			columns, pipelined, _ := symbolic.CliquePaths(largest)
			if x.TaskModels.Columns.CriticalPath < columns || x.TaskModels.Pipelined.CriticalPath < pipelined {
				t.Errorf("%s: shorter than a clique of %d: %+v", ord.Method, largest, x.TaskModels)
			}
		}
	})
}

// A front has no more rows than the matrix: a wide matrix of dense rows is one
// front, with as many pivots as rows.
func TestPanelsOfFewRows(t *testing.T) {
	a := matgen.Dense(5, 40)
	x := symbolic.Analyze(a, symbolic.Order{Tree: symbolic.ColumnTree}, symbolic.Options{})
	want := 0.0
	for c := range 5 {
		want += float64(2*(4-c)*(39-c) + 4 - c)
	}
	if m := x.TaskModels.Panels; m.Work != want {
		t.Errorf("want %v, got %+v for %v flops", want, m, x.Flops)
	}
	for _, rows := range []int{0, 1} {
		x := symbolic.Analyze(matgen.Dense(rows, 100), symbolic.Order{Tree: symbolic.ColumnTree}, symbolic.Options{})
		if m := x.TaskModels.Panels; m.Work != 0 || m.CriticalPath != 0 {
			t.Errorf("%d rows: got %+v", rows, m)
		}
	}
}

// A gain is over one worker that does the flops, so zeros of panels count against it.
func TestGain(t *testing.T) {
	m := &symbolic.TaskModel{Work: 300, Schedule: []symbolic.Speedup{{Workers: 8, Speedup: 6}}}
	if got := m.Gain(8, 100); got != 2 {
		t.Errorf("work of 300 at 6 times the speed for 100 flops: got %v", got)
	}
	if m.Gain(64, 100) != 0 || (*symbolic.TaskModel)(nil).Gain(8, 100) != 0 || new(symbolic.TaskModel).Gain(8, 0) != 0 {
		t.Error("a gain without a schedule")
	}
}
