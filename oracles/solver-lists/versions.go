package main

import (
	"bufio"
	"bytes"
	"debug/elf"
	"fmt"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A version is a library with the headers that belong to it.
type version struct {
	file    string // name of the library; "" for a row that fits any file
	path    string // the library, if it is installed
	include []string
}

// installedIncludes are where packages put their headers, in the order of the compiler.
var installedIncludes = []string{
	"/usr/include/suitesparse", "/usr/include/superlu", "/usr/include/superlu-dist",
	"/usr/lib/x86_64-linux-gnu/openmpi/include", "/usr/lib/aarch64-linux-gnu/openmpi/include", "/usr/include/mumps_seq",
}

// allVersions returns the installed libraries, and the versions of FILE=FOLDER.
func allVersions(args []string) ([]version, error) {
	libraries, err := installed()
	if err != nil {
		return nil, err
	}
	versions := libraries
	for _, arg := range args {
		file, folder, ok := strings.Cut(arg, "=")
		if !ok {
			return nil, fmt.Errorf("%q: want FILE=FOLDER", arg)
		}
		include, err := headerFolders(folder)
		if err != nil {
			return nil, err
		}
		versions = append(versions, version{file: file, include: include})
	}
	return versions, nil
}

// installed returns the libraries that the dynamic linker finds, and the real file of
// those whose link for the compiler is installed too.
func installed() ([]version, error) {
	out, err := exec.Command("/sbin/ldconfig", "-p").Output()
	if err != nil {
		return nil, fmt.Errorf("ldconfig -p: %w", err)
	}
	var versions []version
	lines := bufio.NewScanner(bytes.NewReader(out))
	for lines.Scan() {
		name, path, ok := strings.Cut(strings.TrimSpace(lines.Text()), " => ")
		if !ok {
			continue
		}
		file, _, _ := strings.Cut(name, " ")
		versions = append(versions, version{file: file, path: path, include: installedIncludes})
	}
	return versions, lines.Err()
}

// headerFolders returns the folders below folder that hold headers.
func headerFolders(folder string) ([]string, error) {
	var folders []string
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".h") && !slices.Contains(folders, filepath.Dir(path)) {
			folders = append(folders, filepath.Dir(path))
		}
		return err
	})
	if err == nil && folders == nil {
		err = fmt.Errorf("%s: no header", folder)
	}
	return folders, err
}

// exported returns the dynamic symbols that a library defines.
func exported(path string) (map[string]bool, error) {
	f, err := elf.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	all, err := f.DynamicSymbols()
	if err != nil {
		return nil, err
	}
	symbols := map[string]bool{}
	for _, s := range all {
		if s.Section != elf.SHN_UNDEF {
			symbols[s.Name] = true
		}
	}
	return symbols, nil
}
