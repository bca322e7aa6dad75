package trace

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// Options say how a Recorder uses memory and the file. The zero value is the
// default.
type Options struct {
	Period time.Duration // after which a chunk is written though not full; 0: 100 ms
	Chunk  int           // bytes of a chunk buffer; 0: 64 KiB; at least 8 KiB are used
	Chunks int           // buffers per thread; 0: 16; at least 2 are used

	portable bool // do not use the counter of the CPU
	manual   bool // no background writing: for tests of what is dropped
}

func (o Options) filled() Options {
	if o.Period <= 0 {
		o.Period = 100 * time.Millisecond
	}
	if o.Chunk == 0 {
		o.Chunk = 64 << 10
	}
	if o.Chunks == 0 {
		o.Chunks = 16
	}
	o.Chunk = min(max(o.Chunk, 8<<10), maxPayload)
	o.Chunks = max(o.Chunks, 2)
	return o
}

// A Recorder writes a capture file. A nil Recorder records nothing: it gives
// nil Threads, whose methods do nothing.
//
// All methods may be called by several goroutines at once.
type Recorder struct {
	options Options
	clock   clock
	header  Header
	closed  atomic.Bool

	tables   sync.Mutex // names and threads
	names    map[string]Name
	list     []string
	threads  []*Thread
	patterns []*Pattern

	out  sync.Mutex // file and err
	file io.Writer
	err  error // the first of writing; nothing is written after it

	writing       sync.Mutex // held by who writes chunks of threads
	written, lost uint64     // ranges of chunks that reached the file, and that did not

	wake     chan struct{}
	stop     chan struct{}
	finished chan struct{}
}

// Create starts a capture file. The file has its name and its header when
// Create returns; one of that name is overwritten. Start and Clock of h are
// set, and PID and TimerNS when they are 0: TimerNS is measured, which takes
// less than 5 ms.
func Create(path string, h Header, o Options) (*Recorder, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	r, err := NewRecorder(f, h, o)
	if err != nil {
		_ = f.Close() // err says more
		return nil, fmt.Errorf("writing %s: %w", path, err)
	}
	return r, nil
}

// NewRecorder is [Create] for any writer. Close closes it when it is an
// io.Closer.
func NewRecorder(w io.Writer, h Header, o Options) (*Recorder, error) {
	r := &Recorder{
		options: o.filled(), clock: newClock(o.portable), header: h, file: w,
		names: map[string]Name{},
		wake:  make(chan struct{}, 1), stop: make(chan struct{}), finished: make(chan struct{}),
	}
	first := r.clock.anchor()
	r.header.Start = r.clock.start.Round(0) // without the monotonic reading
	r.header.Clock = r.clock.name()
	if h.PID == 0 {
		r.header.PID = int64(os.Getpid())
	}
	if _, err := io.WriteString(w, magic); err != nil {
		return nil, err
	}
	r.writeHeader()
	r.writeAnchor(first)
	if h.TimerNS == 0 {
		r.header.TimerNS = measurePair(&r.clock)
		r.writeHeader()
	}
	r.writeAnchor(r.clock.anchor())
	if r.err != nil {
		return nil, r.err
	}
	if o.manual {
		close(r.finished)
	} else {
		go r.run()
	}
	return r, nil
}

// Name interns s. It takes a lock and is not for the hot path.
func (r *Recorder) Name(s string) Name {
	if r == nil {
		return 0
	}
	if len(s) > maxName {
		s = s[:maxName]
	}
	r.tables.Lock()
	defer r.tables.Unlock()
	if n, ok := r.names[s]; ok {
		return n
	}
	if len(r.list) == maxNames {
		return r.names[r.list[maxNames-1]]
	}
	n := Name(len(r.list))
	r.names[s] = n
	r.list = append(r.list, s)
	from := 0 // a short table is written whole, so that damage costs no names
	if len(r.list) > 64 {
		from = int(n)
	}
	r.writeNames(from)
	return n
}

// Thread makes a track for one goroutine, which may run on any thread: the number
// of the track is no thread id.
func (r *Recorder) Thread(name string) *Thread { return r.Track(Track{Device: -1, Name: name}) }

