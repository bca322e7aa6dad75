package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/cobra"
)

// interrupted runs a command which says that it has begun, and interrupts the
// program then.
func interrupted(t *testing.T, do func(p *Program, began func()) error) (code int, stdout, stderr string) {
	t.Helper()
	ctx, interrupt := context.WithCancel(context.Background())
	defer interrupt()
	var out, errors bytes.Buffer
	code = RunContext(ctx, "prog", nil, nil, &out, &errors, func(p *Program) *cobra.Command {
		return &cobra.Command{SilenceErrors: true, SilenceUsage: true, RunE: func(*cobra.Command, []string) error { return do(p, interrupt) }}
	})
	return code, out.String(), errors.String()
}

// An interrupted program does not wait for what writes a file, and leaves no file
// of it, whether that was there before or not.
func TestInterruptWriteTo(t *testing.T) {
	for _, old := range []string{"", "old"} {
		dir := t.TempDir()
		name := filepath.Join(dir, "f")
		if old != "" {
			if err := os.WriteFile(name, []byte(old), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		forever, ended := make(chan bool), make(chan error, 1)
		code, stdout, stderr := interrupted(t, func(p *Program, began func()) error {
			err := p.WriteTo(name, func(w io.Writer) error {
				if _, err := w.Write(make([]byte, 1<<20)); err != nil {
					return err
				}
				began()
				<-forever // as what sorts many events may
				_, err := w.Write(make([]byte, 1<<20))
				return err
			})
			ended <- err
			return err
		})
		if code != ExitCancelled || stdout != "" || stderr != "prog: interrupted\n" {
			t.Errorf("exit %d, %q, %q", code, stdout, stderr)
		}
		check := func() {
			t.Helper()
			entries, err := os.ReadDir(dir)
			if err != nil || len(entries) != len(old)/3 {
				t.Errorf("%v, %v are there", entries, err)
			}
			if b, err := os.ReadFile(name); string(b) != old || (old != "" && err != nil) {
				t.Errorf("the file has %q, %v", b, err)
			}
		}
		check()
		close(forever)
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("the writer gets %v", err)
		}
		check()
	}
}

// What was begun is taken away by an interrupt, or by an error, and stays when
// it was committed.
func TestBegin(t *testing.T) {
	undone := 0
	start := func() (func(), error) { return func() { undone++ }, nil }
	code, _, _ := interrupted(t, func(p *Program, began func()) error {
		settle, err := p.Begin(start)
		if err != nil {
			return err
		}
		began()
		<-p.Ctx.Done()
		return settle(nil, func() error { t.Error("is committed after an interrupt"); return nil })
	})
	if code != ExitCancelled || undone != 1 {
		t.Errorf("exit %d, taken away %d times", code, undone)
	}

	undone = 0
	p := &Program{Ctx: context.Background()}
	broken := errors.New("broken")
	for _, c := range []struct {
		err    error
		commit func() error
		want   error
		undone int
	}{{nil, nil, nil, 0}, {nil, func() error { return nil }, nil, 0}, {broken, nil, broken, 1}, {nil, func() error { return broken }, broken, 1}} {
		undone = 0
		settle, err := p.Begin(start)
		if err != nil {
			t.Fatal(err)
		}
		if err := settle(c.err, c.commit); !errors.Is(err, c.want) || undone != c.undone || len(p.begun) > 0 {
			t.Errorf("got %v, taken away %d times, %d left", err, undone, len(p.begun))
		}
	}
	if _, err := p.Begin(func() (func(), error) { return nil, broken }); !errors.Is(err, broken) || len(p.begun) > 0 {
		t.Errorf("got %v", err)
	}
}
