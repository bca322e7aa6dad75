package trace

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// summary makes the tables of what was added up.
func (s *sums) summary(o SummaryOptions) *Summary {
	t := s.trace
	est := s.estimate()
	s.fill(est)
	out := &Summary{
		Schema: "phases/v1", Source: o.Source, Program: t.Header.Program, Labels: t.Header.Labels,
		Span: s.ended - s.begun, Ranges: s.ranges, Sample: max(t.Header.Sample, 1), Histogram: s.histogram, Open: s.open,
		Dropped: t.Loss.Dropped, Counts: t.Counts, Warnings: []string{}, Phases: []Phase{}, Paths: []Phase{}, Gaps: []Gap{},
		TimerCost: round(float64(s.ranges) * t.Header.TimerNS),
	}
	var root float64
	for _, n := range s.tree.root.kids {
		root += n.total
	}
	for _, n := range s.tree.late {
		root += float64(n.loose)
	}
	out.RootNS = round(root)
	s.apart(out)
	if est != nil {
		out.Inflation, out.Deviation = est.Inflation, est.Deviation
	}
	if h := t.Counts.Histogram[CountIterationsPerStep]; h != nil {
		out.Histogram = h
	}
	s.phases(out, est)
	s.gaps(out)
	if s.units.iteration >= 0 {
		out.Iterations = s.unit(s.units.iteration, s.newest(out, s.units.iteration, t.Counts.Number[CountIterations]), func(n *node) bool { return n.inIter })
	}
	if s.units.step >= 0 {
		out.Steps = s.unit(s.units.step, s.newest(out, s.units.step, t.Counts.Number[CountTimesteps]), func(n *node) bool { return n.inStep })
	}
	if s.units.name >= 0 {
		out.Regimes = s.regimes(out.Worked())
	}
	if d := s.device; d != nil {
		d.Latency = d.late.quantile(0.5)
		out.Device = &d.DeviceSummary
	}
	s.warn(out, est)
	return out
}

// A table gathers nodes by name.
type table struct {
	phase  Phase
	stats  stats
	gpu    int64 // of ranges that are not in one of the same name, as all that follows
	wait   int64
	whole  float64 // scaled, of all ranges
	own    float64 // of the total, recording
	scaled bool
	rough  bool // the count is an estimate
}

// phases fills Phases and Paths.
func (s *sums) phases(out *Summary, est *Estimate) {
	byName := map[int32]*table{}
	var order []int32
	s.tree.walk(func(n *node) {
		all := n.all()
		p := phaseOf(s.tree.names[n.name], all, out.RootNS)
		p.Path, p.Depth = s.tree.path(n), n.depth-1
		p.Count, p.Total, p.Self = round(n.count), round(n.total), round(n.self)
		s.onDevice(&p, all.gpu, all.wait)
		p.Mean = ratio(float64(p.Total), float64(p.Count))
		p.Estimated = est != nil && n.inStep
		if p.Estimated {
			p.Measured = all.sketch.count
			p.CountEstimated = p.Count != p.Measured && !est.callsKnown(n.name)
		}
		if n.ranOf > 0 && float64(n.ranOf) >= 0.99*n.total { // else it is that of some ranges
			p.CPU = &n.ran
		}
		p.Share = s.share(n.name, n.total-n.recording, out)
		out.Paths = append(out.Paths, p)

		b := byName[n.name]
		if b == nil {
			b = &table{}
			byName[n.name] = b
			order = append(order, n.name)
		}
		b.stats.merge(all)
		b.whole += n.total
		b.phase.Count += p.Count
		b.phase.Self += p.Self
		b.scaled = b.scaled || p.Estimated
		b.rough = b.rough || p.CountEstimated
		if n.outer {
			b.gpu += all.gpu
			b.wait += all.wait
			b.phase.Total += p.Total
			b.own += n.recording
		}
	})
	for _, name := range order {
		b := byName[name]
		p := phaseOf(s.tree.names[name], &b.stats, out.RootNS)
		p.Count, p.Total, p.Self = b.phase.Count, b.phase.Total, b.phase.Self
		s.onDevice(&p, b.gpu, b.wait)
		p.Mean = ratio(b.whole, float64(p.Count))
		p.Share = s.share(name, float64(p.Total)-b.own, out)
		if b.scaled {
			p.Estimated, p.CountEstimated, p.Measured = true, b.rough, b.stats.sketch.count
			p.Error = s.standardError(name, est)
			p.ShareError = ratio(p.Error, float64(out.Worked()))
		}
		out.Phases = append(out.Phases, p)
	}
	byTotal(out.Phases)
}

