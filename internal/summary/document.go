package summary

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/internal/phasetable"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
)

// fullRanks is up to how many captures a document has the whole table of each.
const fullRanks = 1000

// mostStarts is up to how many captures without a start are warned of one by one.
const mostStarts = 20

// A MixedError says that the captures cannot be added up, since different shares of
// their time steps were timed.
type MixedError struct{ Samples []Share }

// A Share is the captures of which one time step of Sample was timed.
type Share struct {
	Sample, Captures int
	Example          string // name of the first of them
}

func (e *MixedError) Error() string {
	var list []string
	for _, s := range e.Samples {
		list = append(list, fmt.Sprintf("1 of %d in %d (such as %s)", s.Sample, s.Captures, s.Example))
	}
	return "the captures timed different shares of their time steps, so their times cannot be added: " + strings.Join(list, ", ")
}

// Document returns the table of phases of all captures, as [phasetable.OfSet] makes it
// for their files. It is called source. Align says how the clocks become one; it is not
// of common ranges, which a summary does not have.
//
// Of more than 1000 captures, a rank has its phases and totals without paths, regimes and
// counts.
//
// Errors: *[MixedError], an error for no captures, and an *[input.Failure] with a hint.
func (p *Part) Document(source string, align merge.Options) (*phasetable.Document, error) {
	p.sort()
	if len(p.rows) == 0 {
		return nil, fmt.Errorf("the summary has no captures")
	}
	if err := p.mixed(); err != nil {
		return nil, err
	}
	v := view{part: p, source: source}
	v.read()
	if err := v.merge(align); err != nil {
		return nil, err
	}
	return v.document(), nil
}

// mixed returns the error of captures that cannot be added up.
func (p *Part) mixed() error {
	if len(p.pools) < 2 {
		return nil
	}
	by := map[int]*Share{}
	for k := range p.rows {
		c := p.light(k)
		if by[c.Sample] == nil {
			by[c.Sample] = &Share{Sample: c.Sample, Example: c.base()}
		}
		by[c.Sample].Captures++
	}
	e := &MixedError{}
	for _, s := range by {
		e.Samples = append(e.Samples, *s)
	}
	slices.SortFunc(e.Samples, func(a, b Share) int { return a.Sample - b.Sample })
	return e
}

// A view is the state of one Document.
type view struct {
	part   *Part
	source string

	traces  []*trace.Trace // by row: what is known of the trace without its events
	ranks   []phasetable.Rank
	spans   [][2]int64 // by row: first begin and last end, of its own clock; equal without ranges
	texts   notes
	devices deviceTotals
	groups  groups
	solver  bool // a row has calls of solvers
	first   *Capture
	starts  int // rows that know when they started

	merged *merge.Result
}

// read reads the rows.
func (v *view) read() {
	n := len(v.part.rows)
	for k := range v.part.rows {
		c := v.part.capture(k)
		if k == 0 {
			v.first = c
		}
		t := &trace.Trace{Header: c.header(), Counts: c.Summary.Counts, Loss: c.loss(), Tracks: []trace.Track{{Rank: c.Last, Device: -1}}}
		v.traces = append(v.traces, t)
		v.spans = append(v.spans, [2]int64{c.Begun, c.Begun + c.Summary.Span})
		if c.Start != 0 {
			v.starts++
		}
		for _, w := range c.Warnings {
			v.texts.add(w, c.base())
		}
		v.solver = v.solver || c.Solver != nil
		v.devices.add(k, c.Summary)
		v.groups.add(c)
		v.ranks = append(v.ranks, v.rank(c, n > fullRanks))
	}
}

// rank returns the table of a capture; slim is without what takes most memory.
func (v *view) rank(c *Capture, slim bool) phasetable.Rank {
	r := phasetable.Rank{Source: c.base(), Summary: c.Summary}
	if c.Solver != nil {
		r.Solver = &phasetable.Solver{Summary: c.Solver}
	}
	if slim {
		s := c.Summary
		r.Summary = &trace.Summary{Schema: s.Schema, Source: s.Source, Program: s.Program, Labels: s.Labels, Span: s.Span, RootNS: s.RootNS,
			Recording: s.Recording, Ranges: s.Ranges, Sample: s.Sample, Phases: s.Phases, Paths: []trace.Phase{}, Gaps: []trace.Gap{},
			Unattributed: s.Unattributed, TimerCost: s.TimerCost, Open: s.Open, Dropped: s.Dropped, Warnings: s.Warnings}
		r.Solver = nil
		return r
	}
	r.Summary.Warnings = append(slices.Clip(r.Summary.Warnings), c.Calls...)
	return r
}

