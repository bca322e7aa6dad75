package xplane

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/nrkit/nrkit/internal/lanes"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/xla/phases"
)

// Options say what is read. The zero value is the default.
type Options struct {
	Scopes   phases.Table // which segments of paths are phases
	NoPhases bool         // there are none of paths

	// Progress is called now and then while the events of the profile are read, with the
	// bytes that were read and all bytes, after decompression; nil is not.
	Progress func(done, size int64)
}

// maxBytes is how long a file may be after decompression: what protobuf allows.
const maxBytes = 1<<31 - 1

// Is says whether a file that begins like this is a profile: a message whose
// first field is a plane with one of the names that profiles have. 64 bytes are
// enough.
func Is(head []byte) bool {
	if len(head) == 0 || head[0] != 1<<3|lengthy {
		return false
	}
	_, n := binary.Uvarint(head[1:])
	if n <= 0 {
		return false
	}
	head = head[1+n:]
	if len(head) > 0 && head[0] == 1<<3|varint { // XPlane.id
		if _, n = binary.Uvarint(head[1:]); n <= 0 {
			return false
		}
		head = head[1+n:]
	}
	if len(head) < 2 || head[0] != 2<<3|lengthy { // XPlane.name, of less than 128 bytes
		return false
	}
	for _, name := range []string{"/host:", "/device:", "Task Environment"} {
		if bytes.HasPrefix(head[2:], []byte(name)) {
			return true
		}
	}
	return false
}

// Read makes a trace of a profile, compressed with gzip or not, and says what
// is odd about it.
//
// Cost: some 1 µs per event, and O(n log n) where events are not in order of
// time. Memory: the file, decompressed, of at most 2 GiB, and some 200 bytes for
// every event; nothing is claimed before what it is for was read.
//
// Read returns errors of r. If the content is not a profile, it returns a
// *[trace.SyntaxError] with the offset after decompression.
func Read(r io.Reader, o Options) (*trace.Trace, []string, error) {
	data, err := whole(r, maxBytes)
	if err != nil {
		return nil, nil, err
	}
	rd := newReader(o)
	rd.size = int64(len(data))
	if err := rd.space(message{data: data}); err != nil {
		return nil, nil, err
	}
	t := rd.build()
	return t, rd.warn(), nil
}

// whole reads all there is, up to a limit.
func whole(r io.Reader, limit int64) ([]byte, error) {
	in := bufio.NewReader(r)
	r = in
	if head, err := in.Peek(2); err == nil && head[0] == 0x1f && head[1] == 0x8b {
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, err
		}
		r = z
	}
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader), errors.As(err, &corrupt):
		return nil, damaged(int64(len(data)), "the compressed data is damaged, or the file ends too early: %v", err)
	case err != nil:
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, damaged(limit, "the profile is longer than %d bytes", limit)
	}
	return data, nil
}

// A name is a text of a sort: a call may be called like a range.
type name struct{ text, sort string }

// A reader is the state of one Read.
type reader struct {
	o       Options
	names   []string
	sorts   []string
	index   map[name]int32
	paths   map[string][]string // phases by path
	kernels map[titled]int32    // names
	ops     map[[2]string]int32 // numbers of operations by module and instruction
	attrs   attrs               // of the event that is read
	threads map[int64]*thread
	order   []int64 // of threads, as they come
	queues  []*queue
	flows   flows

	programs programs
	tracks   []trace.Track
	items    [][]lanes.Item // by track
	groups   []int          // how many tracks belong together: those of a thread
	said     []string       // errors and warnings of the profile
	hosts    []string

	start, stop int64 // profile_start_time and profile_stop_time; 0 when unknown
	first, last int64 // times of all items
	some        bool  // there is one

	size, told int64 // of the profile, and how much of it Progress was told

	backwards  int64 // events that end before they begin
	crowded    int64 // ranges that no lane took
	aggregated int64
	nameless   int64 // events whose metadata there is not
	derived    int64 // events of lines of devices that are no streams
	elsewhere  int64 // events of planes that are not read
	disabled   int64 // runs of command buffers that were disabled
	graphs     int64 // runs of graphs
	known      int64 // work with a path
	work       int64
	workNS     float64

	ranged        bool     // a thread has ranges
	oneID         bool     // lines of calls have the ids of threads
	byOperation   string   // the lines of calls that were given to threads by module and instruction
	adopted       string   // the line of calls that was given to the thread of Python, "" for none
	unphased      []string // threads that launch work and have no ranges
	unphasedWorks int64    // the work
	unphasedNS    float64
}

func newReader(o Options) *reader {
	return &reader{
		o: o, index: map[name]int32{}, paths: map[string][]string{}, kernels: map[titled]int32{}, ops: map[[2]string]int32{},
		threads: map[int64]*thread{},
	}
}

// add returns the number of a name.
func (r *reader) add(text, sort string) int32 {
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "\uFFFD")
	}
	k := name{text, sort}
	i, ok := r.index[k]
	if !ok {
		i = int32(len(r.names))
		r.names, r.sorts = append(r.names, text), append(r.sorts, sort)
		r.index[k] = i
	}
	return i
}

