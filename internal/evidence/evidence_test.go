package evidence

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/internal/testkit/timelinetest"
	"github.com/nrkit/nrkit/trace/input"
)

// opened returns the set of exports of n ranks.
func opened(t *testing.T, n int) *input.Set {
	t.Helper()
	var paths []string
	for k := range n {
		path := filepath.Join(t.TempDir(), string(rune('a'+k))+".sqlite")
		tables := timelinetest.Solver{Steps: 3, PID: 7, Start: 1e18, Seed: uint64(k)}.Tables()
		tables.NVTX[0][1] = nil // the first range has no end
		if err := tables.Write(path); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	set, err := input.OpenAll(paths, input.Options{}, merge.Options{Align: merge.Start})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// The input has the trace, and of each rank a table and a key.
func TestOf(t *testing.T) {
	for n := 1; n < 3; n++ {
		set := opened(t, n)
		in := Of(set)
		if want := map[int]string{1: "a.sqlite", 2: "a.sqlite + b.sqlite"}[n]; in.Source != want {
			t.Errorf("got %q, want %q", in.Source, want)
		}
		if len(in.Keys) != n || len(in.Ranks) != n-n%2 {
			t.Errorf("%d files: got %d keys, %d ranks", n, len(in.Keys), len(in.Ranks))
		}
		if n == 2 && (in.Ranks[1].Number != 1 || in.Ranks[1].Source != "b.sqlite" || in.Ranks[1].Summary == nil) {
			t.Errorf("got %+v", in.Ranks[1])
		}
		if err := set.Close(); err != nil {
			t.Error(err)
		}
	}
}

// The rules are asked with what is added, with a trace and without; an error of add
// ends that.
func TestAsk(t *testing.T) {
	for _, n := range []int{0, 1, 2} {
		var set *input.Set
		if n > 0 {
			set = opened(t, n)
		}
		r, err := Ask(set, "run.log", func(in *diagnose.Input) error {
			in.Exit = &diagnose.Exit{Code: -11, Source: "--exit-code"}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		crashed := slices.ContainsFunc(r.Findings, func(f diagnose.Finding) bool { return f.Rule == "crashed-at-exit" })
		if crashed != (n > 0) { // without a trace, there are no ranges that the program could have been in
			t.Errorf("%d files: %+v", n, r.Findings)
		}
		if n == 0 && r.Source != "run.log" || n > 0 && !strings.HasPrefix(r.Source, "a.sqlite") {
			t.Errorf("got %q", r.Source)
		}
	}
	bad := errors.New("bad")
	for _, set := range []*input.Set{nil, opened(t, 1)} {
		if _, err := Ask(set, "", func(*diagnose.Input) error { return bad }); !errors.Is(err, bad) {
			t.Errorf("got %v", err)
		}
	}
}
