package analysis

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/schemagen"
	"github.com/nrkit/nrkit/sparsity"
)

// codeCases has for each code of a warning an analysis that gives it.
func codeCases(t *testing.T) map[string]func() *Document {
	of := func(name string, opt Options) func() *Document {
		return func() *Document { return analyzed(t, zoo()[name], opt) }
	}
	clock := time.Unix(0, 0)
	late := func() time.Time { clock = clock.Add(2 * time.Second); return clock }
	stamped := func(p *sparsity.Pattern) func() *Document {
		return func() *Document {
			d, err := Run(context.Background(), []Source{Loaded(file("m", &sparsity.Matrix{Pattern: p}))}, Options{Stamps: inverters(3, false)})
			if err != nil {
				t.Fatal(err)
			}
			return d
		}
	}
	full := sparsity.Triplets{Rows: 6, Cols: 6}
	for i := range int32(36) {
		full.Row, full.Col = append(full.Row, i/6), append(full.Col, i%6)
	}
	dense, _ := full.Compress()
	return map[string]func() *Document{
		OrderingAbsent:     of("tall", Options{}),
		OrderingUnfinished: of("reducible", Options{Orderings: []string{BestOf}, Workers: 1, OrderingTime: time.Second, Now: late}),
		ModelAbsent: func() *Document {
			d, o := underOne(t, matgen.Grid2D(5, 5), "amd")
			o.TaskModels.Pipelined = nil // as where U has too many entries
			d.warnUnpipelined(105)
			return d
		},
		MatchingAbsent:      of("tall", Options{Matching: MatchingProduct}),
		exactAbsent:         of("pattern", Options{}),
		numericallySingular: of("ones", Options{}),
		pivotsAbsent: func() *Document {
			m := &sparsity.Matrix{Pattern: matgen.Grid2D(5, 5)}
			d, err := Run(context.Background(), []Source{Loaded(file("a.mtx", m)), Loaded(file("b.mtx", m))}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			return d
		},
		unstampedEntries: stamped(dense.Pattern),
		unstoredStamps:   stamped(sparsity.NewPattern(6, 6)),
	}
}

// Each code of a warning has an analysis that gives it.
func TestCodes(t *testing.T) {
	codes, err := schemagen.Codes(".")
	if err != nil {
		t.Fatal(err)
	}
	cases := codeCases(t)
	for _, c := range codes {
		run, ok := cases[c.Value]
		if !ok {
			t.Errorf("%s: no analysis gives it", c.Value)
			continue
		}
		if d := run(); !slices.ContainsFunc(d.Warnings, func(w Warning) bool { return w.Code == c.Value }) {
			t.Errorf("%s: got %v", c.Value, d.Warnings)
		}
	}
}
