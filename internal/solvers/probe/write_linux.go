package probe

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"

	"github.com/nrkit/nrkit/trace/nvtx/inject"
)

// Ids in the files.
const (
	domain      = 1
	domainName  = "nrkit.solvers"
	schemaBrief = 0x01534C03
	briefWords  = 5
)

// flagLeft marks a call that ended without a return.
const flagLeft = 1

// A writer turns samples into files.
type writer struct {
	Output
	probes    []Probe
	processes map[uint32]*process
	self      uint32
	wall      uint64 // ns of wall-clock time at monotonic 0
	err       error  // of a file of a thread that has ended
}

// A process is a descendant of this one.
type process struct {
	pid, parent uint32
	image       uint64
	files       uint64
	calls       uint64
	threads     map[uint32]*thread
	said        bool // the table is written
}

// A thread has a file.
type thread struct {
	name string
	file *os.File
	text *inject.Writer
	open []call
}

// A call is one that has not returned.
type call struct {
	probe  int
	number uint64
}

func newWriter(probes []Probe, to Output) *writer {
	now := monotonic()
	return &writer{Output: to, probes: probes, processes: map[uint32]*process{}, self: uint32(os.Getpid()), wall: uint64(time.Now().UnixNano()) - now}
}

// take takes a sample.
func (w *writer) take(s *sample, what map[uint64]int, stats *Stats) {
	p := w.processes[s.pid]
	switch k, probed := what[s.id]; {
	case s.sort == unix.PERF_RECORD_FORK:
		if s.pid != s.parent && (s.parent == w.self || w.processes[s.parent] != nil) {
			w.processes[s.pid] = &process{pid: s.pid, parent: s.parent, image: s.time, threads: map[uint32]*thread{}}
		}
	case p == nil: // another program that runs the same file
	case s.sort == unix.PERF_RECORD_EXIT:
		w.ends(p, s)
	case probed && k%2 == 0:
		w.begin(p, s, k/2, stats)
	case probed:
		w.end(p, s, k/2, stats)
	}
}

// begin opens a range.
func (w *writer) begin(p *process, s *sample, k int, stats *Stats) {
	t := w.thread(p, s)
	stats.Calls++
	p.calls++
	t.open = append(t.open, call{k, p.calls})
	t.text.Push(domain, uint32(inject.FirstName+k), s.time)
}

// end closes the innermost open call of a probe, and before it those inside that
// never returned.
func (w *writer) end(p *process, s *sample, k int, stats *Stats) {
	t := p.threads[s.tid]
	at := -1
	if t != nil {
		for at = len(t.open) - 1; at >= 0 && t.open[at].probe != k; at-- {
		}
	}
	if at < 0 {
		stats.Stray++
		return
	}
	for n := len(t.open) - 1; n >= at; n-- {
		var flags uint32
		if n > at {
			flags = flagLeft
			stats.Left++
		}
		t.text.Pop(domain, s.time, schemaBrief, w.payload(t.open[n], flags))
	}
	t.open = t.open[:at]
}

// payload returns what is known of a call: its function, flags and number.
func (w *writer) payload(c call, flags uint32) []byte {
	b := binary.LittleEndian.AppendUint32(nil, w.Rows[c.probe])
	b = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint32(b, flags), c.number)
	b = binary.LittleEndian.AppendUint64(b, 1<<63)                            // status: unknown
	return binary.LittleEndian.AppendUint64(append(b, make([]byte, 8)...), 0) // no instance, nothing freed
}

// thread returns the thread of a sample, with a file.
func (w *writer) thread(p *process, s *sample) *thread {
	t := p.threads[s.tid]
	if t != nil {
		return t
	}
	p.files++
	t = &thread{
		name: filepath.Join(w.Folder, fmt.Sprintf("%d-%x-%d.nvtx", p.pid, p.image, p.files)),
		text: inject.NewWriter(p.pid, p.parent, p.image, p.files, s.time, w.wall+s.time),
	}
	p.threads[s.tid] = t
	t.text.Thread(uint64(s.tid), s.time)
	if !p.said {
		p.said = true
		w.define(t.text, s.time)
	}
	return t
}

// define writes what the ids of the process's files mean.
func (w *writer) define(t *inject.Writer, now uint64) {
	t.Define(inject.DefineDomain, domain, 0, []byte(domainName))
	for k := range w.probes {
		t.Define(inject.DefineText, uint64(inject.FirstName+k), 0, []byte(w.probes[k].Name()))
	}
	t.Define(inject.DefineSchema, schemaBrief, domain, schema("nrkit.solvers.call.brief", 8*briefWords))
}

// schema returns the definition of a schema of a fixed size without entries.
func schema(name string, size uint64) []byte {
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(name)))
	b = append(b, name...)
	for _, x := range []uint64{1, 0, size, 0, 0} {
		b = binary.LittleEndian.AppendUint64(b, x)
	}
	return b
}

// ends gives up the file of a thread that has ended.
func (w *writer) ends(p *process, s *sample) {
	if t := p.threads[s.tid]; t != nil {
		w.err = errors.Join(w.err, t.close())
		delete(p.threads, s.tid)
	}
}

// flush writes what was taken.
func (w *writer) flush() error {
	all := w.err
	w.err = nil
	for _, p := range w.processes {
		for _, t := range p.threads {
			all = errors.Join(all, t.write())
		}
	}
	return all
}

// close closes the files.
func (w *writer) close() error {
	all := w.err
	for _, p := range w.processes {
		for _, t := range p.threads {
			all = errors.Join(all, t.close())
		}
	}
	return all
}

// write appends to the file of the thread.
func (t *thread) write() error {
	b := t.text.Bytes()
	if len(b) == 0 {
		return nil
	}
	if t.file == nil {
		f, err := os.OpenFile(t.name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil {
			return err
		}
		t.file = f
	}
	_, err := t.file.Write(b)
	return err
}

// close writes what is left and closes the file.
func (t *thread) close() error {
	err := t.write()
	if t.file != nil {
		err = errors.Join(err, t.file.Close())
		t.file = nil
	}
	return err
}
