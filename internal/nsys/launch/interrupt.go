package launch

import (
	"context"
	"errors"
	"sync"
)

// stoppable lets a signal of the user end what is done with what nsys left:
// importing, exporting, summarising. The caller calls what it returns when
// that is over.
func (r *run) stoppable() (over func()) {
	ctx, cancel := context.WithCancel(context.Background())
	r.ctx = ctx
	go func() {
		select {
		case <-r.o.Signals:
			cancel()
		case <-ctx.Done():
		}
	}()
	return cancel
}

// stopped notes what is left out because the user did not want to wait. It
// reports whether err is of that sort.
func (r *run) stopped(err error, without string) bool {
	if !errors.Is(err, ErrInterrupted) {
		return false
	}
	r.result.Interrupted = true
	r.note("interrupted: %s", without)
	return true
}

// summarise calls Summarise, and waits for it no longer than the user does.
// When it returns, Summarise writes nothing more.
func (r *run) summarise(m *Made) error {
	done := make(chan error, 1)
	go func() { done <- r.o.Summarise(m) }()
	select {
	case err := <-done:
		return err
	case <-r.ctx.Done():
		m.close()
		return ErrInterrupted
	}
}

// A writing lets files be written until it is closed. The zero value is open.
type writing struct {
	mu     sync.Mutex
	closed bool
}

// Write calls write, which writes files of the summary. It returns
// ErrInterrupted, and does not call it, when nobody wants them any more.
func (w *writing) Write(write func() error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return ErrInterrupted
	}
	return write()
}

// close waits for what is being written.
func (w *writing) close() {
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
}
