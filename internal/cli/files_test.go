package cli

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/hint"
)

// files makes files in a new current folder.
func files(t *testing.T, names ...string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, name := range names {
		if err := os.WriteFile(name, []byte(name), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func TestSameFile(t *testing.T) {
	files(t, "a", "b")
	if err := os.Symlink("a", "link"); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"a", "./a", true}, {"a", "link", true}, {"a", "b", false}, {"new", "./new", true}, {"new", "a", false},
		{"-", "-", false}, {"", "", false}, {".", ".", false},
	} {
		if got := SameFile(c.a, c.b); got != c.want {
			t.Errorf("%q, %q: got %v", c.a, c.b, got)
		}
		if err := NotItself("-o", c.a, c.b, "trace"); (err != nil) != c.want {
			t.Errorf("%q, %q: got %v", c.a, c.b, err)
		}
	}
}

func TestSomeFiles(t *testing.T) {
	files(t, "a", "b")
	cmd := &cobra.Command{Use: "prog"}
	for args, want := range map[string]string{"": "prog: want FILE..., got 0 arguments", "a b": "", "a b ./a": "./a is given twice"} {
		if err := SomeFiles(cmd, strings.Fields(args)); (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%q: got %v, want %q", args, err, want)
		}
	}
}

func TestOneStdin(t *testing.T) {
	for paths, ok := range map[string]bool{"": true, "- a": true, "- a -": false} {
		if err := OneStdin(strings.Fields(paths)...); (err == nil) != ok {
			t.Errorf("%q: got %v", paths, err)
		}
	}
}

// The error of a file that does not exist has the advice of a similar name.
func TestOpen(t *testing.T) {
	files(t, "capture.nrt")
	cmd := &cobra.Command{Use: "prog"}
	if _, err := Open(cmd, "captur.nrt"); !errors.Is(err, fs.ErrNotExist) || hint.Of(err) != "did you mean capture.nrt?" {
		t.Errorf("got %v, %q", err, hint.Of(err))
	}
	if _, err := Open(cmd, "."); err == nil || err.Error() != ".: is a directory, want a file" {
		t.Errorf("got %v", err)
	}
	p := &Program{Stdin: strings.NewReader("typed")}
	for path, want := range map[string]string{"capture.nrt": "capture.nrt", "-": "typed"} {
		f, err := p.Input(cmd, path)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(f); err != nil || string(got) != want {
			t.Errorf("%s: got %q, %v", path, got, err)
		}
		f.Close()
	}
	other := errors.New("other")
	if err := FileError(cmd, []string{"captur.nrt"}, other); err != other {
		t.Errorf("got %v", err)
	}
}

// A folder for temporary files goes when the command is done, and when the program is
// interrupted.
func TestTempDir(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var dir string
	code, _, _ := interrupted(t, func(p *Program, began func()) (err error) {
		var remove func(error) error
		if dir, remove, err = p.TempDir(); err != nil {
			return err
		}
		if !strings.HasPrefix(filepath.Base(dir), "prog-") {
			t.Errorf("got %s", dir)
		}
		return remove(nil)
	})
	if _, err := os.Stat(dir); code != 0 || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("exit %d, %v", code, err)
	}
	code, _, _ = interrupted(t, func(p *Program, began func()) (err error) {
		if dir, _, err = p.TempDir(); err != nil {
			return err
		}
		began()
		select {}
	})
	if _, err := os.Stat(dir); code != ExitCancelled || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("exit %d, %v", code, err)
	}
}
