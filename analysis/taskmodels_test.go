package analysis

import (
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
	"github.com/nrkit/nrkit/symbolic"
)

// Predicted time is the least bound of the models that were computed.
func TestFastestModel(t *testing.T) {
	c := Cost{Flops: 1000, CriticalPath: 500, Tasks: [2]Tasks{{1000, 100}, {1600, 10}}}
	for p, want := range map[int]string{1: ColumnTasks, 2: PipelinedTasks, 8: PanelTasks, 64: PanelTasks} {
		if time, model := c.fastest(p); model != want || time != c.graham(p) {
			t.Errorf("%d workers: want %s, got %s with %v", p, want, model, time)
		}
	}
	if time, want := c.graham(64), symbolic.GrahamTime(1600, 10, 64); time != want || c.time() != want {
		t.Errorf("want %v, got %v", want, time)
	}
	c.Tasks = [2]Tasks{}
	if time, model := c.fastest(64); model != ColumnTasks || time != symbolic.GrahamTime(1000, 500, 64) {
		t.Errorf("want columns alone, got %s with %v", model, time)
	}
}

// The order that wins by parallel time may have the longer critical path by columns.
func TestBestByModel(t *testing.T) {
	columns, pipelined := ordered("columns", 1, 1000, 100), ordered("pipelined", 1, 1000, 900)
	pipelined.TaskModels = &symbolic.TaskModels{Pipelined: &symbolic.TaskModel{Work: 1000, CriticalPath: 20}}
	b := winnersOf([]*Ordering{columns, pipelined})
	if last := b.ByWorkers[len(b.ByWorkers)-1]; b.Parallel != "pipelined" || last.Model != PipelinedTasks || last.Method != "pipelined" {
		t.Errorf("want pipelined, got %+v", b)
	}
}

// A race is settled where no order is faster: not on a dense matrix of two tiles
// whose reference has the shortest path by columns alone.
func TestOptimal(t *testing.T) {
	for _, n := range []int{1, 2, 30} {
		o := &Ordering{Analysis: symbolic.Analyze(matgen.Dense(n, n), symbolic.Order{}, symbolic.Options{})}
		c := CostOf(o)
		if !c.optimal(o.Counts) {
			t.Errorf("n = %d: a dense matrix can be done faster than %+v", n, c)
		}
		if c.Tasks[0].CriticalPath++; n > 2 && c.optimal(o.Counts) {
			t.Errorf("n = %d: pipelined columns of a dense matrix take less than %+v", n, c)
		}
	}
	// Of a large dense matrix panels are the fastest, if they hold no zeros.
	columns, pipelined, panels := symbolic.CliquePaths(7000)
	c := Cost{Flops: columns, CriticalPath: columns, Tasks: [2]Tasks{{columns, pipelined}, {columns, panels}}}
	if panels >= pipelined || !c.optimal([]int32{1, 7000}) {
		t.Errorf("n = 7000: can be faster than %+v", c)
	}
	if c.Tasks[1].Work++; c.optimal([]int32{1, 7000}) {
		t.Errorf("n = 7000: cannot be faster than %+v", c)
	}
}

// Orderings without pipelined columns are named in a warning.
func TestWarnUnpipelined(t *testing.T) {
	d, o := underOne(t, matgen.Grid2D(5, 5), "amd")
	d.warnUnpipelined(105)
	if len(d.Warnings) != 0 {
		t.Fatalf("got %v", d.Warnings)
	}
	o.TaskModels.Pipelined = nil
	d.warnUnpipelined(105)
	d.warnUnpipelined(105) // as when an ordering is added: it is said once
	if w := d.Warnings; len(w) != 1 || w[0].Code != ModelAbsent || !strings.Contains(w[0].Message, " for amd: ") || !strings.Contains(w[0].Message, "67,108,864") {
		t.Errorf("got %v", w)
	}
	// Of colamd the report shows the models for pivots from the diagonal.
	d, o = underOne(t, matgen.Grid2D(5, 5), "colamd")
	o.TaskModels.Pipelined = nil
	if d.warnUnpipelined(105); len(d.Warnings) != 1 || !strings.Contains(d.Warnings[0].Message, " for colamd with any row pivots: ") {
		t.Errorf("got %v", d.Warnings)
	}
	o.NoPivoting.TaskModels.Pipelined = nil
	if d.warnUnpipelined(105); len(d.Warnings) != 1 || !strings.Contains(d.Warnings[0].Message, " for colamd: ") {
		t.Errorf("got %v", d.Warnings)
	}
}

// Choosing an order says nothing of models that it leaves out to be quick.
func TestFindWinnersUnpipelined(t *testing.T) {
	m := &sparsity.Matrix{Pattern: matgen.Arrow(3000, 1)}
	c, err := FindWinners(t.Context(), func() (*sparseio.File, error) { return &sparseio.File{Matrix: m}, nil }, Options{Orderings: []string{"natural", "amd"}})
	if err != nil {
		t.Fatal(err)
	}
	if cost := c.Order("natural").Cost; slices.ContainsFunc(c.Warnings, func(w Warning) bool { return w.Code == ModelAbsent }) || cost.Tasks[0].Work != 0 || cost.Tasks[1].Work == 0 {
		t.Errorf("want panels alone and no warning, got %+v and %v", cost, c.Warnings)
	}
	// A single order has no rival, and so no model of parallel work.
	c, err = FindWinners(t.Context(), func() (*sparseio.File, error) { return &sparseio.File{Matrix: m}, nil }, Options{Orderings: []string{"natural"}})
	if err != nil || c.Order("natural").Cost.Tasks[1].Work != 0 || c.Order("natural").NNZ != 9_000_000 {
		t.Errorf("got %+v, %v", c, err)
	}
}
