package trace

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var oneTrack = []Track{{Process: 1, Thread: 1, Device: -1}}

// A script makes events of one track by hand.
type script struct {
	names  []string
	events []Event
	open   []int32
	now    int64
	track  int32
}

func (s *script) name(n string) int32 {
	i := slices.Index(s.names, n)
	if i < 0 {
		i = len(s.names)
		s.names = append(s.names, n)
	}
	return int32(i)
}

func (s *script) begin(n string) {
	s.events = append(s.events, Event{Time: s.now, Index: NoIndex, Track: s.track, Name: s.name(n), Kind: Begin})
	s.open = append(s.open, s.name(n))
}

func (s *script) end() {
	k := len(s.open) - 1
	s.events = append(s.events, Event{Time: s.now, Index: NoIndex, Track: s.track, Name: s.open[k], Kind: End})
	s.open = s.open[:k]
}

// in runs f in a range that then goes on for ns.
func (s *script) in(n string, ns int64, f func()) {
	s.begin(n)
	if f != nil {
		f()
	}
	s.now += ns
	s.end()
}

func (s *script) trace() *Trace { return FromEvents(Header{}, s.names, oneTrack, s.events) }

func phase(t testing.TB, list []Phase, name string) Phase {
	t.Helper()
	for _, p := range list {
		if p.Name == name || p.Path == name {
			return p
		}
	}
	t.Fatalf("no phase %s", name)
	return Phase{}
}

// TestSummary compares a run written by hand with figures worked out by hand.
func TestSummary(t *testing.T) {
	var s script
	s.in("transient", 5, func() { // 5 of its own
		for step := range 3 {
			s.in("timestep", 7, func() {
				for range step + 1 {
					s.in("nr_iteration", 3, func() {
						s.in("build_system", 100, func() { s.in("devices", 20, nil) })
						s.in("linear_solve", 2, func() {
							s.in("refactor", 50, nil)
							s.in("solve", 10, nil)
						})
						s.in("convergence", 4, nil)
					})
				}
				s.in("lte", 6, nil)
			})
		}
	})
	got := Summarize(s.trace(), SummaryOptions{Source: "hand"})
	const iteration = 3 + 120 + 62 + 4
	const root = 5 + 3*(7+6) + 6*iteration
	for _, w := range []Phase{
		{Name: "transient", Count: 1, Total: root, Self: 5, Median: root, P99: root},
		{Name: "timestep", Count: 3, Total: root - 5, Self: 21, Median: 13 + 2*iteration, P99: 13 + 3*iteration},
		{Name: "nr_iteration", Count: 6, Total: 6 * iteration, Self: 18, Median: iteration, P99: iteration},
		{Name: "build_system", Count: 6, Total: 720, Self: 600, Median: 120, P99: 120},
		{Name: "linear_solve", Count: 6, Total: 372, Self: 12, Median: 62, P99: 62},
	} {
		p := phase(t, got.Phases, w.Name)
		if p.Count != w.Count || p.Total != w.Total || p.Self != w.Self || p.Median != w.Median || p.P99 != w.P99 {
			t.Errorf("got %+v, want %+v", p, w)
		}
	}
	if got.RootNS != root || got.Unattributed != 5+21+18+12 || len(got.Gaps) != 4 || got.Gaps[0].Path != "transient/timestep" {
		t.Errorf("root %d, unattributed %d in %+v", got.RootNS, got.Unattributed, got.Gaps)
	}
	if fmt.Sprint(got.Histogram) != "[0 1 1 1]" || got.Iterations.Count != 6 || got.Steps.Count != 3 {
		t.Errorf("histogram %v, iterations %+v, steps %+v", got.Histogram, got.Iterations, got.Steps)
	}
	if p := got.Iterations.Phases[0]; p.Name != "build_system" || p.Mean != 120 || p.Count != 1 {
		t.Errorf("per iteration %+v", p)
	}
	r := got.Regimes
	if r.Cold.Units != 1 || r.Cold.Iterations != 1 || r.Cold.Total != 13+iteration || r.Steady.Units != 2 || r.Steady.Iterations != 5 || r.Outside.Units != 0 {
		t.Errorf("regimes %+v", r)
	}
	if p := phase(t, r.Outside.Phases, "transient"); p.Self != 5 {
		t.Errorf("outside %+v", p)
	}
	if p := phase(t, r.Steady.Phases, "timestep"); p.Count != 2 || p.Self != 14 {
		t.Errorf("steady %+v", p)
	}
}

