package launch

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/atomicfile"
)

// stem is the name of the report while it is made.
const stem = "report"

// A staging is where the files of a run are made: dir beside the output, from
// where they are renamed, and scratch, the directory for temporary files of
// nsys, which it puts its capture into before it moves it.
type staging struct {
	output       string
	dir, scratch string
}

// newStaging makes the directories.
func newStaging(output string) (*staging, error) {
	dir, err := os.MkdirTemp(filepath.Dir(output), "."+filepath.Base(output)+".*.tmp")
	if err != nil {
		return nil, err
	}
	// Nsys does not run in the working directory of a relative name.
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	scratch, err := os.MkdirTemp("", "nrprof-nsys-*")
	if err != nil {
		os.Remove(dir)
		return nil, err
	}
	return &staging{output, dir, scratch}, nil
}

// remove takes both directories away.
func (s *staging) remove() error {
	return errors.Join(os.RemoveAll(s.dir), os.RemoveAll(s.scratch))
}

// path returns where the file with this ending is made.
func (s *staging) path(ending string) string { return filepath.Join(s.dir, stem+ending) }

// with returns the middles of the files that were made with an ending: "" for
// report.nsys-rep, ".2" for report.2.nsys-rep, which nsys writes where one run
// has several captures.
func (s *staging) with(ending string) ([]string, error) {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return nil, err
	}
	var middles []string
	for _, e := range entries {
		if rest, ok := strings.CutPrefix(e.Name(), stem); ok && strings.HasSuffix(rest, ending) {
			middles = append(middles, strings.TrimSuffix(rest, ending))
		}
	}
	slices.SortFunc(middles, compareNumbers)
	return middles, nil
}

// publish gives the files that were made with one of the endings their names
// and returns these. Without force a file that appeared in the meantime stays,
// and is an error.
func (s *staging) publish(endings []string, force bool) ([]string, error) {
	var names []string
	for _, ending := range endings {
		from, to := s.path(ending), s.output+ending
		if _, err := os.Lstat(from); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err := move(from, to, force); err != nil {
			return names, err
		}
		names = append(names, to)
	}
	return names, nil
}

// move renames a file. Without force it replaces none.
func move(from, to string, force bool) error {
	if !force {
		switch err := os.Link(from, to); {
		case err == nil:
			return os.Remove(from)
		case errors.Is(err, fs.ErrExist):
			return fail("-f replaces it; -o names another output", "%s appeared during the run", to)
		}
		// The file system has no links.
	}
	if info, err := os.Lstat(to); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return moveThrough(from, to)
	}
	return os.Rename(from, to)
}

// moveThrough puts a file in the place of what the symbolic link to leads to, which
// may be on another file system.
func moveThrough(from, to string) error {
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	defer f.Close() // was only read
	err = atomicfile.WriteFile(to, func(w io.Writer) error {
		_, err := io.Copy(w, f)
		return err
	})
	if err != nil {
		return err
	}
	return os.Remove(from)
}

// removeStale takes away the files of an earlier run of the same output which
// this one did not replace, so that none is left that speaks of another run.
func removeStale(output string, extra, written []string) error {
	for _, name := range family(output, extra) {
		if slices.Contains(written, name) {
			continue
		}
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// parent returns the directory that a temporary one was made in.
func parent(dir string) string { return filepath.Dir(dir) }
