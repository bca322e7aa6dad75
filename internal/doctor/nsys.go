package doctor

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/nrkit/nrkit/internal/nsys/launch"
)

// nsysTools looks for nsys and the programs that come with it.
func (d *system) nsysTools(dist distribution) []Check {
	finder := launch.Finder{Root: d.root, Path: d.getenv("PATH")}
	found, problems := finder.NSYS()
	if path := d.getenv("NSYS"); path != "" {
		if p, err := launch.Inspect(path); err == nil {
			found = append([]launch.Program{p}, found...)
		} else {
			problems = append(problems, "$NSYS: "+err.Error())
		}
	}
	nsys := Check{Name: "nsys", State: Missing, UsedFor: "nrprof nsys", Fix: dist.nsys()}
	var program launch.Program
	if len(found) > 0 {
		program = found[0]
		nsys.State, nsys.Version, nsys.Path, nsys.Fix = OK, program.Version.String(), program.Path, ""
		for _, p := range found[1:] {
			problems = append(problems, p.Version.String()+" at "+p.Path+" is older")
		}
	}
	nsys.Detail = strings.Join(problems, "; ")
	importer := d.companion(finder, program, launch.Importer, "reports of nsys", dist)
	if importer.State == OK && program.Path != "" {
		d.splitDirectories(&importer, program)
	}
	nvtxt := d.companion(finder, program, launch.ImportNvtxt, "phases into .nsys-rep", dist)
	return []Check{nsys, importer, nvtxt}
}

// companion looks for a program that comes with nsys, and runs it: without its
// shared libraries it is of no use.
func (d *system) companion(f launch.Finder, nsys launch.Program, name, usedFor string, dist distribution) Check {
	c := Check{Name: name, State: Missing, UsedFor: usedFor, Fix: dist.nsys()}
	path, searched := f.Companion(name, nsys)
	if path == "" {
		c.Detail = "not in " + strings.Join(searched, ", ")
		return c
	}
	c.Path = path
	version, err := launch.CompanionVersion(path)
	if err != nil {
		c.State, c.Detail = Limited, err.Error()
		c.Fix = "ldd " + path + " lists the missing shared libraries"
		return c
	}
	c.State, c.Fix = OK, ""
	if len(version.Parts) > 0 {
		c.Version = version.String()
	}
	return c
}

// splitDirectories says when nsys itself does not find its importer, since the
// package put both into different places.
func (d *system) splitDirectories(c *Check, nsys launch.Program) {
	beside := filepath.Join(filepath.Dir(filepath.Dir(nsys.Real)), filepath.Base(filepath.Dir(c.Path)))
	if _, err := os.Stat(filepath.Join(beside, launch.Importer)); err == nil {
		return
	}
	c.State = Limited
	c.Detail = "nsys looks for it only in " + beside + " and leaves a .qdstrm; nrprof nsys imports the .qdstrm"
	c.Fix = "To use nsys without nrprof: ln -s " + filepath.Dir(c.Path) + " " + beside
}
