package launch

import (
	"errors"
	"os"
	"testing"
)

// A summary that takes for ever is left to itself, and writes nothing more.
func TestSummariseInterrupted(t *testing.T) {
	signals := make(chan os.Signal, 1)
	began, left, wrote := make(chan bool), make(chan bool), make(chan error)
	r := &run{result: &Result{}, o: Options{Signals: signals, Summarise: func(m *Made) error {
		if err := m.Write(func() error { return nil }); err != nil {
			t.Errorf("before the interrupt: %v", err)
		}
		close(began)
		<-left
		wrote <- m.Write(func() error { t.Error("wrote after the interrupt"); return nil })
		return nil
	}}}
	defer r.stoppable()()
	go func() {
		<-began
		signals <- os.Interrupt
	}()
	err := r.summarise(&Made{})
	if !r.stopped(err, "no summary") || !r.result.Interrupted || r.result.ExitCode(false) != 130 || len(r.result.Notes) != 1 {
		t.Errorf("got %v, %+v", err, r.result)
	}
	close(left)
	if err := <-wrote; !errors.Is(err, ErrInterrupted) {
		t.Errorf("got %v, want ErrInterrupted", err)
	}
}

// Without an interrupt the error is that of the summary.
func TestSummarise(t *testing.T) {
	broken := errors.New("broken")
	r := &run{result: &Result{}, o: Options{Summarise: func(*Made) error { return broken }}}
	defer r.stoppable()()
	if err := r.summarise(&Made{}); !errors.Is(err, broken) || r.stopped(err, "") || r.result.Interrupted {
		t.Errorf("got %v, %+v", err, r.result)
	}
}
