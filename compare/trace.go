package compare

import (
	"math"
	"slices"

	"github.com/nrkit/nrkit/trace"
)

// FromTrace returns the run that a trace describes.
//
// Cost: the passes of [trace.Summarize], one more if the trace has time steps, and one
// more if the trace has work on devices or no iteration. For a statistic other than the mean, the last pass keeps 8
// bytes for each range.
func FromTrace(name string, t *trace.Trace, stat Statistic) *Run {
	s := trace.Summarize(t, trace.SummaryOptions{Source: name})
	r := FromHeader(name, t)
	r.addSummary(s, stat)
	if s.Steps != nil {
		r.course = readCourse(t)
	}
	if s.Regimes == nil || slices.ContainsFunc(t.Sorts, trace.OnDevice) {
		r.addCalls(t, s, stat)
	}
	r.warnLoss(t.Loss)
	return r
}

// FromHeader returns the run of a trace without quantities, for [Identify].
func FromHeader(name string, t *trace.Trace) *Run {
	r := newRun(name)
	h := &t.Header
	r.Program, r.Host, r.PID, r.Start, r.Clock = h.Program, h.Host, h.PID, h.Start, h.Clock
	for k, v := range h.Labels {
		r.Labels[k] = v
	}
	r.setKeys(h.Key, t.EndKey)
	return r
}

// warnLoss warns of a trace that is not whole.
func (r *Run) warnLoss(l trace.Loss) {
	if l.Open || l.Truncated > 0 || l.Chunks > 0 {
		r.warn("the trace is incomplete: totals cover only the part that was read")
	}
}

// FromSummarized returns the run of a capture of which the table of phases s is known,
// but no ranges. The trace has its header, keys and losses; its events are not read. The
// first and later calls of kernels, and of phases without iterations, are not known: of
// such phases there are all calls together.
func FromSummarized(name string, t *trace.Trace, s *trace.Summary, stat Statistic) *Run {
	r := FromHeader(name, t)
	r.addSummary(s, stat)
	r.addWhole(s, stat)
	if s.Device != nil && s.Device.Work > 0 {
		r.warn("a summary does not have the first and later calls and the launches of kernels, copies and graphs; compare the captures to see them")
	}
	if s.Regimes == nil && len(s.Phases) > 0 {
		r.warn("a summary does not have the first and later calls of phases, only all calls together; compare the captures to see them")
	}
	r.warnLoss(t.Loss)
	return r
}

// A group is where a name has one first call: a thread, or a context of a
// device, whose streams share what the first call loads.
type group struct {
	process, thread int64
	rank            int32
	device, context int32
	name            int32
}

// calls are those of one name in one group.
type calls struct {
	start, first int64 // of the first one: when it began, and how long it took; first is -1 before it
	rest         durations
}

// durations are those of some calls.
type durations struct {
	n, sum int64
	all    []int64 // kept for quantiles
}

func (d *durations) add(ns int64, keep bool) {
	d.n++
	d.sum += ns
	if keep {
		d.all = append(d.all, ns)
	}
}

func (d *durations) merge(o *durations) {
	d.n += o.n
	d.sum += o.sum
	d.all = append(d.all, o.all...)
}

// value returns the statistic of the durations, of which there is one at least.
func (d *durations) value(stat Statistic) float64 {
	if stat == Mean {
		return float64(d.sum) / float64(d.n)
	}
	slices.Sort(d.all)
	rank := max(int(math.Ceil(stat.quantile()*float64(len(d.all)))), 1)
	return float64(d.all[rank-1])
}

// addCalls adds first and later calls: of work on devices, and of phases where
// there are no regimes.
func (r *Run) addCalls(t *trace.Trace, s *trace.Summary, stat Statistic) {
	groups := map[group]*calls{}
	for c := range t.Ranges() {
		sort := t.Sort(c.Name)
		if kindOf(sort) == "" || sort == "" && s.Regimes != nil {
			continue
		}
		tr := &t.Tracks[c.Track]
		g := group{process: tr.Process, rank: tr.Rank, device: tr.Device, name: c.Name}
		if trace.OnDevice(sort) {
			g.context = tr.Context
		} else {
			g.thread = tr.Thread
		}
		if groups[g] == nil {
			groups[g] = &calls{first: -1}
		}
		groups[g].add(c.Start, max(c.End-c.Start, 0), stat != Mean)
	}
	r.addGroups(t, s, groups, stat)
}

// add takes a call, which may have begun before others that came earlier.
func (c *calls) add(start, ns int64, keep bool) {
	switch {
	case c.first < 0:
		c.start, c.first = start, ns
	case start < c.start:
		c.rest.add(c.first, keep)
		c.start, c.first = start, ns
	default:
		c.rest.add(ns, keep)
	}
}

// addGroups puts the groups of a name together.
func (r *Run) addGroups(t *trace.Trace, s *trace.Summary, groups map[group]*calls, stat Statistic) {
	sums := map[Quantity]*durations{}
	of := func(q Quantity) *durations {
		if sums[q] == nil {
			sums[q] = &durations{}
		}
		return sums[q]
	}
	for g, c := range groups {
		kind := kindOf(t.Sort(g.name))
		q := Quantity{Kind: kind, Name: t.Names[g.name], Metric: Time, Regime: First}
		of(q).add(c.first, stat != Mean)
		q.Regime = Later
		if c.rest.n > 0 {
			of(q).merge(&c.rest)
		}
		if kind != Phase {
			r.Counts[Count{"launches", q.Name}] += 1 + c.rest.n
		}
	}
	for q, d := range sums {
		whole := s.Worked()
		if q.Kind != Phase && s.Device != nil {
			whole = s.Device.NS
		}
		r.put(q, d.value(stat), ratio(d.sum, whole))
	}
}

// kindOf returns the kind of ranges of a sort, "" for what is not told.
func kindOf(sort string) Kind {
	switch sort {
	case "":
		return Phase
	case trace.SortKernel:
		return Kernel
	case trace.SortMemcpy, trace.SortMemset:
		return Memory
	case trace.SortGraph:
		return Graph
	}
	return ""
}
