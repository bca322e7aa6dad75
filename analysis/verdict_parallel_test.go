package analysis

import (
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
	"parallel.diagonal-pivots": "TestSayHeight",
	"parallel.mean-width":      "TestSayHeight",
	"parallel.chain":           "TestSayChain",
	"parallel.by-columns":      "TestSayModels",
	"parallel.pipelined":       "TestSayModels",
	"parallel.panels":          "TestSayModels",
	"parallel.own-model":       "TestSayModels",
	"parallel.padding":         "TestSayModels",
	"parallel.not-pipelined":   "TestSayModels",
	"limit.supernode":          "TestSayLimit",
	"limit.none":               "TestSayLimit",
	"limit.chain":              "TestSayLimit",
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

// Height and mean width are those of the tree that the figures are of.
func TestSayHeight(t *testing.T) {
	a := matgen.RandomSquare(60, 3, 1)
	d, o := underOne(t, a, "amd")
	wantClaims(t, sayParallelism, d, map[string]bool{"parallel.height": true, "parallel.mean-width": true, "parallel.diagonal-pivots": false})
	if text := said(sayParallelism, d); !strings.Contains(text, units.Plural(o.Height, "level")) || !strings.Contains(text, units.Significant(o.ParallelismColumns)) {
		t.Errorf("want %d levels and a mean width of %v, got %q", o.Height, o.ParallelismColumns, text)
	}
	d, o = underOne(t, a, "colamd")
	wantClaims(t, sayParallelism, d, map[string]bool{"parallel.height": false, "parallel.mean-width": false, "parallel.diagonal-pivots": true})
	if text := said(sayParallelism, d); o.NoPivoting.Height == o.Height || !strings.Contains(text, units.Plural(o.NoPivoting.Height, "level")) {
		t.Errorf("want %d levels, not %d, got %q", o.NoPivoting.Height, o.Height, text)
	}
	// Nothing is said where there is nothing to factorize.
	d, _ = underOne(t, matgen.Diagonal(5), "amd")
	wantClaims(t, sayParallelism, d, map[string]bool{"parallel.height": false})
}

// More workers gain nothing only where that is so in each task model.
func TestSayChain(t *testing.T) {
	d, o := underOne(t, matgen.Tridiagonal(300), "natural")
	if p := o.TaskModels.Pipelined.Parallelism; p >= chainWork {
		t.Fatalf("a chain with T1/T∞ %v", p)
	}
	wantClaims(t, sayParallelism, d, map[string]bool{"parallel.chain": true, "parallel.by-columns": false})
	// One worker a column gains much on a dense matrix, which is a chain of columns.
	d, o = underOne(t, matgen.Dense(40, 40), "amd")
	if o.ParallelismWork != 1 {
		t.Fatalf("T1/T∞ by columns is %v", o.ParallelismWork)
	}
	wantClaims(t, sayParallelism, d, map[string]bool{"parallel.chain": false, "parallel.by-columns": true, "parallel.pipelined": true})
	// At the limit, by each model.
	for _, at := range []float64{math.Nextafter(chainWork, 0), chainWork} {
		for k := range 3 {
			m := o.TaskModels
			models := []*symbolic.TaskModel{&m.Columns, m.Pipelined, &m.Panels}
			for _, x := range models {
				x.Parallelism = 1
			}
			models[k].Parallelism = at
			wantClaims(t, sayParallelism, d, map[string]bool{"parallel.chain": at < chainWork})
		}
	}
	// A model that was not computed may be parallel.
	o.TaskModels.Panels.Parallelism, o.TaskModels.Pipelined = 1, nil
	wantClaims(t, sayParallelism, d, map[string]bool{"parallel.chain": false})
}

// Each sentence has the figures of the model that it names.
func TestSayModels(t *testing.T) {
	for _, method := range []string{"amd", "colamd"} {
		d, o := underOne(t, matgen.Circuit(400, 1), method)
		m := o.TaskModels
		if o.NoPivoting != nil {
			m = o.NoPivoting.TaskModels
		}
		var p paragraph
		sayParallelism(d, &p)
		for key, x := range map[string]*symbolic.TaskModel{"parallel.by-columns": &m.Columns, "parallel.pipelined": m.Pipelined, "parallel.panels": &m.Panels} {
			k := slices.IndexFunc(p, func(c claim) bool { return c.key == key })
			if k < 0 || !strings.Contains(p[k].text, "T1/T∞ is "+units.Significant(x.Work/x.CriticalPath)+", ") ||
				!strings.Contains(p[k].text, times(x.On(8))+" on 8 workers and "+times(x.On(64))+" on 64") {
				t.Errorf("%s: %s: want %+v, got %q", method, key, x, p.String())
			}
		}
		wantClaims(t, sayParallelism, d, map[string]bool{"parallel.own-model": true, "parallel.not-pipelined": false})
		for work, said := range map[float64]bool{paddedWork: false, math.Nextafter(paddedWork, 2): true} {
			m.Columns.Work, m.Panels.Work = 1, work
			wantClaims(t, sayParallelism, d, map[string]bool{"parallel.padding": said})
		}
		m.Pipelined, m.Panels.Schedule = nil, nil
		wantClaims(t, sayParallelism, d, map[string]bool{"parallel.not-pipelined": true, "parallel.pipelined": false, "parallel.own-model": true})
		if text := said(sayParallelism, d); strings.Count(text, "too many tasks") != 1 {
			t.Errorf("want no schedule of panels, got %q", text)
		}
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
		wantClaims(t, sayLimit, d, map[string]bool{"limit.supernode": large, "limit.none": !large})
	}
	// Where all is one chain of supernodes, only nearly all of it in one says why.
	o.ParallelismSupernodes = math.Nextafter(chainWork, 0)
	for share, large := range map[float64]bool{0.9: false, 0.91: true} {
		o.Bottleneck.CriticalPathShare = share
		wantClaims(t, sayLimit, d, map[string]bool{"limit.supernode": large, "limit.none": false})
	}
	for single, chain := range map[int]bool{(o.Height + 1) / 2: true, (o.Height - 1) / 2: false} {
		o.LevelsL.Single = single
		wantClaims(t, sayLimit, d, map[string]bool{"limit.chain": chain})
	}
	o.Height, o.LevelsL.Single = shortTree-1, shortTree-1
	wantClaims(t, sayLimit, d, map[string]bool{"limit.supernode": false, "limit.chain": false})
}