// TestSummaryKeys: the document has the keys that it promises.
func TestSummaryKeys(t *testing.T) {
	var s script
	s.in("transient", 1, func() { s.in("timestep", 1, func() { s.in("nr_iteration", 1, nil) }) })
	b, err := json.Marshal(Summarize(s.trace(), SummaryOptions{}))
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range strings.Fields("schema source phases iterations steps regimes unattributed_ns timer_cost_ns open_ranges dropped warnings name count total_ns self_ns mean_ns median_ns p90_ns p99_ns share") {
		if !bytes.Contains(b, []byte(`"`+key+`":`)) {
			t.Errorf("no key %s in %s", key, b)
		}
	}
}

// TestSummaryLaws: on random nestings, recursion and several tracks included,
// the summary is what adding up range by range gives, and selfs add up to roots.
func TestSummaryLaws(t *testing.T) {
	pool := []string{"transient", "timestep", "nr_iteration", "build_system", "linear_solve", "factor", "x", "y"}
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var all []Event
		names := slices.Clone(pool)
		tracks := make([]Track, 1+rng.IntN(3))
		for i := range tracks {
			tracks[i].Thread = int64(i)
			s := script{names: names, track: int32(i)}
			for range rng.IntN(2000) {
				s.now += rng.Int64N(1000)
				if rng.IntN(2) == 0 && len(s.open) < 9 {
					s.begin(pool[rng.IntN(len(pool))])
				} else if len(s.open) > 0 {
					s.end()
				}
			}
			for len(s.open) > 0 {
				s.end()
			}
			all = append(all, s.events...)
		}
		got := Summarize(FromEvents(Header{}, names, tracks, all), SummaryOptions{})
		checkLaws(t, got, names, all)
	}
}

// checkLaws adds up range by range.
func checkLaws(t *testing.T, got *Summary, names []string, all []Event) {
	t.Helper()
	type open struct {
		name         int32
		begin, child int64
	}
	var roots, self, pathSelf int64
	count, selfs, totals := map[string]int64{}, map[string]int64{}, map[string]int64{}
	stacks := map[int32][]open{}
	for _, e := range all {
		s := stacks[e.Track]
		if e.Kind == Begin {
			stacks[e.Track] = append(s, open{e.Name, e.Time, 0})
			continue
		}
		r := s[len(s)-1]
		s = s[:len(s)-1]
		ns := e.Time - r.begin
		count[names[r.name]]++
		selfs[names[r.name]] += ns - r.child
		if !slices.ContainsFunc(s, func(o open) bool { return o.name == r.name }) {
			totals[names[r.name]] += ns
		}
		if len(s) > 0 {
			s[len(s)-1].child += ns
		} else {
			roots += ns
		}
		stacks[e.Track] = s
	}
	for _, p := range got.Phases {
		if p.Count != count[p.Name] || p.Self != selfs[p.Name] || p.Total != totals[p.Name] {
			t.Fatalf("got %+v, want count %d, self %d, total %d", p, count[p.Name], selfs[p.Name], totals[p.Name])
		}
		self += p.Self
	}
	for _, p := range got.Paths {
		pathSelf += p.Self
	}
	if len(got.Phases) != len(count) || got.RootNS != roots || self != roots || pathSelf != roots {
		t.Fatalf("roots %d, want %d; selfs %d and %d", got.RootNS, roots, self, pathSelf)
	}
}

// TestCrowded: beyond so many places nothing is lost from the sums.
func TestCrowded(t *testing.T) {
	var s script
	s.names = make([]string, 0, 6000)
	for i := range 6000 {
		s.names = append(s.names, fmt.Sprint("n", i))
	}
	for i := range 6000 {
		b := Event{Time: s.now, Name: int32(i), Kind: Begin}
		inner := Event{Time: s.now + 3, Name: int32(5999 - i), Kind: Begin}
		s.events = append(s.events, b, inner,
			Event{Time: s.now + 5, Name: inner.Name, Kind: End}, Event{Time: s.now + 11, Name: b.Name, Kind: End})
		s.now += 20
	}
	got := Summarize(s.trace(), SummaryOptions{})
	var self int64
	for _, p := range got.Phases {
		self += p.Self
	}
	if len(got.Phases) != 6000 || got.RootNS != 6000*11 || self != 6000*11 || len(got.Warnings) == 0 {
		t.Errorf("%d phases, root %d, self %d", len(got.Phases), got.RootNS, self)
	}
}