// BoundThread makes a track for the calling goroutine, which must be locked to its
// thread (runtime.LockOSThread) for as long as it records. On Linux the track has
// the id of the thread; elsewhere it has an id as from [Recorder.Thread].
func (r *Recorder) BoundThread(name string) *Thread {
	return r.Track(Track{Thread: threadID(), Device: -1, Name: name})
}

// Track makes a track for anything, such as the figures of a device. Process and
// Thread are set if they are 0: Thread to a number below 0 that no other track has.
func (r *Recorder) Track(track Track) *Thread {
	if r == nil {
		return nil
	}
	if len(track.Name) > maxName {
		track.Name = track.Name[:maxName]
	}
	o := r.options
	t := &Thread{
		rec: r, clock: &r.clock, last: r.clock.now(),
		free: make(chan *chunk, o.Chunks), full: make(chan *chunk, o.Chunks),
	}
	for range o.Chunks {
		t.free <- &chunk{data: make([]byte, headerSize+o.Chunk)}
	}
	r.tables.Lock()
	defer r.tables.Unlock()
	t.id = uint32(len(r.threads))
	r.threads = append(r.threads, t)
	if track.Process == 0 {
		track.Process = r.header.PID
	}
	if track.Thread == 0 {
		track.Thread = -int64(t.id) - 1
	}
	r.writeTrack(t.id, track)
	t.change(<-t.free)
	return t
}

// SetCounts writes a snapshot of the counts. The last snapshot is valid, so
// SetCounts may be called repeatedly during the run.
func (r *Recorder) SetCounts(c Counts) {
	if r == nil {
		return
	}
	r.writeJSON(chunkCounts, c)
}

// SetEndKey writes the present identity of the run as the identity at its end: a
// document key/v1 of package runkey. The last document that was set is valid. A nil
// document is not written.
func (r *Recorder) SetEndKey(key json.RawMessage) {
	if r == nil || key == nil {
		return
	}
	r.writeJSON(chunkEndKey, key)
}

// Flush writes what all threads recorded up to now.
func (r *Recorder) Flush() error {
	if r == nil {
		return nil
	}
	r.writing.Lock()
	r.drain(true)
	r.writing.Unlock()
	return r.failure()
}

// Close writes what is left and the end mark, and returns the first error of
// the whole recording. What a thread records during or after Close is lost.
func (r *Recorder) Close() error {
	if r == nil || r.closed.Swap(true) {
		return nil
	}
	close(r.stop)
	<-r.finished
	err := r.Flush()
	r.tables.Lock()
	r.writeNames(0)
	if len(r.patterns) > 0 {
		r.writePatterns()
	}
	var dropped, events uint64
	for _, t := range r.threads {
		dropped += t.dropped.Load()
		events += t.droppedEvents.Load()
	}
	r.tables.Unlock()
	r.writeAnchor(r.clock.anchor())

	end := le.AppendUint64(make([]byte, headerSize, headerSize+24), r.written)
	end = le.AppendUint64(end, dropped+r.lost)
	r.writeChunk(le.AppendUint64(end, events), chunkEnd, 0)
	if err == nil {
		err = r.failure()
	}
	if c, ok := r.file.(io.Closer); ok {
		if cerr := c.Close(); err == nil {
			err = cerr
		}
	}
	return err
}

func (r *Recorder) failure() error {
	r.out.Lock()
	defer r.out.Unlock()
	return r.err
}

// writeJSON writes a chunk of JSON.
func (r *Recorder) writeJSON(kind byte, v any) {
	text, err := json.Marshal(v)
	if err == nil && len(text) > maxPayload {
		err = fmt.Errorf("%d bytes of JSON, want at most %d", len(text), maxPayload)
	}
	if err != nil {
		r.out.Lock()
		if r.err == nil {
			r.err = err
		}
		r.out.Unlock()
		return
	}
	r.writeChunk(append(make([]byte, headerSize, headerSize+len(text)), text...), kind, 0)
}
