package launch

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Finder knows where programs of Nsight Systems may be.
type Finder struct {
	Root string // directory that stands for /, "" for / itself
	Path string // list of directories as in $PATH, searched first
}

// A Program is an installed program of Nsight Systems.
type Program struct {
	Path    string // as it was found
	Real    string // without symbolic links
	Version Version
}

// nsysPlaces are where packages put nsys: NVIDIA's packages and installers,
// Debian's, the CUDA toolkit and the HPC SDK.
var nsysPlaces = []string{
	"/opt/nvidia/nsight-systems*/*/bin/nsys",
	"/opt/nvidia/nsight-systems*/*/target-linux-*/nsys",
	"/usr/lib/nsight-systems/bin/nsys",
	"/usr/lib/*/nsight-systems/target-linux-*/nsys",
	"/usr/local/cuda*/bin/nsys",
	"/opt/nvidia/hpc_sdk/*/*/profilers/Nsight_Systems*/bin/nsys",
}

// NSYS returns the installed versions of nsys, newest first, one entry for each
// binary, even if it has several names. A program of that name without a version is
// left out, with a reason in the second result.
func (f Finder) NSYS() ([]Program, []string) {
	var found []Program
	var problems []string
	seen := map[string]bool{}
	for _, path := range f.candidates() {
		p, err := Inspect(path)
		if err != nil {
			problems = append(problems, path+": "+err.Error())
			continue
		}
		if !seen[p.Real] {
			seen[p.Real] = true
			found = append(found, p)
		}
	}
	slices.SortStableFunc(found, func(a, b Program) int { return b.Version.Compare(a.Version) })
	return found, problems
}

// candidates returns the executable files that may be nsys.
func (f Finder) candidates() []string {
	var paths []string
	for _, dir := range filepath.SplitList(f.Path) {
		if filepath.IsAbs(dir) {
			paths = append(paths, filepath.Join(dir, "nsys"))
		}
	}
	for _, place := range nsysPlaces {
		paths = append(paths, f.glob(place)...)
	}
	return slices.DeleteFunc(paths, func(p string) bool { return !executable(p) })
}

// glob returns the files that a pattern below the root matches, newest version
// first where a directory is named after it.
func (f Finder) glob(pattern string) []string {
	// The only error is a bad pattern, and the patterns are constants; a
	// root with special characters matches literally.
	matches, _ := filepath.Glob(escapeGlob(f.Root) + pattern)
	slices.SortStableFunc(matches, func(a, b string) int { return -compareNumbers(a, b) })
	return matches
}

// escapeGlob returns the pattern that matches path alone.
func escapeGlob(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

// compareNumbers compares two names, digits by their value, so that 2024.10
// comes after 2024.9.
func compareNumbers(a, b string) int {
	for a != "" && b != "" {
		x, y := digits(a), digits(b)
		if x == "" || y == "" {
			if a[0] != b[0] {
				return cmp.Compare(a[0], b[0])
			}
			a, b = a[1:], b[1:]
			continue
		}
		u, v := strings.TrimLeft(x, "0"), strings.TrimLeft(y, "0")
		if c := cmp.Or(cmp.Compare(len(u), len(v)), strings.Compare(u, v)); c != 0 {
			return c
		}
		a, b = a[len(x):], b[len(y):]
	}
	return cmp.Compare(len(a), len(b))
}

// digits returns the digits that s starts with.
func digits(s string) string {
	return s[:len(s)-len(strings.TrimLeft(s, "0123456789"))]
}

// executable reports whether path is a file that may be run.
func executable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

// Inspect returns the nsys at path with its version, which it is run for.
func Inspect(path string) (Program, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Program{}, err
	}
	if !info.Mode().IsRegular() || info.Mode()&0o111 == 0 {
		return Program{}, &fs.PathError{Op: "run", Path: path, Err: fs.ErrPermission}
	}
	p := Program{Path: path}
	if p.Real, err = filepath.EvalSymlinks(path); err != nil {
		return Program{}, err
	}
	if p.Real, err = filepath.Abs(p.Real); err != nil {
		return Program{}, err
	}
	p.Version, err = askVersion(path, "--version")
	return p, err
}
