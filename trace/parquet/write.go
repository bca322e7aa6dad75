package parquet

import (
	"errors"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/nrkit/nrkit/internal/columns"
	"github.com/nrkit/nrkit/trace"
)

// Options say what the tables tell of a trace besides the trace.
type Options struct {
	Capture string // the column capture of all rows

	// Inputs are the files that the trace was made of. If it is nil, the trace is the
	// only one.
	Inputs []Input
}

// An Input is a file that a trace was made of.
type Input struct {
	Rank   int32 // the first rank of the file
	Name   string
	Format string
	Trace  *trace.Trace // its header, key, counts and losses; its events are not read
}

// An Open calls write with a new file of a name, and returns the error of write or of
// the file.
type Open func(name string, write func(io.Writer) error) error

// Write writes the tables of a trace. All files are open at the same time: open is
// called within write.
//
// Cost: one pass over the events, and another one if the trace has work on devices.
// Memory: the open ranges, and 10 to 60 MB for the tables. The calls that launched work
// are in a temporary file if there are many.
func Write(open Open, t *trace.Trace, o Options) error {
	if o.Inputs == nil {
		o.Inputs = []Input{{Trace: t}}
	}
	x := newExporter(t, o)
	return x.begin(open, x.outputs(), func() error {
		defer x.close()
		x.captures()
		x.keys()
		x.walk()
		x.devices()
		return errors.Join(t.Err(), x.space.Err())
	})
}

// An output is a table that is being written.
type output struct {
	name  string
	begin func(w io.Writer)
	end   func() error
}

// outputOf returns a table whose writer goes to *to.
func outputOf[R any](x *exporter, t *columns.Table[R], to **columns.Writer[R]) output {
	return output{t.File(), func(w io.Writer) { *to = columns.NewWriter(w, t, x.meta) }, func() error { return (*to).Close() }}
}

// begin opens all files, calls fill, and ends the tables.
func (x *exporter) begin(open Open, list []output, fill func() error) error {
	if len(list) == 0 {
		return fill()
	}
	return open(list[0].name, func(w io.Writer) error {
		list[0].begin(w)
		if err := x.begin(open, list[1:], fill); err != nil {
			return err
		}
		return list[0].end()
	})
}

// outputs lists the tables, those that are read first when a folder is looked at last:
// a folder that has captures has all tables.
func (x *exporter) outputs() []output {
	return []output{
		outputOf(x, x.capturesTable(), &x.out.captures),
		outputOf(x, x.keysTable(), &x.out.keys),
		outputOf(x, x.countersTable(), &x.out.counters),
		outputOf(x, x.waitsTable(), &x.out.waits),
		outputOf(x, x.operationsTable(), &x.out.operations),
		outputOf(x, x.stepsTable(), &x.out.steps),
		outputOf(x, x.iterationsTable(), &x.out.iterations),
		outputOf(x, x.rangesTable(), &x.out.ranges),
	}
}

// A Description says what a table and its columns mean.
type Description = columns.Description

// A Described is what a Description says of a column.
type Described = columns.Described

// Tables describes the tables.
func Tables() []Description {
	x := newExporter(&trace.Trace{}, Options{})
	return []Description{
		x.capturesTable().Describe(), x.keysTable().Describe(), x.rangesTable().Describe(), x.stepsTable().Describe(),
		x.iterationsTable().Describe(), x.operationsTable().Describe(), x.waitsTable().Describe(), x.countersTable().Describe(),
	}
}

// metadata returns what all files say of the trace.
func metadata(t *trace.Trace, o Options) map[string]string {
	m := map[string]string{"capture": o.Capture, "sample": strconv.Itoa(max(t.Header.Sample, 1))}
	if epoch, ok := epochOf(t); ok {
		m["epoch_ns"] = strconv.FormatInt(epoch, 10)
	}
	return m
}

// The years of which int64 nanoseconds have the time.
var firstTime, lastTime = time.Unix(0, -1<<63), time.Unix(0, 1<<63-1)

// epochOf returns the time of day of time 0, in ns since 1970; false if it is not
// known.
func epochOf(t *trace.Trace) (int64, bool) {
	start := t.Header.Start
	if start.IsZero() || start.Before(firstTime) || start.After(lastTime) {
		return 0, false
	}
	return start.UnixNano(), true
}

// labels returns the names of labels in order.
func labels(h *trace.Header) []string {
	var names []string
	for name := range h.Labels {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
