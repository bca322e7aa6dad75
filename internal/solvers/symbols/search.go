package symbols

import (
	"bufio"
	"debug/elf"
	"os"
	"path/filepath"
	"strings"
)

// A search knows the folders in which the dynamic linker looks for libraries.
type search struct {
	first, last []string // before and behind the folders that a file names
}

// newSearch reads $LD_LIBRARY_PATH and the configuration of the dynamic linker.
func newSearch() *search {
	s := &search{}
	s.first = folders(os.Getenv("LD_LIBRARY_PATH"), "")
	s.configuration("/etc/ld.so.conf", 0)
	s.last = append(s.last, "/lib64", "/usr/lib64", "/lib", "/usr/lib")
	return s
}

// maxIncludes bounds how deep files of the configuration include each other.
const maxIncludes = 8

// configuration takes over the folders of a file as ldconfig reads it.
func (s *search) configuration(path string, depth int) {
	f, err := os.Open(path)
	if err != nil || depth > maxIncludes {
		return
	}
	defer f.Close() // was only read
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		line, _, _ := strings.Cut(lines.Text(), "#")
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case words[0] == "include":
			for _, pattern := range words[1:] {
				if !filepath.IsAbs(pattern) {
					pattern = filepath.Join(filepath.Dir(path), pattern)
				}
				files, _ := filepath.Glob(pattern) // a bad pattern names no file
				for _, file := range files {
					s.configuration(file, depth+1)
				}
			}
		default:
			s.last = append(s.last, words[0])
		}
	}
}

// folders splits a list of folders. origin stands for $ORIGIN.
func folders(list, origin string) []string {
	var out []string
	for dir := range strings.SplitSeq(list, ":") {
		dir = strings.NewReplacer("$ORIGIN", origin, "${ORIGIN}", origin).Replace(dir)
		if dir != "" {
			out = append(out, dir)
		}
	}
	return out
}

// needed returns the libraries that an ELF file is linked with, where they are found.
func (s *search) needed(path string, f *elf.File) []string {
	names, err := f.ImportedLibraries()
	if err != nil {
		return nil // static
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	var own []string
	for _, tag := range []elf.DynTag{elf.DT_RPATH, elf.DT_RUNPATH} {
		lists, err := f.DynString(tag)
		if err != nil {
			continue
		}
		for _, list := range lists {
			own = append(own, folders(list, filepath.Dir(path))...)
		}
	}
	var out []string
	for _, name := range names {
		if found := s.find(name, own, f); found != "" {
			out = append(out, found)
		}
	}
	return out
}

// find returns the file of a library for the same processor.
func (s *search) find(name string, own []string, by *elf.File) string {
	if strings.Contains(name, "/") {
		return name
	}
	for _, list := range [][]string{s.first, own, s.last} {
		for _, dir := range list {
			path := filepath.Join(dir, name)
			f, err := elf.Open(path)
			if err != nil {
				continue
			}
			fits := f.Class == by.Class && f.Machine == by.Machine
			_ = f.Close() // was only read
			if fits {
				return path
			}
		}
	}
	return ""
}
