package trace

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A defRange is a range of a trace, as its definitions see it.
type defRange struct {
	name   string
	track  int32
	ns     int64
	inner  int64 // ns of the ranges directly in it
	nested bool  // it is in a range of its own name
	open   bool
	cpu    bool // its CPU time is known
	unit   *defUnit
	isUnit bool // it is the unit
	parent *defRange
}

// A defUnit is a time step, or an iteration of a trace without steps.
type defUnit struct {
	r          *defRange
	iterations int // all
	outermost  int // in no other iteration
	regime     string
}

// definedRanges returns the ranges in the order of their ends, and the units by track.
func definedRanges(t *Trace, unit string) (list []*defRange, units [][]*defUnit) {
	stacks := make([][]*defRange, len(t.Tracks))
	begins := map[*defRange]int64{}
	units = make([][]*defUnit, len(t.Tracks))
	last := t.Last
	end := func(k int32, at int64, open bool) {
		s := stacks[k]
		r := s[len(s)-1]
		stacks[k] = s[:len(s)-1]
		r.ns, r.open = at-begins[r], open
		if r.parent != nil {
			r.parent.inner += r.ns
		}
		list = append(list, r)
	}
	for e := range t.Events() {
		last = max(last, e.Time)
		s := stacks[e.Track]
		switch e.Kind {
		case Begin:
			r := &defRange{name: t.Names[e.Name], track: e.Track}
			iterating := false
			if len(s) > 0 {
				r.parent = s[len(s)-1]
				r.unit = r.parent.unit
			}
			for a := r.parent; a != nil; a = a.parent {
				r.nested = r.nested || a.name == r.name
				iterating = iterating || a.name == PhaseIteration
			}
			if r.unit == nil && r.name == unit {
				r.unit, r.isUnit = &defUnit{r: r}, true
				units[e.Track] = append(units[e.Track], r.unit)
			}
			if r.unit != nil && r.name == PhaseIteration {
				r.unit.iterations++
				if !iterating {
					r.unit.outermost++
				}
			}
			begins[r] = e.Time
			stacks[e.Track] = append(s, r)
		case End:
			end(e.Track, e.Time, false)
		case Arg:
			if t.Names[e.Name] == ArgCPU && len(s) > 0 {
				s[len(s)-1].cpu = true
			}
		}
	}
	for k := range stacks {
		for len(stacks[k]) > 0 {
			end(int32(k), last, true)
		}
	}
	return list, units
}

// regimesByDefinition gives the units of a track their regimes, as Regimes defines them.
func regimesByDefinition(units []*defUnit, steps bool) {
	var compared []*defUnit
	for k, u := range units {
		preempted := steps && u.r.cpu && !u.r.open
		switch {
		case k == 0:
			u.regime = "cold"
		case preempted:
			u.regime = "preempted"
		default:
			u.regime = "steady"
		}
		if !preempted && !u.r.open {
			compared = append(compared, u)
		}
	}
	if len(compared) < 32 {
		return
	}
	x := func(list []*defUnit) []float64 {
		var out []float64
		for _, u := range list {
			v := float64(u.r.ns)
			if steps {
				v /= float64(max(u.outermost, 1))
			}
			out = append(out, v)
		}
		slices.Sort(out)
		return out
	}
	n := len(compared)
	second := x(compared[n/2:])
	at := func(q float64) float64 { return second[int(math.Ceil(q*float64(len(second))))-1] }
	low, high := min(at(0.1), 0.95*at(0.5)), max(at(0.9), 1.05*at(0.5))
	rest := compared
	if rest[0].regime == "cold" {
		rest = rest[1:]
	}
	half := compared[n/2] // the first unit of the second half
	var warm []*defUnit
	for k := 0; ; k += 16 {
		if k > 0 && slices.Index(rest, half) < k+16 {
			warm = rest[:slices.Index(rest, half)]
			break
		}
		if w := x(rest[k : k+16]); low <= (w[7]+w[8])/2 && (w[7]+w[8])/2 <= high {
			warm = rest[:k]
			break
		}
	}
	for _, u := range warm {
		u.regime = "warm-up"
	}
}

// definedQuantile returns the smallest value that the share q of the values does not exceed.
func definedQuantile(values []int64, q float64) int64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return values[max(int(math.Ceil(q*float64(len(values)))), 1)-1]
}

// sameAsDefined compares the regimes of Summarize with their definitions.
func sameAsDefined(t rapid.TB, tr *Trace) {
	t.Helper()
	unit := ""
	for e := range tr.Events() {
		if e.Kind == Begin && (tr.Names[e.Name] == PhaseTimestep || unit == "" && tr.Names[e.Name] == PhaseIteration) {
			unit = tr.Names[e.Name]
		}
	}
	sum := Summarize(tr, SummaryOptions{})
	if unit == "" {
		if sum.Regimes != nil {
			t.Errorf("got regimes %+v of no units", sum.Regimes)
		}
		return
	}
	list, units := definedRanges(tr, unit)
	for k := range units {
		regimesByDefinition(units[k], unit == PhaseTimestep)
	}
	for name, got := range map[string]*Regime{"cold": &sum.Regimes.Cold, "warm-up": &sum.Regimes.WarmUp, "steady": &sum.Regimes.Steady, "outside": &sum.Regimes.Outside, "preempted": sum.Regimes.Preempted} {
		if got == nil {
			got = &Regime{}
		}
		if a, b := fmt.Sprint(plain(*got)), fmt.Sprint(definedRegime(list, units, name)); a != b {
			t.Errorf("%s: got\n%s\nwant\n%s", name, a, b)
		}
	}
}