// space reads an XSpace.
func (r *reader) space(m message) error {
	var planes []*plane
	err := m.each(func(f field) error {
		switch f.number {
		case 1:
			if err := f.want(lengthy, "XSpace.planes"); err != nil {
				return err
			}
			p, err := readPlane(f.body)
			planes = append(planes, p)
			return err
		case 2, 3:
			r.said = append(r.said, "the profiler says: "+strings.ToValidUTF8(string(f.body.data), "\uFFFD"))
			return f.want(lengthy, "XSpace.errors")
		case 4:
			r.hosts = append(r.hosts, strings.ToValidUTF8(string(f.body.data), "\uFFFD"))
			return f.want(lengthy, "XSpace.hostnames")
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(planes) == 0 {
		return damaged(0, "no plane in %d bytes, want a profile of JAX (xplane.pb)", len(m.data))
	}
	for _, p := range planes {
		if p.name == "/host:metadata" { // before what refers to it
			r.programs.load(p)
		}
	}
	for _, p := range planes {
		if err := r.plane(p); err != nil {
			return err
		}
	}
	return nil
}

// plane reads a plane, or passes it over.
func (r *reader) plane(p *plane) error {
	ordinal, onDevice := p.ordinal()
	switch {
	case onDevice, p.name == "Task Environment":
	case p.name == "/host:metadata": // programs
		return nil
	case strings.HasPrefix(p.name, "/host:"):
	default:
		return r.skipped(p)
	}
	if err := p.load(); err != nil {
		return err
	}
	if p.name == "Task Environment" {
		var a attrs
		err := a.read(p, p.stats)
		r.start, r.stop = a.number[statStart], a.number[statStop]
		return err
	}
	for _, m := range p.lines {
		l, err := readLine(m)
		if err != nil {
			return err
		}
		l.reached = r.reached
		if onDevice {
			err = r.deviceLine(p, ordinal, l)
		} else {
			err = r.hostLine(p, l)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// often is how many bytes are read between two calls of Options.Progress.
const often = 64 << 10

// reached says that the profile was read up to an offset.
func (r *reader) reached(offset int64) {
	if r.o.Progress != nil && offset-r.told >= often {
		r.told = offset
		r.o.Progress(offset, r.size)
	}
}

// skipped counts the events of a plane.
func (r *reader) skipped(p *plane) error {
	for _, m := range p.lines {
		l, err := readLine(m)
		if err != nil {
			return err
		}
		r.elsewhere += int64(l.events)
	}
	return nil
}

// usable makes an item of an event, and takes note of its times; ok is false
// when they cannot be.
func (r *reader) usable(l *line, e *event) (x lanes.Item, ok bool) {
	if e.aggregated {
		r.aggregated++
		return x, false
	}
	x.Arg = lanes.NoNumber
	if x.Start, x.End, ok = e.times(l); !ok {
		r.backwards++
		return x, false
	}
	if !r.some {
		r.first, r.last, r.some = x.Start, x.End, true
	}
	r.first, r.last = min(r.first, x.Start), max(r.last, x.End)
	return x, true
}

// warn says what is odd.
func (r *reader) warn() []string {
	list := r.said
	add := func(n int64, format string) {
		if n > 0 {
			list = append(list, fmt.Sprintf(format, n))
		}
	}
	add(r.disabled, "the profiler disabled command buffers in %d executions: runs without the profiler execute differently (--xla_enable_command_buffers_during_profiling keeps command buffers enabled)")
	add(r.graphs, "%d runs of CUDA graphs have no names of their operations: they count for no phase")
	if r.known > 0 && r.phases() {
		list = append(list, fmt.Sprintf("phases come from the op_name of %d of %d device operations; they are approximate for fusions, which keep the op_name of one operation", r.known, r.work))
	}
	add(r.programs.broken, "%d programs of the profile cannot be read: their operations only have the paths of their events")
	if r.byOperation != "" {
		list = append(list, "the profile puts some calls on separate threads: each is assigned to the thread whose range of the same module and instruction contains it ("+r.byOperation+")")
	}
	if r.adopted != "" {
		list = append(list, fmt.Sprintf("the profile puts some calls on a separate thread: they are assigned to the Python thread by time: each lies inside a Python range, and no Python range begins or ends during the call (%s)", r.adopted))
	}
	if r.ranged && r.unphasedWorks > 0 {
		list = append(list, fmt.Sprintf("%d of %d device operations, %.1f %% of their time, are launched by threads without ranges (%s): they count for no phase",
			r.unphasedWorks, r.work, 100*r.unphasedNS/max(r.workNS, 1), strings.Join(r.unphased, ", ")))
	}
	add(r.flows.ambiguous, "%d correlation ids belong to several calls or devices: it is not known which call launched their work")
	add(r.flows.lonely, "%d device operations have no call in the profile: their time counts for no phase")
	add(r.derived, "ignored %d events that the profiler derived from others")
	add(r.elsewhere, "ignored %d events of planes that belong neither to a host nor to a GPU")
	add(r.aggregated, "ignored %d events that each stand for several events and have no times")
	add(r.nameless, "%d events have no metadata, so they have no name")
	add(r.backwards, "ignored %d events that end before they begin, or begin decades away")
	add(r.crowded, "ignored %d ranges that overlap more than 256 others")
	return list
}

// phases reports whether there are any.
func (r *reader) phases() bool {
	for _, list := range r.paths {
		if len(list) > 0 {
			return true
		}
	}
	return false
}
