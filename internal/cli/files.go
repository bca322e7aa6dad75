package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"
)

// SomeFiles is the argument check of commands that take one file or more, none of
// them twice.
func SomeFiles(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return Usage(cmd.CommandPath()+": want FILE..., got 0 arguments", cmd.CommandPath()+" --help says more")
	}
	if a := repeated(args); a != "" {
		return Usagef("%s is given twice", a)
	}
	return nil
}

// repeated returns a path that means the same as one before it; "" for none. Each file
// is looked at once: there may be thousands.
func repeated(paths []string) string {
	type looks struct {
		size int64
		time time.Time
	}
	names := map[string]bool{}
	alike := map[looks][]fs.FileInfo{}
	for _, path := range paths {
		name := path
		if path != "-" {
			name = filepath.Clean(path)
		}
		if names[name] {
			return path
		}
		names[name] = true
		info, err := os.Stat(path)
		if path == "-" || err != nil || !info.Mode().IsRegular() {
			continue
		}
		key := looks{info.Size(), info.ModTime()}
		if slices.ContainsFunc(alike[key], func(o fs.FileInfo) bool { return os.SameFile(o, info) }) {
			return path
		}
		alike[key] = append(alike[key], info)
	}
	return ""
}

// SameFile reports whether two names, neither empty nor -, mean one regular file,
// which may not exist yet.
func SameFile(a, b string) bool {
	if a == "" || b == "" || a == "-" || b == "-" {
		return false
	}
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	if errX != nil || errY != nil {
		return filepath.Clean(a) == filepath.Clean(b)
	}
	return x.Mode().IsRegular() && os.SameFile(x, y)
}

// FileError adds advice to an error that says that one of the paths does not exist:
// a file or a subcommand with a similar name. Other errors stay as they are.
func FileError(cmd *cobra.Command, paths []string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, path := range paths {
		if _, serr := os.Stat(path); path != "" && errors.Is(serr, fs.ErrNotExist) {
			return WithHint(err, FileHint(cmd, path))
		}
	}
	return err
}

// Open opens a file for reading. The error of a file that does not exist has the
// advice of [FileError]; a folder is an error.
func Open(cmd *cobra.Command, path string) (*os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, FileError(cmd, []string{path}, err)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close() // was not read
		return nil, fmt.Errorf("%s: is a directory, want a file", path)
	}
	return f, nil
}

// TempDir makes a folder for temporary files, which an interrupt removes, and
// returns what removes it: remove takes the error so far, and returns that error or
// its own.
func (p *Program) TempDir() (dir string, remove func(error) error, err error) {
	settle, err := p.Begin(func() (undo func(), err error) {
		if dir, err = os.MkdirTemp("", p.Name+"-*"); err != nil {
			return nil, err
		}
		return func() { _ = os.RemoveAll(dir) }, nil // a temporary file that stays harms nobody
	})
	if err != nil {
		return "", nil, err
	}
	return dir, func(err error) error { return settle(err, func() error { return os.RemoveAll(dir) }) }, nil
}

// Input opens a file that is read from its beginning to its end, as [Open] does; - is
// the standard input of the program.
func (p *Program) Input(cmd *cobra.Command, path string) (io.ReadCloser, error) {
	if path == "-" {
		return io.NopCloser(p.Stdin), nil
	}
	return Open(cmd, path)
}

// NotItself returns the mistake of an output, which a flag names, that would replace
// an input: what says what the input is.
func NotItself(flag, output, input, what string) error {
	if SameFile(output, input) {
		return Usagef("%s %s is the %s itself", flag, output, what)
	}
	return nil
}

// OneStdin returns the mistake of inputs of which more than one is standard input.
func OneStdin(paths ...string) error {
	n := 0
	for _, path := range paths {
		if path == "-" {
			n++
		}
	}
	if n > 1 {
		return Usagef("standard input is given twice")
	}
	return nil
}