// merge puts what is known of the traces together.
func (v *view) merge(align merge.Options) (err error) {
	n := len(v.traces)
	if align.Align == merge.Auto && n-v.starts > mostStarts {
		align.Align = merge.Start
		v.texts.all = append(v.texts.all, fmt.Sprintf("%d of %d captures do not contain their start time: all captures start at time 0", n-v.starts, n))
	}
	v.merged, err = merge.Merge(v.traces, align)
	if err != nil {
		return v.named(err)
	}
	for k := range v.ranks {
		v.ranks[k].Rank = v.merged.Ranks[k]
	}
	v.texts.all = append(v.texts.all, v.merged.Warnings...)
	return nil
}

// named gives an error about a capture its name.
func (v *view) named(err error) error {
	var at *merge.InputError
	if !errors.As(err, &at) {
		return err
	}
	err = fmt.Errorf("%s: %w", v.part.rows[at.Input].from.Name, at.Err)
	if errors.Is(err, merge.ErrNoStart) {
		return &input.Failure{Err: err, Hint: "--align start gives all inputs the same start time"}
	}
	return err
}

// span returns the time from the first begin to the last end, on the common clock.
func (v *view) span() int64 {
	var first, last int64
	some := false
	zero := v.merged.Trace.Header.Start
	for k, s := range v.spans {
		if s[0] == s[1] && v.ranks[k].Summary.Ranges == 0 {
			continue
		}
		offset := time.Duration(0)
		if h := v.traces[k].Header.Start; len(v.spans) > 1 && !zero.IsZero() {
			offset = h.Sub(zero)
		}
		if from := s[0] + int64(offset); !some || from < first {
			first = from
		}
		if to := s[1] + int64(offset); !some || to > last {
			last = to
		}
		some = true
	}
	return max(last-first, 0)
}

// document makes the document.
func (v *view) document() *phasetable.Document {
	p, c := v.part, v.first
	head := trace.PoolHead{Trace: v.merged.Trace, Span: v.span()}
	head.Device, head.Work = v.devices.tables(v.ranks, head.Span)
	s := p.pools[c.Sample].Summary(head, trace.SummaryOptions{Source: v.source})
	doc := &phasetable.Document{Summary: s}
	if len(p.rows) == 1 {
		doc.Solver = v.ranks[0].Solver
		doc.Key, doc.EndKey = p.keys[c.Key], p.keys[c.EndKey]
	} else {
		doc.AddRanks(v.ranks)
	}
	if v.solver {
		s.Warnings = (&phasetable.Solver{}).Without(s.Warnings)
	}
	s.Warnings = append(s.Warnings, v.texts.list(len(p.rows) > 1)...)
	l := v.merged.Trace.Loss
	doc.Loss = phasetable.Loss{Unclosed: l.Open, Events: l.Events, Truncated: l.Truncated, Chunks: l.Chunks, Ranges: l.Ranges}
	doc.Pooled = &phasetable.Pooled{Captures: len(p.rows), Bad: append([]phasetable.Bad{}, p.bad...), Keys: v.groups.list(p.keys), Steps: stepTable(p.pools[c.Sample])}
	return doc
}

// notes are warnings of captures, each once.
type notes struct {
	all   []string // of all captures together
	order []string
	by    map[string]*noted
}

type noted struct {
	first string // the file that has it first
	n     int
}

func (n *notes) add(text, file string) {
	if n.by == nil {
		n.by = map[string]*noted{}
	}
	x := n.by[text]
	if x == nil {
		x = &noted{first: file}
		n.by[text] = x
		n.order = append(n.order, text)
	}
	x.n++
}

// list returns the warnings; several says that there are several captures.
func (n *notes) list(several bool) []string {
	var list []string
	for _, text := range n.order {
		x := n.by[text]
		switch {
		case !several || x.n == 1 && strings.HasPrefix(text, x.first+":"):
			list = append(list, text)
		case x.n == 1:
			list = append(list, x.first+": "+text)
		default:
			list = append(list, fmt.Sprintf("%s and %d more: %s", x.first, x.n-1, text))
		}
	}
	return append(list, n.all...)
}
