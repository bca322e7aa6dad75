package analysis

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// parallelClaims names the test of each claim of verdict_parallel.go.
var parallelClaims = map[string]string{
	"parallel.height":          "TestSayHeight",
	"parallel.single-columns":  "TestSayHeight",
	"parallel.chain":           "TestSayChain",
	"parallel.best":            "TestSayModels",
	"parallel.others":          "TestSayModels",
	"parallel.padding":         "TestSayModels",
	"parallel.not-pipelined":   "TestSayModels",
	"parallel.diagonal-pivots": "TestSayCaveats",
	"parallel.other-flops":     "TestSayCaveats",
	"parallel.region":          "TestSayCaveats",
	"limit.supernode":          "TestSayLimit",
}

// underOne returns the analysis of a under one method.
func underOne(t *testing.T, a *sparsity.Pattern, method string) (*Document, *Ordering) {
	d := analyzed(t, matgen.Dominant(a, 1), Options{Orderings: []string{method}, Exact: []string{"none"}})
	return d, d.Orderings[0]
}

// wantClaims checks which claims a part of the verdict makes.
func wantClaims(t *testing.T, part func(*Document, *paragraph), d *Document, want map[string]bool) {
	t.Helper()
	var p paragraph
	part(d, &p)
	for key, made := range want {
		if got := slices.ContainsFunc(p, func(c claim) bool { return c.key == key }); got != made {
			t.Errorf("claim %s: want %v, got %v in %q", key, made, got, p.String())
		}
	}
}

// The height belongs to the same tree as the figures.
func TestSayHeight(t *testing.T) {
	a := matgen.Circuit(400, 1)
	d, o := underOne(t, a, "amd")
	if text := said(sayParallelism, d); !strings.Contains(text, "tree is "+units.Plural(o.Height, "level")+" high") {
		t.Errorf("want %d levels, got %q", o.Height, text)
	}
	for single, made := range map[int]bool{o.Height: true, (o.Height + 1) / 2: true, (o.Height - 1) / 2: false} {
		o.LevelsL.Single = single
		wantClaims(t, sayParallelism, d, map[string]bool{"parallel.height": true, "parallel.single-columns": made})
	}
	o.LevelsL.Single = o.Height
	if text := said(sayParallelism, d); !strings.Contains(text, "and all of its levels have a single column") {
		t.Errorf("got %q", text)
	}
	o.Height, o.LevelsL.Single = shortTree-1, shortTree-1
	wantClaims(t, sayParallelism, d, map[string]bool{"parallel.height": true, "parallel.single-columns": false})
	d, o = underOne(t, a, "colamd")
	wantClaims(t, sayParallelism, d, map[string]bool{"parallel.height": true, "parallel.single-columns": false})
	if text := said(sayParallelism, d); o.NoPivoting.Height == o.Height || !strings.Contains(text, "tree is "+units.Plural(o.NoPivoting.Height, "level")+" high") {
		t.Errorf("want %d levels, not %d, got %q", o.NoPivoting.Height, o.Height, text)
	}
	// Nothing is said where there is nothing to factorize, or too little.
	for _, a := range []*sparsity.Pattern{matgen.Diagonal(5), matgen.Grid2D(5, 5)} {
		d, _ = underOne(t, a, "amd")
		wantClaims(t, sayParallelism, d, map[string]bool{"parallel.height": false, "parallel.best": false, "parallel.chain": false})
	}
}

// More workers gain nothing only where that is so in each task model.
func TestSayChain(t *testing.T) {
	d, _ := underOne(t, matgen.Tridiagonal(9000), "natural")
	wantClaims(t, sayParallelism, d, map[string]bool{"parallel.chain": true, "parallel.best": false})
	// One worker a column gains much on a dense matrix, which is a chain of columns.
	d, o := underOne(t, matgen.Dense(40, 40), "amd")
	if o.ParallelismWork != 1 {
		t.Fatalf("T1/T∞ by columns is %v", o.ParallelismWork)
	}
	wantClaims(t, sayParallelism, d, map[string]bool{"parallel.chain": false, "parallel.best": true})
	// At the limit, by each model.
	m := o.TaskModels
	models := []*symbolic.TaskModel{&m.Columns, m.Pipelined, &m.Panels}
	for _, at := range []float64{math.Nextafter(chainWork, 0), chainWork} {
		for k := range models {
			o.Flops = at * 1e6
			for _, x := range models {
				x.CriticalPath = o.Flops
			}
			models[k].CriticalPath = 1e6
			wantClaims(t, sayParallelism, d, map[string]bool{"parallel.chain": at < chainWork})
		}
	}
	// A model that was not computed may be parallel.
	for _, x := range models {
		x.CriticalPath = o.Flops
	}
	o.TaskModels.Pipelined = nil
	wantClaims(t, sayParallelism, d, map[string]bool{"parallel.chain": false})
}

