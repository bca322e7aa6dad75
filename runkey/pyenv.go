package runkey

import (
	"os"
	"path/filepath"
	"strings"
)

// pyenvTarget returns the program that a shim of pyenv runs, "" for another file:
// that of the version in PYENV_VERSION, or in .python-version of this folder or
// one around it, or in the file version beside the shims.
func pyenvTarget(path string, getenv func(string) string) string {
	dir := filepath.Dir(path)
	root := filepath.Dir(dir)
	if filepath.Base(dir) != "shims" {
		return ""
	}
	version := getenv("PYENV_VERSION")
	if version == "" {
		version = versionFile()
	}
	if version == "" {
		version = firstLine(filepath.Join(root, "version"))
	}
	version, _, _ = strings.Cut(version, ":") // several: programs are those of the first that has them
	if version == "" || version != filepath.Base(version) {
		return ""
	}
	real := filepath.Join(root, "versions", version, "bin", filepath.Base(path))
	if info, err := os.Stat(real); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	return real
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
