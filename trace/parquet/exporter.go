package parquet

import (
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/columns"
	"github.com/nrkit/nrkit/internal/spill"
	"github.com/nrkit/nrkit/internal/steps"
	"github.com/nrkit/nrkit/trace"
)

// flowMemory is how many bytes of calls that launched work are in memory at a time.
const flowMemory = 24 << 20

// An exporter is the state of one Write.
type exporter struct {
	t       *trace.Trace
	o       Options
	meta    map[string]string
	capture string
	epoch   int64
	wall    bool // epoch is known

	names  []string // of ranges and counters, as UTF-8
	sorts  []string // by name, "range" for ranges of the program
	roles  []role   // by name
	places []place  // by track

	tracks  []track
	walker  *steps.Walker
	blocked map[int64]string // names of unknowns
	last    int64            // ns: the latest time
	begun   int64            // ranges

	space *spill.Space
	calls *spill.Array[call] // by flow: what launched the work; nil without work on devices

	out struct {
		captures   *columns.Writer[Input]
		keys       *columns.Writer[keyRow]
		ranges     *columns.Writer[rangeRow]
		steps      *columns.Writer[stepRow]
		iterations *columns.Writer[iterationRow]
		operations *columns.Writer[operationRow]
		waits      *columns.Writer[waitRow]
		counters   *columns.Writer[counterRow]
	}
}

// A role is what the name of a range means for the tables.
type role uint8

const (
	noRole role = iota
	factor
	refactor
	cpuTime // an argument, as the next
	size
)

// A place is what the rows of a track have in common.
type place struct {
	trace.Track
	process string
	lanes   []int32 // the tracks of the thread, if there are several
}

// argBytes is the name of the argument that says how large a copy is.
const argBytes = "bytes"

func newExporter(t *trace.Trace, o Options) *exporter {
	x := &exporter{
		t: t, o: o, meta: metadata(t, o), capture: strings.ToValidUTF8(o.Capture, "\ufffd"), last: t.Last,
		tracks: make([]track, len(t.Tracks)), walker: steps.NewWalker(t), blocked: steps.Names(t), space: spill.New(flowMemory),
	}
	x.epoch, x.wall = epochOf(t)
	for i, name := range t.Names {
		x.names = append(x.names, strings.ToValidUTF8(name, "\ufffd"))
		sort := t.Sort(int32(i))
		x.roles = append(x.roles, roleOf(name, sort))
		if sort == "" {
			sort = "range"
		}
		x.sorts = append(x.sorts, sort)
	}
	threads := map[trace.Track][]int32{}
	for i, tr := range t.Tracks {
		p := place{Track: tr, process: strings.ToValidUTF8(t.ProcessName(tr), "\ufffd")}
		p.Name = strings.ToValidUTF8(tr.Name, "\ufffd")
		x.places = append(x.places, p)
		threads[threadOf(tr)] = append(threads[threadOf(tr)], int32(i))
	}
	for i, tr := range t.Tracks {
		if lanes := threads[threadOf(tr)]; len(lanes) > 1 {
			x.places[i].lanes = lanes
		}
	}
	if slices.ContainsFunc(t.Sorts, trace.OnDevice) {
		x.calls = spill.NewArray[call](x.space, t.Flows)
	}
	return x
}

// threadOf returns a track without what distinguishes lanes of one thread.
func threadOf(tr trace.Track) trace.Track {
	tr.Name, tr.Lane = "", 0
	return tr
}

// roleOf returns the role of a name.
func roleOf(name, sort string) role {
	switch {
	case name == trace.ArgCPU:
		return cpuTime
	case name == argBytes:
		return size
	case sort == "" && name == trace.PhaseFactor:
		return factor
	case sort == "" && name == trace.PhaseRefactor:
		return refactor
	}
	return noRole
}

// close frees the temporary file.
func (x *exporter) close() { _ = x.space.Close() } // Err has told what matters