// TestOtherDomain: ranges of a domain that has no phases are no units, which is
// told.
func TestOtherDomain(t *testing.T) {
	const told = "no time steps and no iterations: cold, warm-up and steady cannot be distinguished"
	for name, want := range map[string]string{
		"mysim:nr_iteration": told + " (mysim:nr_iteration belongs to another NVTX domain: phases are ranges of the default domain and of nrkit; --domain mysim adds this domain)",
		"my sim's:timestep":  told + ` (my sim's:timestep belongs to another NVTX domain: phases are ranges of the default domain and of nrkit; --domain 'my sim'\''s' adds this domain)`,
		"mysim:step":         told,
	} {
		var s script
		s.in(name, 1000, nil)
		if got := Summarize(s.trace(), SummaryOptions{}); !slices.Contains(got.Warnings, want) {
			t.Errorf("%s: warnings %q", name, got.Warnings)
		}
	}
}

// TestOpenRanges: what has no end is counted until the program was last alive.
func TestOpenRanges(t *testing.T) {
	var s script
	s.begin("transient")
	s.now = 10
	s.begin("factor")
	tr := s.trace()
	tr.Last = 1000
	got := Summarize(tr, SummaryOptions{})
	if got.Open != 2 || phase(t, got.Phases, "factor").Total != 990 || got.RootNS != 1000 {
		t.Errorf("%+v", got)
	}
}

// TestSketch: quantiles are exact for few values and within 0.4 % for many,
// also when sketches are merged.
func TestSketch(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 100, exactSamples, exactSamples + 1, 50000} {
		rng := rand.New(rand.NewPCG(uint64(n), 9))
		var one, a, b sketch
		var all []int64
		for i := range n {
			v := int64(math.Exp(rng.Float64() * 43)) // up to 2^62
			if i%7 == 0 {
				v = rng.Int64N(300)
			}
			all = append(all, v)
			one.add(v)
			[]*sketch{&a, &b}[rng.IntN(2)].add(v)
		}
		a.merge(&b)
		slices.Sort(all)
		for _, s := range []*sketch{&one, &a} {
			if s.min != all[0] || s.max != all[n-1] || s.count != int64(n) {
				t.Errorf("n %d: %d values from %d to %d", n, s.count, s.min, s.max)
			}
		}
		for _, q := range []float64{0, 0.1, 0.5, 0.9, 0.99, 1} {
			want := all[max(int(math.Ceil(q*float64(n))), 1)-1]
			bound := 0.0
			if n > exactSamples {
				bound = 0.004 * float64(want)
			}
			if got := one.quantile(q); math.Abs(float64(got-want)) > bound {
				t.Errorf("n %d: quantile %v is %d, want %d", n, q, got, want)
			}
			if one.quantile(q) != a.quantile(q) {
				t.Errorf("n %d: merged quantile %v is %d, want %d", n, q, a.quantile(q), one.quantile(q))
			}
		}
	}
}

// TestCaptureSummary: a capture that a recorder wrote has the phases that were
// recorded, and nothing wrong.
func TestCaptureSummary(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.nrt")
	solverFile(t, path, 5000)
	tr, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer tr.Close()
	if p := Check(tr); len(p) > 0 {
		t.Errorf("problems %v", p)
	}
	got := Summarize(tr, SummaryOptions{Source: path})
	if p := phase(t, got.Phases, "nr_iteration"); p.Count != 5000 || got.Steps.Count != 2500 || got.Dropped+got.Open != 0 {
		t.Errorf("%+v", got)
	}
	if got.TimerCost <= 0 || got.Histogram[2] != 2500 {
		t.Errorf("timer cost %d, histogram %v", got.TimerCost, got.Histogram)
	}
}

func BenchmarkSummarize(b *testing.B) {
	path := filepath.Join(b.TempDir(), "a.nrt")
	solverFile(b, path, 200_000)
	t, err := Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer t.Close()
	for b.Loop() {
		start := time.Now()
		s := Summarize(t, SummaryOptions{})
		b.ReportMetric(float64(time.Since(start).Nanoseconds())/float64(s.Ranges), "ns/range")
	}
}

// One is told as one.
func TestWarningsOfOne(t *testing.T) {
	var s script
	s.begin("work")
	tr := s.trace()
	tr.Loss = Loss{Dropped: 1, Chunks: 1, Ranges: 2, Truncated: 1}
	got := Summarize(tr, SummaryOptions{}).Warnings
	for _, want := range []string{"1 range without an end, counted until the last recorded time", "1 range dropped for lack of room: the time counts for the enclosing ranges",
		"1 chunk damaged, with 2 ranges", "1 byte at the end of the file: not a whole chunk"} {
		if !slices.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
}
