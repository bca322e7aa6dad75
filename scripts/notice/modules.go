package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// programs are the packages that users install.
var programs = []string{"github.com/nrkit/nrkit/cmd/analyze", "github.com/nrkit/nrkit/cmd/nrprof"}

// systems are what programs are built for, with cgo where a user's build has it.
var systems = []struct{ os, arch, cgo string }{
	{"linux", "amd64", "1"}, {"linux", "arm64", "1"}, {"darwin", "arm64", "1"}, {"windows", "amd64", "0"},
}

// A module is something linked, with the texts of its licences.
type module struct {
	path, version string
	licences      []licence
}

// A dependency is what go list says of a package.
type dependency struct {
	Dir      string
	Standard bool
	Module   *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// linked returns the modules that packages of the programs are from, by path, the
// standard library first.
func linked(programs []string, systems []struct{ os, arch, cgo string }) ([]module, error) {
	folders := map[string]map[string]bool{} // folders with linked packages, by module
	versions, roots := map[string]string{}, map[string]string{}
	for _, s := range systems {
		packages, err := list(programs, "GOOS="+s.os, "GOARCH="+s.arch, "CGO_ENABLED="+s.cgo)
		if err != nil {
			return nil, fmt.Errorf("%s/%s: %w", s.os, s.arch, err)
		}
		for _, p := range packages {
			if p.Standard || p.Module == nil || p.Module.Main {
				continue
			}
			m := p.Module
			if folders[m.Path] == nil {
				folders[m.Path] = map[string]bool{}
				versions[m.Path], roots[m.Path] = m.Version, m.Dir
			}
			folders[m.Path][p.Dir] = true
		}
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	library, err := read(strings.TrimSpace(string(goroot)), nil)
	if err != nil {
		return nil, err
	}
	modules := []module{{path: "the standard library of Go", licences: library}}
	for path := range folders {
		licences, err := read(roots[path], folders[path])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		for _, file := range chosen[path] {
			l, err := open(roots[path], filepath.FromSlash(file))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			licences = append(licences, l)
		}
		modules = append(modules, module{path, versions[path], licences})
	}
	slices.SortFunc(modules[1:], func(a, b module) int { return strings.Compare(a.path, b.path) })
	return modules, nil
}

// list runs go list on what the programs are linked from.
func list(programs []string, environment ...string) ([]dependency, error) {
	cmd := exec.Command("go", append([]string{"list", "-deps", "-json=Dir,Standard,Module"}, programs...)...)
	cmd.Env = append(os.Environ(), environment...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var packages []dependency
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p dependency
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		packages = append(packages, p)
	}
}

var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice)([-.].*)?$`)

// chosen are files with the licence that nrkit takes where a module offers several,
// by the module's path.
var chosen = map[string][]string{"github.com/golang/freetype": {"licenses/ftl.txt"}}

// read returns the licences in the root of a module and in every folder between it
// and one of the folders given.
func read(root string, folders map[string]bool) ([]licence, error) {
	dirs := map[string]bool{root: true}
	for dir := range folders {
		for ; strings.HasPrefix(dir, root) && !dirs[dir]; dir = filepath.Dir(dir) {
			dirs[dir] = true
		}
	}
	var licences []licence
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		files, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			if !licenceFile.MatchString(f.Name()) || f.IsDir() || strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "-LOGO") { // no program contains a picture
				continue
			}
			name, err := filepath.Rel(root, filepath.Join(dir, f.Name()))
			if err != nil {
				return nil, err
			}
			l, err := open(root, name)
			if err != nil {
				return nil, err
			}
			licences = append(licences, l)
		}
	}
	if !slices.ContainsFunc(licences, func(l licence) bool { return l.ids != nil }) {
		return nil, fmt.Errorf("no licence in %s", root)
	}
	return licences, nil
}

// open reads the licence in a file of the module at root.
func open(root, name string) (licence, error) {
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		return licence{}, err
	}
	return newLicence(filepath.ToSlash(name), string(text))
}
