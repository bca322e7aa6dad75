package phasetable

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/internal/testkit/timelinetest"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
)

// Several files are ranks; ranks have a clock if ranges aligned them. A single file is
// not a rank.
func TestOfSet(t *testing.T) {
	dir := t.TempDir()
	var paths []string
	for k, name := range []string{"a.sqlite", "b.sqlite"} {
		path := filepath.Join(dir, name)
		if err := (timelinetest.Solver{Steps: 3, PID: 7, Start: 1e18, Seed: uint64(k)}).Write(path); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	for _, c := range []struct {
		paths  []string
		align  merge.Options
		ranks  int
		clocks bool
	}{
		{paths[:1], merge.Options{}, 0, false},
		{paths, merge.Options{Align: merge.Wall}, 2, false},
		{paths, merge.Options{Align: merge.Begin, Range: "timestep"}, 2, true},
	} {
		set, err := input.OpenAll(c.paths, input.Options{}, c.align)
		if err != nil {
			t.Fatal(err)
		}
		doc := OfSet(set)
		if len(doc.Ranks) != c.ranks || (doc.Balance != nil) != (c.ranks > 0) || doc.Source != set.Name {
			t.Errorf("%q: got %d ranks, balance %v, source %s", c.paths, len(doc.Ranks), doc.Balance, doc.Source)
		}
		for k, r := range doc.Ranks {
			if r.Rank != int32(k) || r.Source != filepath.Base(c.paths[k]) || (r.Clock != nil) != c.clocks {
				t.Errorf("rank %d: got %+v", k, r)
			}
		}
		if !slices.ContainsFunc(doc.Phases, func(p trace.Phase) bool { return p.Name == "timestep" && p.Count == int64(3*len(c.paths)) }) {
			t.Errorf("got %+v", doc.Phases)
		}
		if err := set.Close(); err != nil {
			t.Error(err)
		}
	}
}
