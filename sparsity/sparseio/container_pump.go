package sparseio

import (
	"io"
	"sync/atomic"
)

const (
	pumpChunk  = 256 << 10 // bytes that change hands at a time
	pumpChunks = 4         // that exist
)

// A pump reads from a source on a goroutine of its own, ahead of its reader by
// pumpChunks chunks at most, so that decompressing and parsing overlap.
type pump struct {
	full    chan []byte // read, in order; closed at the end
	free    chan []byte // to be filled
	stopped atomic.Bool
	done    chan struct{}
	failure error // of the source; set before full is closed

	chunk []byte // being handed out
	left  []byte // of chunk
}

// startPump returns a reader of what src reads. Its stop must be called.
func startPump(src io.Reader) *pump {
	p := &pump{full: make(chan []byte, pumpChunks), free: make(chan []byte, pumpChunks), done: make(chan struct{})}
	for range pumpChunks {
		p.free <- nil
	}
	go p.run(src)
	return p
}

// run fills chunks until the source ends or stop is called. The first chunks
// are small, since most inputs are.
func (p *pump) run(src io.Reader) {
	defer close(p.done)
	defer close(p.full)
	size := 4096
	for buf := range p.free {
		if size = min(2*size, pumpChunk); len(buf) < size {
			buf = make([]byte, size)
		}
		n := 0
		var err error
		for n < len(buf) && err == nil && !p.stopped.Load() {
			var k int
			k, err = src.Read(buf[n:])
			n += k
		}
		if n > 0 {
			p.full <- buf[:n] // has room for all chunks
		}
		if err != nil {
			p.failure = err
			return
		}
		if p.stopped.Load() {
			return
		}
	}
}

// Read reads what the source gave. The error at its end comes from the source.
func (p *pump) Read(b []byte) (int, error) {
	if len(p.left) == 0 {
		if p.chunk != nil {
			p.free <- p.chunk[:cap(p.chunk)] // has room for all chunks
			p.chunk = nil
		}
		chunk, ok := <-p.full
		if !ok {
			return 0, p.err()
		}
		p.chunk, p.left = chunk, chunk
	}
	n := copy(b, p.left)
	p.left = p.left[n:]
	return n, nil
}

// err returns the error of the source after its last byte.
func (p *pump) err() error {
	if p.failure == nil {
		return io.ErrClosedPipe // stopped before the end
	}
	return p.failure
}

// stop ends the goroutine and returns what ended the source: io.EOF at its
// regular end, nil if that was not reached. It waits for a read of the source
// under way.
func (p *pump) stop() error {
	p.stopped.Store(true)
	close(p.free)
	<-p.done
	return p.failure
}
