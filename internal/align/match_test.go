package align

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/trace"
)

// Threads of one name belong together, and a thread that one run lacks is an error.
func TestThreads(t *testing.T) {
	run := func(tracks ...string) *trace.Trace {
		r := &random{}
		var list []trace.Track
		for k, name := range tracks {
			r.track = int32(k)
			r.begin("nr_iteration", trace.NoIndex)
			r.now += int64(len(name))
			r.end()
			list = append(list, trace.Track{Process: 3, Thread: int64(k), Device: -1, Name: name})
		}
		return trace.FromEvents(trace.Header{}, names, list, r.events)
	}
	for _, c := range []struct {
		a, b []string
		run  int
		want string
	}{
		{[]string{"x"}, []string{"y"}, 0, ""},
		{[]string{"x", "yy"}, []string{"yy", "x"}, 0, ""},
		{[]string{"x", "x"}, []string{"x", "x"}, 0, ""},
		{[]string{"x", "y"}, []string{"x", "z"}, 0, `thread "y" of rank 0 has nr_iteration ranges, and the other run has no such thread`},
		{[]string{"x"}, []string{"x", "x"}, 1, `number 2 of thread "x" of rank 0 has nr_iteration ranges, and the other run has no such thread`},
		{nil, []string{"x"}, 0, "has no ranges called nr_iteration"},
		{[]string{"x"}, nil, 1, "has no ranges called nr_iteration"},
	} {
		r, err := Align(Run{"a", run(c.a...)}, Run{"b", run(c.b...)}, Iteration)
		var bad *Error
		if c.want == "" {
			if err != nil {
				t.Errorf("%v %v: %v", c.a, c.b, err)
			} else if n := len(r.Trace.Tracks); n != len(c.a)+len(c.b)+2*len(c.a) {
				t.Errorf("%v %v: got %d tracks", c.a, c.b, n)
			}
		} else if !errors.As(err, &bad) || bad.Run != c.run || bad.Err.Error() != c.want {
			t.Errorf("%v %v: got %v, want run %d: %s", c.a, c.b, err, c.run, c.want)
		}
	}
}

// Steps with few common times are matched by their numbers, and a warning says so.
func TestTimes(t *testing.T) {
	run := func(scale float64) *trace.Trace {
		r := &random{}
		for k := range int64(10) {
			r.begin("timestep", k+1)
			r.events = append(r.events, trace.Event{Time: r.now, Kind: trace.Arg, Name: 6, Value: float64(k) * scale})
			r.now += 10
			r.end()
		}
		return trace.FromEvents(trace.Header{}, names, []trace.Track{{Device: -1}}, r.events)
	}
	for _, c := range []struct {
		scale    float64
		both     int64
		warnings int
	}{{1, 10, 0}, {1 + 1e-12, 10, 0}, {2, 5, 0}, {1.01, 10, 1}} {
		r, err := Align(Run{"a", run(1)}, Run{"b", run(c.scale)}, Step)
		if err != nil {
			t.Fatal(err)
		}
		if r.Steps.Both != c.both || len(r.Warnings) != c.warnings {
			t.Errorf("scale %g: got %+v, %q", c.scale, r.Steps, r.Warnings)
		}
	}
}

// The longest increasing part is as long as the slow version finds it.
func TestIncreasing(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var list []int32
		var values []int32
		for i, v := range rng.Perm(rng.IntN(12)) {
			list, values = append(list, int32(i)), append(values, int32(v))
		}
		got := increasing(list, func(i int32) int32 { return values[i] })
		if !slices.IsSortedFunc(got, func(a, b int32) int { return cmp.Compare(values[a], values[b]) }) || !slices.IsSorted(got) {
			t.Fatalf("%v of %v is not increasing", got, values)
		}
		best := make([]int, len(values))
		most := 0
		for i := range values {
			best[i] = 1
			for k := range i {
				if values[k] < values[i] {
					best[i] = max(best[i], best[k]+1)
				}
			}
			most = max(most, best[i])
		}
		if len(got) != most {
			t.Fatalf("%v: got %d elements, want %d", values, len(got), most)
		}
	}
}
