package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// page is the page with the programs, below the root of the module.
const page = "docs/handing-over.md"

// block is a program of the page: its first line has its file name.
var block = regexp.MustCompile("(?ms)^```c\n(/\\* ([a-z0-9]+\\.[ch]) \\*/\n.*?)^```$")

// libraries are the compiler's arguments for each program.
var libraries = map[string]string{
	"klu":     "-I/usr/include/suitesparse -lklu -lamd -lbtf -lcolamd",
	"umfpack": "-I/usr/include/suitesparse -lumfpack",
	"cholmod": "-I/usr/include/suitesparse -lcholmod",
	"superlu": "-I/usr/include/superlu -lsuperlu",
	"mumps":   "-I/usr/include/mumps_seq -ldmumps_seq",
	"petsc":   "",
}

// untested are the programs of the page whose libraries Debian has not.
var untested = map[string]bool{"cudss": true, "cktso": true}

// compileAll extracts the programs of the page into dir and compiles them with the
// harness. It returns the names of the programs.
func compileAll(dir string) ([]string, error) {
	text, err := os.ReadFile(page)
	if err != nil {
		return nil, err
	}
	found := block.FindAllStringSubmatch(string(text), -1)
	for _, b := range found {
		if err := os.WriteFile(filepath.Join(dir, b[2]), []byte(b[1]), 0o600); err != nil {
			return nil, err
		}
	}
	var names []string
	for _, b := range found {
		name, isProgram := strings.CutSuffix(b[2], ".c")
		if !isProgram || untested[name] {
			continue
		}
		if err := compile(dir, name); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	if len(names) != len(libraries) {
		return nil, fmt.Errorf("%s: want %d programs to run, got %d", page, len(libraries), len(names))
	}
	return names, nil
}

// compile compiles one program.
func compile(dir, name string) error {
	flags, known := libraries[name]
	if !known {
		return fmt.Errorf("%s: no libraries are known for %s.c", page, name)
	}
	args := []string{"-O2", "-Wall", "-o", filepath.Join(dir, name), "oracles/handover/harness/harness.c", filepath.Join(dir, name+".c"), "-I" + dir}
	args = append(args, strings.Fields(flags)...)
	if name == "petsc" {
		out, err := exec.Command("pkg-config", "--cflags", "--libs", "petsc", "ompi-c").Output()
		if err != nil {
			return fmt.Errorf("pkg-config petsc ompi-c: %w", err)
		}
		args = append(args, strings.Fields(string(out))...)
	}
	if out, err := exec.Command("cc", append(args, "-lm")...).CombinedOutput(); err != nil || len(out) > 0 {
		return fmt.Errorf("compiling %s.c of %s: %w\n%s", name, page, err, out)
	}
	return nil
}