// definedRegime makes the table of a regime.
func definedRegime(list []*defRange, units [][]*defUnit, regime string) Regime {
	var out Regime
	of := func(r *defRange) string {
		if r.unit == nil {
			return "outside"
		}
		return r.unit.regime
	}
	for _, track := range units {
		for _, u := range track {
			if u.regime == regime {
				out.Units++
				out.Iterations += int64(u.iterations)
			}
		}
	}
	rows, values := map[string]*Phase{}, map[string][]int64{}
	var whole []int64
	for _, r := range list {
		if of(r) != regime {
			continue
		}
		if regime == "outside" && r.name == PhaseIteration {
			out.Iterations++
		}
		if r.isUnit {
			whole = append(whole, r.ns)
			out.Total += r.ns
		}
		p := rows[r.name]
		if p == nil {
			p = &Phase{Name: r.name}
			rows[r.name] = p
		}
		p.Count++
		p.Self += r.ns - r.inner
		if !r.nested {
			p.Total += r.ns
		}
		values[r.name] = append(values[r.name], r.ns)
	}
	if len(whole) > 0 {
		out.Mean = float64(out.Total) / float64(len(whole))
	}
	out.Median, out.P90, out.P99 = definedQuantile(whole, 0.5), definedQuantile(whole, 0.9), definedQuantile(whole, 0.99)
	out.Phases = []Phase{}
	for name, p := range rows {
		v := values[name]
		p.Median, p.P90, p.P99, p.Min, p.Max = definedQuantile(v, 0.5), definedQuantile(v, 0.9), definedQuantile(v, 0.99), slices.Min(v), slices.Max(v)
		out.Phases = append(out.Phases, *p)
	}
	return plain(out)
}

// plain sorts the phases of a regime, without what follows from the other figures.
func plain(r Regime) Regime {
	r.Phases = slices.Clone(r.Phases)
	for i := range r.Phases {
		r.Phases[i].Share, r.Phases[i].Mean = 0, 0
	}
	slices.SortFunc(r.Phases, func(a, b Phase) int { return slices.Compare([]byte(a.Name), []byte(b.Name)) })
	return r
}

// drawnUnits is a trace of tracks with time steps or iterations, up to 150 of each, of
// which the first may take longer; some are preempted, nested, empty or open.
func drawnUnits(t *rapid.T) *Trace {
	names := []string{PhaseTransient, PhaseTimestep, PhaseIteration, PhaseSolve, PhaseFactor, ArgCPU, "other"}
	tracks := make([]Track, rapid.IntRange(1, 3).Draw(t, "tracks"))
	unit := int32(rapid.IntRange(1, 2).Draw(t, "unit"))
	tick := rapid.SampledFrom([]int64{0, 1, 1000}).Draw(t, "tick")
	var all []Event
	for k := range tracks {
		tracks[k] = Track{Thread: int64(k), Device: -1}
		n := rapid.SampledFrom([]int{0, 1, 2, 5, 31, 32, 33, 34, 35, 40, 64, 65, 66, 80, 100, 150}).Draw(t, "units")
		slow, lost := rapid.IntRange(0, 60).Draw(t, "slow"), rapid.SampledFrom([]int{0, 0, 1, 2, 5}).Draw(t, "lost")
		rng := rapid.Uint64().Draw(t, "seed")
		next := func(n uint64) uint64 {
			rng = rng*6364136223846793005 + 1442695040888963407
			return (rng >> 33) % n
		}
		now := int64(next(50))
		put := func(kind Kind, name int32, value float64) {
			all = append(all, Event{Time: now, Index: NoIndex, Track: int32(k), Name: name, Kind: kind, Value: value})
		}
		var fill func(depth int)
		fill = func(depth int) {
			for range next(4) {
				name := []int32{2, 2, 3, 4, 6, 1}[next(6)]
				if unit == 2 && name == 1 || depth > 3 {
					name = 6
				}
				put(Begin, name, 0)
				now += tick * int64(next(5))
				if depth < 4 && next(3) == 0 {
					fill(depth + 1)
				}
				put(End, name, 0)
			}
		}
		put(Begin, 0, 0)
		if next(2) == 0 {
			fill(3)
		}
		for i := range n {
			put(Begin, unit, 0)
			now += tick * int64(100+next(4))
			if i < slow {
				now += tick * 300
			}
			if next(3) == 0 {
				fill(0)
			}
			if i == n-1 && next(3) == 0 {
				break // it stays open
			}
			if lost > 0 && next(uint64(lost)) == 0 {
				put(Arg, 5, 7)
			}
			put(End, unit, 0)
			if now += tick * int64(next(2)); next(20) == 0 {
				fill(3)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Event) int { return int(a.Time - b.Time) })
	return FromEvents(Header{}, names, tracks, all)
}

// The regimes are what their definitions say.
func TestDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { sameAsDefined(t, drawnUnits(t)) })
	rapid.Check(t, func(t *rapid.T) {
		tr := drawnCapture(t)
		tr.Header.Sample = 1
		if sumUp(tr, SummaryOptions{}.filled(), false).tree.late == nil { // otherwise places are put together
			sameAsDefined(t, tr)
		}
	})
}