// share returns the share of ns, in which no recording is, in the time of the
// program. Recording has none.
func (s *sums) share(name int32, ns float64, out *Summary) float64 {
	if s.tree.names[name] == PhaseRecording {
		return 0
	}
	return ratio(ns, float64(out.Worked()))
}

// apart finds the time that is not the program's: recording, and what the thread
// did not run.
func (s *sums) apart(out *Summary) {
	var recording float64
	s.tree.walk(func(n *node) {
		if n.outer && s.tree.names[n.name] == PhaseRecording {
			recording += n.total
			for a := n.parent; a != nil; a = a.parent {
				a.recording += n.total
			}
		}
		above := n.parent
		for above != nil && above.ranOf == 0 {
			above = above.parent
		}
		if above == nil { // else it is in that
			out.CPU += n.ran
			out.CPUOf += n.ranOf
		}
	})
	out.Recording = round(recording)
	out.PreemptedSteps, out.PreemptedNS = s.preempted, s.preemptedNS
}

// phaseOf makes a row of what was timed; self is left to the caller.
func phaseOf(name string, s *stats, root int64) Phase {
	q := &s.sketch
	return Phase{
		Name: name, Count: q.count, Total: s.total, Mean: ratio(float64(s.total), float64(q.count)),
		Median: q.quantile(0.5), P90: q.quantile(0.9), P99: q.quantile(0.99), Min: q.min, Max: q.max,
		Share: ratio(float64(s.total), float64(root)),
	}
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// stepsKnown reports whether the trace says how many time steps there were.
func (s *sums) stepsKnown() bool {
	_, known := s.trace.Counts.Number[CountTimesteps]
	return known
}

// gaps fills Unattributed: the self time of phases that are made of others, and
// of other ranges with ranges within, unless these lie in a leaf phase.
func (s *sums) gaps(out *Summary) {
	s.tree.walk(func(n *node) {
		name := s.tree.names[n.name]
		split := len(n.kids) > 0 || n.elsewhere != [slots]int64{}
		gap := phaseRole(name) == container || split && (!n.inPhase || name == PhaseLinearSolve)
		if ns := round(n.self); gap && ns > 0 {
			out.Gaps = append(out.Gaps, Gap{s.tree.path(n), ns, ratio(n.self, float64(out.Worked()))})
			out.Unattributed += ns
		}
	})
	slices.SortStableFunc(out.Gaps, func(a, b Gap) int { return cmp.Compare(b.NS, a.NS) })
}

// newest returns how many ranges of a name there were by a count of the program.
// Where the program was stopped, its last count may be older than its last ranges:
// then the count is at least the estimate in out.Phases.
func (s *sums) newest(out *Summary, name int32, count int64) int64 {
	if count == 0 || !s.trace.Loss.Open {
		return count
	}
	for i := range out.Phases {
		if p := &out.Phases[i]; p.Name == s.tree.names[name] {
			count = max(count, p.Count)
		}
	}
	return count
}

// unit describes the ranges of a name, and what lies in them.
func (s *sums) unit(name int32, exact int64, in func(*node) bool) *Unit {
	var all stats
	parts := map[int32]*PerUnit{}
	var order []int32
	s.tree.walk(func(n *node) {
		if !in(n) || !n.outer {
			return
		}
		own := n.all()
		if n.name == name {
			all.merge(own)
			return
		}
		p := parts[n.name]
		if p == nil {
			p = &PerUnit{Name: s.tree.names[n.name]}
			parts[n.name] = p
			order = append(order, n.name)
		}
		p.Count += float64(own.sketch.count)
		p.Mean += float64(own.total)
	})
	q := &all.sketch
	u := &Unit{
		Count: max(exact, q.count), Timed: q.count, Total: all.total, Mean: ratio(float64(all.total), float64(q.count)),
		Median: q.quantile(0.5), P90: q.quantile(0.9), P99: q.quantile(0.99), Min: q.min, Max: q.max, Phases: []PerUnit{},
	}
	for _, k := range order {
		p := parts[k]
		p.Share = ratio(p.Mean, float64(all.total))
		p.Count = ratio(p.Count, float64(q.count))
		p.Mean = ratio(p.Mean, float64(q.count))
		u.Phases = append(u.Phases, *p)
	}
	slices.SortStableFunc(u.Phases, func(a, b PerUnit) int { return cmp.Compare(b.Mean, a.Mean) })
	return u
}

// regimes makes the tables of the regimes.
func (s *sums) regimes(root int64) *Regimes {
	r := &Regimes{Unit: s.tree.names[s.units.name]}
	if s.perRegime[preempted].units > 0 {
		r.Preempted = &Regime{}
		s.regime(r.Preempted, preempted, root)
	}
	for i, to := range []*Regime{outside: &r.Outside, cold: &r.Cold, warmUp: &r.WarmUp, steady: &r.Steady} {
		s.regime(to, i, root)
	}
	return r
}

func (s *sums) regime(to *Regime, i int, root int64) {
	var all stats
	rows := map[int32]*table{}
	var order []int32
	s.tree.walk(func(n *node) {
		own := n.regime[i]
		if own == nil {
			return
		}
		if n.name == s.units.name && n.outer {
			all.merge(own)
		}
		b := rows[n.name]
		if b == nil {
			b = &table{}
			rows[n.name] = b
			order = append(order, n.name)
		}
		b.stats.merge(own)
		b.phase.Self += n.selfIn(i)
		if n.outer {
			b.phase.Total += own.total
			b.gpu += own.gpu
			b.wait += own.wait
		}
	})
	to.Units, to.Iterations = s.perRegime[i].units, s.perRegime[i].iterations
	q := &all.sketch
	to.Total, to.Mean = all.total, ratio(float64(all.total), float64(q.count))
	to.Median, to.P90, to.P99 = q.quantile(0.5), q.quantile(0.9), q.quantile(0.99)
	to.Phases = []Phase{}
	for _, name := range order {
		b := rows[name]
		p := phaseOf(s.tree.names[name], &b.stats, root)
		p.Total, p.Self = b.phase.Total, b.phase.Self
		s.onDevice(&p, b.gpu, b.wait)
		p.Share = ratio(float64(p.Total), float64(root))
		to.Phases = append(to.Phases, p)
	}
	byTotal(to.Phases)
}

// otherDomain says which range would be a unit, were it not of an NVTX domain
// whose ranges are no phases; "" where none would.
func (s *sums) otherDomain() string {
	for _, name := range s.tree.names {
		domain, ok := strings.CutSuffix(name, ":"+PhaseTimestep)
		if !ok {
			domain, ok = strings.CutSuffix(name, ":"+PhaseIteration)
		}
		if ok {
			return fmt.Sprintf(" (%s belongs to another NVTX domain: phases are ranges of the default domain and of nrkit; --domain %s adds this domain)", name, word(domain))
		}
	}
	return ""
}

// word returns a text as one word of a command line, quoted where it needs to be.
func word(s string) string {
	plain := func(c rune) bool {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("_-+.,:/@%", c)
	}
	if s != "" && strings.IndexFunc(s, func(c rune) bool { return !plain(c) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// several writes a number of things.
func several(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.FormatInt(n, 10) + " " + noun + "s"
}

// span writes a time with three digits, in the unit of its size.
func span(ns int64) string {
	d, unit := float64(ns), "ns"
	for _, larger := range []string{"µs", "ms", "s"} {
		if math.Abs(d) < 999.5 {
			break
		}
		d, unit = d/1e3, larger
	}
	return fmt.Sprintf("%.3g %s", d, unit)
}