// Each sentence has the figures of the model that it names, and the first one is the
// model whose schedule gains most over one worker without zeros.
func TestSayModels(t *testing.T) {
	for _, method := range []string{"amd", "colamd"} {
		d, o := underOne(t, matgen.Circuit(400, 1), method)
		m := o.TaskModels
		if o.NoPivoting != nil {
			m = o.NoPivoting.TaskModels
		}
		flops := CostOf(o).Flops
		models := map[string]*symbolic.TaskModel{"columns": &m.Columns, "pipelined columns": m.Pipelined, "panels in tiles of 48": &m.Panels}
		check := func() {
			t.Helper()
			best, others := "", said(sayParallelism, d)
			for name, x := range models {
				if best == "" || x.On(64)*flops/x.Work > models[best].On(64)*flops/models[best].Work {
					best = name
				}
			}
			x := models[best]
			first, others, _ := strings.Cut(others, " on 64. ")
			if want := fmt.Sprintf("most parallel with %s as tasks. In this task model T1/T∞ is %s, and a schedule is %s as fast as one core on 8 workers and ", best,
				units.Significant(x.Work/x.CriticalPath), times(x.On(8)*flops/x.Work)); !strings.Contains(first, want) {
				t.Errorf("%s: want %q, got %q", method, want, first)
			}
			for name, x := range models {
				if want := units.Significant(x.Work/x.CriticalPath) + " with " + name; strings.Contains(others, want) == (name == best) {
					t.Errorf("%s: %s: %q in %q", method, name, want, others)
				}
			}
		}
		check()
		wantClaims(t, sayParallelism, d, map[string]bool{"parallel.best": true, "parallel.others": true, "parallel.not-pipelined": false})
		// Zeros count: panels are first once they have few of them, and have that on 64 workers.
		m.Panels.Work, m.Panels.Parallelism, m.Panels.CriticalPath = flops, 64, flops/64
		m.Panels.Schedule = []symbolic.Speedup{{Workers: 8, Speedup: 8}, {Workers: 64, Speedup: 64}}
		check()
		for work, said := range map[float64]bool{paddedWork: false, math.Nextafter(paddedWork, 2): true} {
			m.Panels.Work = work * flops
			wantClaims(t, sayParallelism, d, map[string]bool{"parallel.padding": said})
		}
		m.Columns.Schedule, m.Pipelined, m.Panels.Schedule = nil, nil, nil
		wantClaims(t, sayParallelism, d, map[string]bool{"parallel.not-pipelined": true, "parallel.best": true})
		if text := said(sayParallelism, d); strings.Count(text, "too many tasks") != 1 || !strings.Contains(text, "most parallel with panels") {
			t.Errorf("want no schedule of panels, got %q", text)
		}
	}
}

// The figures are said to be for other flops where the numeric LU takes others, and a
// region limits a gain that is larger than what one core does in its time.
func TestSayCaveats(t *testing.T) {
	d, o := underOne(t, matgen.Circuit(400, 1), "amd")
	keys := map[string]bool{"parallel.other-flops": false, "parallel.diagonal-pivots": false}
	wantClaims(t, sayParallelism, d, keys)
	for by, made := range map[float64]bool{1.09: false, 1.11: true, 0.91: false, 0.89: true} {
		d.Exact = []*Exact{{Method: "amd", Flops: by * o.Flops}}
		keys["parallel.other-flops"] = made
		wantClaims(t, sayParallelism, d, keys)
	}
	c, p := underOne(t, matgen.Circuit(400, 1), "colamd")
	wantClaims(t, sayParallelism, c, map[string]bool{"parallel.other-flops": false, "parallel.diagonal-pivots": true})
	c.Exact = []*Exact{{Method: "colamd", Flops: 2 * CostOf(p).Flops}}
	wantClaims(t, sayParallelism, c, map[string]bool{"parallel.other-flops": true, "parallel.diagonal-pivots": false})

	gain := o.TaskModels.Pipelined.Gain(64, o.Flops)
	for by, made := range map[float64]bool{0.99: true, 1.01: false} {
		d.Exact = []*Exact{{Method: "amd", Flops: by * gain * regionFlops}}
		wantClaims(t, sayParallelism, d, map[string]bool{"parallel.region": made})
	}
}

// What limits is said of the figures of the bottleneck, at both sides of each bound.
func TestSayLimit(t *testing.T) {
	d, o := underOne(t, matgen.Grid2D(30, 30), "nd")
	if o.Height < shortTree || o.ParallelismSupernodes < chainWork {
		t.Fatalf("height %d, T1/T∞ by supernodes %v", o.Height, o.ParallelismSupernodes)
	}
	for share, large := range map[float64]bool{limitingPath: true, math.Nextafter(limitingPath, 0): false} {
		o.Bottleneck.CriticalPathShare = share
		wantClaims(t, sayLimit, d, map[string]bool{"limit.supernode": large})
	}
	// Where all is one chain of supernodes, only nearly all of it in one says why.
	o.ParallelismSupernodes = math.Nextafter(chainWork, 0)
	for share, large := range map[float64]bool{0.9: false, 0.91: true} {
		o.Bottleneck.CriticalPathShare = share
		wantClaims(t, sayLimit, d, map[string]bool{"limit.supernode": large})
	}
	o.Bottleneck.CriticalPathShare = 1
	height, flops := o.Height, o.Flops
	o.Height = shortTree - 1
	wantClaims(t, sayLimit, d, map[string]bool{"limit.supernode": false})
	o.Height, o.Flops = height, regionFlops
	wantClaims(t, sayLimit, d, map[string]bool{"limit.supernode": false})
	o.Flops = flops
	wantClaims(t, sayLimit, d, map[string]bool{"limit.supernode": true})
}
