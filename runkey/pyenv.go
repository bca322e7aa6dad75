package runkey

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// pyenvTarget returns the program that a shim of pyenv runs, "" for another file:
// that of the version in PYENV_VERSION, or in .python-version of this folder or
// one around it, or in the file version beside the shims. A version such as 3.11
// stands for the latest of it that is installed; system, or none, for the next
// program of that name in PATH.
func (c Command) pyenvTarget(path string) string {
	dir, name := filepath.Split(path)
	dir = filepath.Clean(dir)
	root := filepath.Dir(dir)
	if filepath.Base(dir) != "shims" {
		return ""
	}
	if text, err := readSmall(path); err != nil || !strings.Contains(text, "pyenv") { // rbenv and asdf have shims, too
		return ""
	}
	version := c.getenv("PYENV_VERSION")
	if version == "" {
		version = versionFile()
	}
	if version == "" {
		version = firstLine(filepath.Join(root, "version"))
	}
	version, _, _ = strings.Cut(version, ":") // several: programs are those of the first that has them
	if version == "" || version == "system" {
		return c.lookBut(name, dir)
	}
	if version != filepath.Base(version) {
		return ""
	}
	for _, v := range []string{version, latest(filepath.Join(root, "versions"), version)} {
		real := filepath.Join(root, "versions", v, "bin", name)
		if info, err := os.Stat(real); err == nil && info.Mode().IsRegular() {
			return real
		}
	}
	return ""
}

// latest returns the name in a folder that is version and a larger last number
// than the others have: 3.11.7 for 3.11; version itself where there is none.
func latest(dir, version string) string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return version
	}
	best, most := version, -1
	for _, e := range entries {
		last, ok := strings.CutPrefix(e.Name(), version+".")
		if n, err := strconv.Atoi(last); ok && err == nil && n > most {
			best, most = e.Name(), n
		}
	}
	return best
}

// versionFile returns the first line of the .python-version that is nearest.
func versionFile() string {
	dir, err := os.Getwd()
	for err == nil {
		if v := firstLine(filepath.Join(dir, ".python-version")); v != "" {
			return v
		}
		up := filepath.Dir(dir)
		if up == dir {
			break
		}
		dir = up
	}
	return ""
}

// firstLine returns the first line of a small file, "" without one.
func firstLine(path string) string {
	f, err := openRegular(path)
	if err != nil {
		return ""
	}
	defer f.Close() // was only read
	head := make([]byte, maxLine)
	n, _ := f.Read(head) // an empty file has none
	line, _, _ := strings.Cut(string(head[:n]), "\n")
	return strings.TrimSpace(line)
}
