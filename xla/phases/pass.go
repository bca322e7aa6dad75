package phases

import (
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/spill"
	"github.com/nrkit/nrkit/trace"
)

// An addition is a begin or end of a phase, before so many events of its track.
type addition struct {
	before int64
	time   int64
	name   int32
	end    bool
}

// A frame is an open range, or the track as a whole.
type frame struct {
	place
	prefix string   // of the module around
	phases []string // around what lies in it, before those of runs
	inert  bool     // it lies in a call
	runs   Runs     // of what lies in it
	names  []int32  // of the phases that are open
	after  int64    // where they end if they do: behind so many events …
	time   int64    // … at this time
}

// A track is one of the trace.
type track struct {
	open  []frame // the first is the track
	n     int64   // events
	added *spill.List[addition]
}

// A pass finds what is to be added.
type pass struct {
	t      *trace.Trace
	table  Table
	names  []string
	sorts  []string
	index  map[string]int32 // phases among names
	places []place
	tracks []track
	space  *spill.Space
	added  int64
	result Result
}

// newPass returns nil when the trace has no ranges of XLA.
func newPass(t *trace.Trace, table Table) *pass {
	if !Has(t) {
		return nil
	}
	p := &pass{t: t, table: table, names: slices.Clone(t.Names), sorts: slices.Clone(t.Sorts), index: map[string]int32{},
		tracks: make([]track, len(t.Tracks)), space: spill.New(spill.Limit)}
	for i, name := range t.Names {
		if _, known := p.index[name]; !known && t.Sort(int32(i)) == "" {
			p.index[name] = int32(i)
		}
		p.places = append(p.places, placeOf(t, int32(i)))
	}
	for i := range p.tracks {
		p.tracks[i].open = []frame{{}}
		p.tracks[i].added = spill.NewList[addition](p.space)
	}
	return p
}

// name returns the number of a phase.
func (p *pass) name(phase string) int32 {
	i, ok := p.index[phase]
	if !ok {
		i = int32(len(p.names))
		p.names = append(p.names, phase)
		if p.sorts != nil {
			p.sorts = append(p.sorts, "")
		}
		p.index[phase] = i
	}
	return i
}

func (p *pass) event(e trace.Event) {
	if uint(e.Track) >= uint(len(p.tracks)) {
		return
	}
	t := &p.tracks[e.Track]
	top := &t.open[len(t.open)-1]
	switch e.Kind {
	case trace.Begin:
		p.begin(t, top, e)
	case trace.End:
		p.end(t, top, e)
	case trace.Arg, trace.FlowIn, trace.FlowOut: // of the range itself
		p.closeAll(t, top)
	}
	t.n++
}

// begin opens a range.
func (p *pass) begin(t *track, top *frame, e trace.Event) {
	f := frame{prefix: top.prefix, inert: top.inert}
	if uint(e.Name) < uint(len(p.places)) {
		f.place = p.places[e.Name]
	}
	f.inert = f.inert || f.call
	if f.launch && t.inXLA() {
		p.result.Graphs++
	}
	if !f.inert {
		p.enter(t, top, &f, e)
	}
	t.open = append(t.open, f)
}

// enter opens and closes phases before a range that is no call.
func (p *pass) enter(t *track, top *frame, f *frame, e trace.Event) {
	if !f.module && !f.thunk {
		p.closeAll(t, top)
		f.phases = top.phases
		if f.phase != "" {
			f.phases = append(slices.Clip(f.phases), f.phase)
		}
		return
	}
	path, known := p.path(top, f)
	before := top.runs.Open()
	keep := 0
	if known {
		keep = top.runs.Next(path, e.Name)
	} else {
		keep = top.runs.Unknown(path, e.Name)
	}
	again := keep < before && keep < len(path) && p.names[top.names[keep]] == path[keep] &&
		Around(path[keep]) && (top.module || top.thunk)
	if again { // it goes on to here
		p.close(t, top, keep+1)
		top.after, top.time = t.n, e.Time
	}
	p.close(t, top, keep)
	for _, phase := range path[min(keep, len(path)):] {
		name := p.name(phase)
		top.names = append(top.names, name)
		p.add(t, addition{before: t.n, time: e.Time, name: name})
	}
	f.phases = slices.Clip(top.phases)
	for _, name := range top.names {
		f.phases = append(f.phases, p.names[name])
	}
}

// path returns the phases of a range of XLA that are not around it already;
// known is false when they are those of its module alone.
func (p *pass) path(top, f *frame) (path []string, known bool) {
	op := ""
	if f.module {
		p.result.Modules++
		if f.prefix = f.text.Arg("prefix"); f.prefix == "" {
			f.prefix = "jit(" + strings.TrimPrefix(f.text.Module(), "jit_") + ")"
		}
		op = f.prefix
	} else {
		p.result.Thunks++
		op = f.text.OpName(f.prefix)
	}
	if known = op != ""; !known {
		op = f.prefix
	}
	path = slices.Collect(p.table.Phases(op))
	if f.thunk && known && len(path) > 0 {
		p.result.Phased++
	}
	for len(path) > 0 && slices.Contains(top.phases, path[0]) {
		path = path[1:]
	}
	return path, known
}

// end closes a range.
func (p *pass) end(t *track, top *frame, e trace.Event) {
	p.closeAll(t, top)
	if len(t.open) == 1 {
		return
	}
	ofXLA := (top.module || top.thunk) && !top.inert
	t.open = t.open[:len(t.open)-1]
	if ofXLA {
		top = &t.open[len(t.open)-1]
		top.after, top.time = t.n+1, e.Time
	}
}

// close ends the phases that are open in a frame, but for the outermost ones,
// where the last range of XLA in it ended.
func (p *pass) close(t *track, top *frame, keep int) {
	for len(top.names) > keep {
		k := len(top.names) - 1
		p.add(t, addition{before: top.after, time: top.time, name: top.names[k], end: true})
		top.names = top.names[:k]
	}
}

// closeAll ends all phases that are open in a frame.
func (p *pass) closeAll(t *track, top *frame) {
	p.close(t, top, 0)
	top.runs = Runs{}
}

func (p *pass) add(t *track, a addition) {
	t.added.Append(a)
	p.added++
}

// finish closes the phases whose last range of XLA has ended.
func (p *pass) finish() {
	for i := range p.tracks {
		t := &p.tracks[i]
		for k := range t.open {
			if k+1 < len(t.open) && (t.open[k+1].module || t.open[k+1].thunk) && !t.open[k+1].inert {
				continue
			}
			p.closeAll(t, &t.open[k])
		}
	}
}

// inXLA reports whether a range of XLA is open.
func (t *track) inXLA() bool {
	return slices.ContainsFunc(t.open, func(f frame) bool { return f.module || f.thunk })
}
