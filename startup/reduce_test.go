package startup

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// nest makes random ranges within [from, to), inner ones first. Some take no time.
func nest(rng *rand.Rand, from, to int64, depth int, begun *int, out *[]Span) {
	for from < to-2 && rng.IntN(4) > 0 {
		start := from + rng.Int64N(to-from)
		end := start + rng.Int64N(to-start+1)*rng.Int64N(2)
		*begun++
		order := *begun
		if depth > 0 {
			nest(rng, start, end, depth-1, begun, out)
		}
		names := [...]string{"run", "a", "b", "c"}
		*out = append(*out, Span{Name: names[rng.IntN(len(names))], StartNS: start, EndNS: end, order: order})
		from = end
	}
}

// wanted keeps what a reducer keeps, by looking at every pair.
func wanted(all []Span) []Span {
	contains := func(a, b int) bool { // a is around b: it ended later and began earlier
		return a > b && all[a].order < all[b].order
	}
	outermostRun := func(k int) bool {
		if all[k].Name != "run" {
			return false
		}
		for o := range all {
			if contains(o, k) && all[o].Name == "run" {
				return false
			}
		}
		return true
	}
	hasRun := func(k int) bool {
		for o := range all {
			if contains(k, o) && all[o].Name == "run" {
				return true
			}
		}
		return false
	}
	var list []Span
	for k, s := range all {
		s.Run = s.Name == "run"
		keep := outermostRun(k) || s.Name != "run" && !hasRun(k)
		for o := range all { // nothing around it may be kept
			if contains(o, k) && (all[o].Name == "run" || !hasRun(o)) {
				keep = false
			}
		}
		if keep {
			list = append(list, s)
		}
	}
	return list
}

func TestReducerAgainstPairs(t *testing.T) {
	kept := 0
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var all []Span
		nest(rng, 0, 5000, 4, new(int), &all)
		r := &reducer{isRun: func(name string) bool { return name == "run" }}
		for _, s := range all {
			r.close(s)
		}
		want := wanted(all)
		if !slices.Equal(r.kept, want) {
			t.Fatalf("seed %d: got %v, want %v", seed, r.kept, want)
		}
		kept += len(want)
		s, warnings := split(r, 5000)
		checkSum(t, &s, 5000)
		if len(warnings) > 0 {
			t.Errorf("seed %d: %q", seed, warnings)
		}
	}
	if kept < 1000 {
		t.Errorf("only %d ranges: too few to say anything", kept)
	}
}

// Ranges outside of a process are cut, and told where they are far outside.
func TestRangesOutside(t *testing.T) {
	for _, c := range []struct {
		start, end int64
		told       bool
	}{{-100, 50, false}, {-5_000_000, 50, true}, {50, 2_000_000, true}, {0, 1000, false}} {
		r := &reducer{isRun: func(string) bool { return false }}
		r.close(Span{Name: "a", StartNS: c.start, EndNS: c.end})
		s, warnings := split(r, 1000)
		checkSum(t, &s, 1000)
		if (len(warnings) > 0) != c.told {
			t.Errorf("%d to %d: got %q", c.start, c.end, warnings)
		}
	}
}

// Many names become one.
func TestManyPhases(t *testing.T) {
	r := &reducer{isRun: func(string) bool { return false }}
	for k := range int64(200) {
		r.close(Span{Name: string(rune('a' + k)), StartNS: 10 * k, EndNS: 10*k + 5, order: int(k)})
	}
	s, _ := split(r, 3000)
	checkSum(t, &s, 3000)
	last := s.Parts[len(s.Parts)-1]
	if len(s.Parts) != maxParts+1 || last.Name != others || last.Count != 200-maxParts {
		t.Errorf("got %d parts, the last %+v", len(s.Parts), last)
	}
}

func TestRunNames(t *testing.T) {
	for name, want := range map[string]int{
		"run": 0, "Run": 0, "transient": 0, "run_transient": 0, "first_run": 1, "Second run": 2, "tenth-run": 10, "3rd_run": 3,
		"run_4": 4, "run5": 5, "run 6": 6, "run#7": 7,
		"warm_run": -1, "rerun": -1, "run_": -1, "run_0": -1, "run_-1": -1, "run_1234567": -1, "run time": -1, "eleventh_run": -1, "import": -1, "": -1, "st_run": -1,
	} {
		n, ok := runName(name)
		if !ok {
			n = -1
		}
		if n != want {
			t.Errorf("%q: got %d, want %d", name, n, want)
		}
	}
	for n, want := range map[int]string{1: "first", 10: "tenth", 11: "11th", 12: "12th", 13: "13th", 21: "21st", 22: "22nd", 23: "23rd", 24: "24th", 111: "111th"} {
		if got := Nth(n); got != want {
			t.Errorf("%d: got %s, want %s", n, got, want)
		}
	}
}
