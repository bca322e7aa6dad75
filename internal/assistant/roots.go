package assistant

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/internal/spelling"
)

// Roots are the folders that may be read. All paths in it are absolute and free of
// symbolic links.
type Roots struct {
	given []string // absolute, as the user named them
	real  []string // with symbolic links followed
}

// NewRoots returns the roots that folders make. The first folder is the one that
// relative paths start from; without folders, it is the working directory.
func NewRoots(dirs []string) (*Roots, error) {
	if len(dirs) == 0 {
		dirs = []string{"."}
	}
	r := &Roots{}
	for _, dir := range dirs {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return nil, err
		}
		real, err := filepath.EvalSymlinks(abs)
		if err != nil {
			return nil, err
		}
		info, err := os.Stat(real)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			return nil, fmt.Errorf("%s: is a file, want a folder", dir)
		}
		r.given, r.real = append(r.given, abs), append(r.real, real)
	}
	return r, nil
}

// within says whether a clean, absolute path is a folder or lies in it.
func within(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// Resolve returns the path without symbolic links of a file or folder in the roots.
// What lies outside of the roots is refused before the file system is asked about it,
// so that nobody learns whether it exists.
func (r *Roots) Resolve(path string) (string, error) {
	if path == "" || strings.ContainsRune(path, 0) {
		return "", hint.With(fmt.Errorf("%q: want the path of a file", path), r.advice())
	}
	abs := path
	if !filepath.IsAbs(path) {
		abs = filepath.Join(r.given[0], path)
	}
	abs = filepath.Clean(abs)
	for k := range r.given {
		for _, dir := range []string{r.given[k], r.real[k]} {
			if !within(dir, abs) {
				continue
			}
			rel, err := filepath.Rel(dir, abs)
			if err != nil {
				return "", err
			}
			return r.follow(path, r.real[k], rel)
		}
	}
	return "", r.outside(path)
}

// follow follows the symbolic links in the path rel of the folder dir.
func (r *Roots) follow(path, dir, rel string) (string, error) {
	at := dir
	for _, name := range strings.Split(rel, string(filepath.Separator)) {
		next, err := filepath.EvalSymlinks(filepath.Join(at, name))
		if err != nil {
			return "", r.missing(path, at, name, err)
		}
		if !r.holds(next) {
			return "", r.outside(path)
		}
		at = next
	}
	return at, nil
}

// missing words the error of a path whose part name in the folder at does not resolve.
func (r *Roots) missing(path, at, name string, err error) error {
	if info, lerr := os.Lstat(filepath.Join(at, name)); lerr == nil && info.Mode()&fs.ModeSymlink != 0 {
		return r.outside(path) // where it leads is nobody's business
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", path, cause(err))
	}
	return hint.With(fmt.Errorf("%s: no such file or folder", path), r.alike(at, name))
}

// cause returns what the file system says, without the path.
func cause(err error) error {
	if p := new(fs.PathError); errors.As(err, &p) {
		return p.Err
	}
	return err
}

// mostAlike bounds how many names of a folder are compared with the name of a missing
// file.
const mostAlike = 5000

// alike names a file whose name is like the missing one.
func (r *Roots) alike(dir, name string) string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return r.advice()
	}
	var names []string
	for _, e := range entries[:min(len(entries), mostAlike)] {
		names = append(names, e.Name())
	}
	if s := spelling.Closest(name, names); s != "" {
		return "did you mean " + s + "?"
	}
	return r.advice()
}

// holds says whether a path without symbolic links lies in a root.
func (r *Roots) holds(path string) bool {
	for _, dir := range r.real {
		if within(dir, path) {
			return true
		}
	}
	return false
}

// outside is the error of a path that leads out of the roots.
func (r *Roots) outside(path string) error {
	return hint.With(fmt.Errorf("%s: outside of the folders that this server may read", path), r.advice())
}

// advice says what may be read.
func (r *Roots) advice() string {
	return "paths start at " + r.given[0] + "; readable folders: " + strings.Join(r.given, ", ") + "; --root DIR of the server adds a folder"
}

// File is Resolve for a regular file.
func (r *Roots) File(path string) (string, error) {
	real, err := r.Resolve(path)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(real)
	switch {
	case err != nil:
		return "", fmt.Errorf("%s: %w", path, cause(err))
	case info.IsDir():
		return "", hint.With(fmt.Errorf("%s: is a folder, want a file", path), "name the files in the folder")
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("%s: is no regular file", path)
	}
	return real, nil
}

// Beside checks a file or folder that a reader looks for beside a file that was
// resolved, and everything in the folder. It may be absent.
func (r *Roots) Beside(path string) error {
	if _, err := os.Lstat(path); err != nil {
		return nil // absent
	}
	return filepath.WalkDir(path, func(at string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.Type()&fs.ModeSymlink != 0 {
			if _, err := r.Resolve(at); err != nil {
				return err
			}
			if info, err := os.Stat(at); err != nil || !info.Mode().IsRegular() {
				return fmt.Errorf("%s: symbolic link to no regular file", at)
			}
		}
		return nil
	})
}
