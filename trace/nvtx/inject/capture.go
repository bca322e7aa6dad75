package inject

import (
	"fmt"
	"math"
	"time"

	"github.com/nrkit/nrkit/trace"
)

// A Capture is what programs wrote, as a trace.
//
// Each thread is a track. If ranges of several domains overlap on a thread without
// nesting, which NVTX allows, each domain is a track. Ranges that may end on another
// thread are on tracks of their process, as many as they need to nest. A range with
// a numeric payload has the argument "payload", and a range with a category has the
// argument "category". Blobs hold the data without a place in the model: payloads of
// the extension (Sort "nvtx.payload", ID of the schema), and the schemas and
// enumerations with which they are read ("nvtx.schema", "nvtx.enum"). They also hold
// names of categories ("nvtx.category", ID of the category), and payload and
// category of marks ("nvtx.mark").
//
// A range without an end has no end in the trace either.
type Capture struct {
	Trace *trace.Trace
	Stats Stats

	index   index
	threads []*threadTrack
	lanes   map[[2]uint64]int32 // by process and thread: tracks there are
	first   []int32             // by process: first track of its start/end ranges
	zero    uint64              // ns of the monotonic clock at time 0
	payload int32               // names of arguments; -1 when there are none
	cat     int32
	err     error
}

// NewCapture makes a capture of files, with what is known about the clocks. The
// files are read again whenever the trace is read.
func NewCapture(files []File, known ...Anchor) (*Capture, error) {
	c := &Capture{Trace: &trace.Trace{}, lanes: map[[2]uint64]int32{}, payload: -1, cat: -1}
	ix := &c.index
	if err := ix.read(files); err != nil {
		return nil, err
	}
	if len(ix.files) > 0 {
		c.clocks(known)
	}
	c.Stats = ix.stats
	for _, p := range ix.processes {
		var hint int
		line := c.lineOf(p)
		p.ranges.match(func(tick uint64) uint64 { return c.since(line.at(tick, &hint)) })
	}
	c.names()
	c.threadTracks()
	c.rangeTracks()
	c.Stats.Processes = len(ix.processes)
	t := c.Trace
	t.Events = c.events
	t.Fault = func() error { return c.err }
	if ix.blobs {
		t.Blobs = c.blobs
	}
	t.Last = c.last()
	return c, nil
}

// clocks makes the lines that turn ticks into time, and time 0: the start of the
// first file.
func (c *Capture) clocks(known []Anchor) {
	ix := &c.index
	for _, a := range known {
		if a.Clock >= clockTSC && a.Clock <= clockNS {
			ix.anchors[a.Clock] = append(ix.anchors[a.Clock], anchor{a.Tick, a.NS})
		}
	}
	var lines [clockNS + 1]timeline
	for k := range lines {
		lines[k] = newTimeline(ix.anchors[k])
	}
	c.zero = math.MaxUint64
	for _, f := range ix.files {
		f.line = lines[f.clock]
		var hint int
		ns := f.line.at(f.anchor.tick, &hint)
		if ns < c.zero {
			c.zero = ns
			c.Trace.Header.Start = time.Unix(0, int64(f.wall&math.MaxInt64)).UTC()
			c.Trace.Header.Clock = [...]string{clockTSC: "tsc", clockCNTVCT: "cntvct", clockNS: "monotonic"}[f.clock]
		}
	}
}

func (c *Capture) lineOf(p *process) timeline {
	for _, f := range c.index.files {
		if f.process == p {
			return f.line
		}
	}
	return timeline{{slope: 1}}
}

// since returns the time since the start of the trace.
func (c *Capture) since(ns uint64) uint64 { return min(ns-min(ns, c.zero), 1<<62) }

// names makes the table of names, and names the processes.
func (c *Capture) names() {
	n := names{ids: map[string]int32{}}
	if c.index.has&1 != 0 {
		c.payload = n.id("payload")
	}
	if c.index.has&2 != 0 {
		c.cat = n.id("category")
	}
	for _, p := range c.index.processes {
		p.resolve(&n)
		for i := range p.ranges.list {
			r := &p.ranges.list[i]
			r.name = p.ids[r.name]
		}
	}
	c.Trace.Names = n.list
	named := map[uint32]int{}
	for _, p := range c.index.processes {
		if p.name == "" {
			continue
		}
		if k, ok := named[p.pid]; ok {
			c.Trace.Processes[k].Name = p.name // after exec
			continue
		}
		named[p.pid] = len(c.Trace.Processes)
		c.Trace.Processes = append(c.Trace.Processes, trace.Process{ID: int64(p.pid), Name: p.name})
	}
}

// last returns the time of the last record.
func (c *Capture) last() int64 {
	var last uint64
	for _, s := range c.index.segments {
		var hint int
		last = max(last, c.since(s.file.line.at(s.last, &hint)))
	}
	return int64(last)
}

// fault keeps the first error of reading.
func (c *Capture) fault(f *rawFile, err error) {
	if err != nil && c.err == nil {
		c.err = fmt.Errorf("reading %s: %w", f.Name, err)
	}
}
