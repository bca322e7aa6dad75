package trace

import (
	"encoding/binary"
	"time"
)

// aliveEvery is how often, in ns, an anchor is written though nothing happens,
// so that the file of a program that hangs says until when it was alive.
const aliveEvery = 1_000_000_000

// run writes chunks until the recorder is closed.
func (r *Recorder) run() {
	defer close(r.finished)
	tick := time.NewTicker(r.options.Period)
	defer tick.Stop()
	var alive int64
	for {
		select {
		case <-r.wake:
			r.writing.Lock()
			r.drain(false)
			r.writing.Unlock()
		case <-tick.C:
			r.writing.Lock()
			r.age()
			r.writing.Unlock()
			if ns := r.clock.wall(); ns-alive >= aliveEvery {
				r.writeAnchor(r.clock.anchor())
				alive = ns
			}
		case <-r.stop:
			return
		}
	}
}

// drain writes the chunks that are full, and with all also those that are not.
func (r *Recorder) drain(all bool) {
	for _, t := range r.snapshot() {
		r.drainThread(t)
		if c := t.current.Load(); all && c != nil {
			r.save(t, c, c.used.Load())
		}
	}
}

// age asks threads for chunks that got events since the last time, and writes
// those of threads that were asked and were quiet since.
//
// Only the writer gives chunks back, after writing them: one that is current
// after drainThread cannot be reused while it is written here.
func (r *Recorder) age() {
	for _, t := range r.snapshot() {
		r.drainThread(t)
		c := t.current.Load()
		if c == nil {
			continue
		}
		used := c.used.Load()
		if c == t.seen && used == t.seenUsed {
			r.save(t, c, used)
		} else if int(uint32(used)) > c.start {
			t.want.Store(true)
		}
		t.seen, t.seenUsed = c, used
	}
}

// save writes a chunk that its thread goes on with, unless it was written with
// as much in it.
func (r *Recorder) save(t *Thread, c *chunk, used uint64) {
	if t.saved == c && t.savedUsed == used || int(uint32(used)) == c.start && t.dropped.Load() == 0 {
		return
	}
	t.saved, t.savedUsed = c, used
	r.writeEvents(t, c, used)
}

func (r *Recorder) drainThread(t *Thread) {
	for {
		select {
		case c := <-t.full:
			used := c.used.Load()
			r.writeEvents(t, c, used)
			if t.saved == c {
				t.saved = nil
			}
			t.free <- c
		default:
			return
		}
	}
}

func (r *Recorder) snapshot() []*Thread {
	r.tables.Lock()
	defer r.tables.Unlock()
	return r.threads[:len(r.threads):len(r.threads)]
}

// writeEvents writes a chunk of a thread, which may be adding to it beyond used.
func (r *Recorder) writeEvents(t *Thread, c *chunk, used uint64) {
	prefix := c.data[headerSize:]
	a := r.clock.anchor()
	le.PutUint64(prefix[16:], a.tick)
	le.PutUint64(prefix[24:], uint64(a.ns))
	le.PutUint64(prefix[40:], t.dropped.Load())
	le.PutUint64(prefix[48:], t.droppedEvents.Load())
	ranges := uint32(used >> 32)
	ok := r.writeChunk(c.data[:uint32(used)], chunkEvents, ranges)
	r.account(t, le.Uint32(prefix[4:]), uint64(ranges), ok)
}

// account counts the ranges of chunk seq of t, once however often it is written.
func (r *Recorder) account(t *Thread, seq uint32, ranges uint64, ok bool) {
	more := ranges
	if t.counted == uint64(seq)+1 {
		more -= t.countedRanges
	}
	if ok {
		r.written += more
	} else {
		r.lost += more
	}
	t.counted, t.countedRanges = uint64(seq)+1, ranges
}

// writeNames writes the names from one on. The caller holds tables.
func (r *Recorder) writeNames(from int) {
	for from < len(r.list) {
		n, size := from, 0
		for n < len(r.list) && (n == from || size < 1<<20) {
			size += len(r.list[n]) + 5
			n++
		}
		b := make([]byte, headerSize, headerSize+size+10)
		b = binary.AppendUvarint(b, uint64(from))
		b = binary.AppendUvarint(b, uint64(n-from))
		for _, s := range r.list[from:n] {
			b = binary.AppendUvarint(b, uint64(len(s)))
			b = append(b, s...)
		}
		r.writeChunk(b, chunkNames, 0)
		from = n
	}
}

func (r *Recorder) writeTrack(id uint32, t Track) {
	r.writeChunk(appendTrack(make([]byte, headerSize, headerSize+64+len(t.Name)), id, t), chunkTrack, 0)
}

func (r *Recorder) writeHeader() { r.writeJSON(chunkHeader, r.header) }

func (r *Recorder) writeAnchor(a anchor) {
	b := le.AppendUint64(make([]byte, headerSize, headerSize+16), a.tick)
	r.writeChunk(le.AppendUint64(b, uint64(a.ns)), chunkAnchor, 0)
}

// writeChunk writes the payload b[headerSize:] and reports whether it is in the
// file. After an error nothing more is written.
func (r *Recorder) writeChunk(b []byte, kind byte, ranges uint32) bool {
	putHeader(b, kind, ranges)
	r.out.Lock()
	defer r.out.Unlock()
	if r.err == nil {
		_, r.err = r.file.Write(b)
	}
	return r.err == nil
}
