package startup

import (
	"errors"
	"io"
	"os"
	"sync"
	"time"
)

// pipes are standard output and standard error of a process.
type pipes struct{ read, write [2]*os.File }

// openPipes makes both.
func openPipes() (*pipes, error) {
	p := &pipes{}
	for k := range p.read {
		var err error
		if p.read[k], p.write[k], err = os.Pipe(); err != nil {
			p.close()
			return nil, err
		}
	}
	return p, nil
}

// close closes what is open. Nothing was written by us.
func (p *pipes) close() {
	for _, list := range [][2]*os.File{p.read, p.write} {
		for _, f := range list {
			if f != nil {
				_ = f.Close()
			}
		}
	}
}

// follow takes the lines of both streams, after the process has started, and
// copies them to show unless that is nil. What it returns waits for their ends, a
// while; held says that something kept one of them open.
func (p *pipes) follow(out *sink, start time.Time, show io.Writer) (wait func() (held bool, err error)) {
	var group sync.WaitGroup
	var errs [2]error
	var mu sync.Mutex
	for k := range p.read {
		_ = p.write[k].Close() // it is the process's now
		var in io.Reader = p.read[k]
		if show != nil {
			in = io.TeeReader(in, lockedWriter{&mu, show})
		}
		group.Go(func() { errs[k] = out.follow(k, in, start) })
	}
	return func() (held bool, err error) {
		for _, r := range p.read {
			if err := r.SetReadDeadline(time.Now().Add(drain)); err != nil && !errors.Is(err, os.ErrNoDeadline) {
				return false, err
			}
		}
		group.Wait()
		for k := range errs {
			if errors.Is(errs[k], os.ErrDeadlineExceeded) {
				held, errs[k] = true, nil
			}
		}
		return held, errors.Join(errs[0], errs[1])
	}
}

// A lockedWriter is one that two streams write to.
type lockedWriter struct {
	mu *sync.Mutex
	w  io.Writer
}

func (l lockedWriter) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(b)
}
