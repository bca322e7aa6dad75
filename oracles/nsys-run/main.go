//go:build linux

// Oraclensysrun runs programs under the installed nsys through nrprof nsys and
// checks all results.
//
// usage: oraclensysrun -nrprof PROGRAM [-only REGEXP] [-v]
//
// It is run from the root of the module. Each check is one line: what was run, the
// exit code, the files, the time. A check holds if the exit code, the files, the
// messages, the counts of ranges and the keys of the run are as docs/nsys-run.md
// promises. No process that carries the mark of the run may be left: the environment
// of every process of the system is searched.
//
// The ranges of nrprof run are compared with the counts of its own document, for
// every phase.
//
// It ends with status 1 if a check is wrong, or if nsys, its importer, the NVTX
// headers, a C compiler, or the right to mount a small file system in a namespace of
// its own is missing.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/nsys/launch"
)

func main() {
	cli.HeedSignals()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "oraclensysrun: error:", err)
		os.Exit(1)
	}
}

// A lab is where the checks are made.
type lab struct {
	nrprof, target string
	dir            string
	verbose        bool

	inTransient map[string]int // ranges in the transient of a run that was recorded whole
}

func run() error {
	l := &lab{}
	flag.StringVar(&l.nrprof, "nrprof", "", "the program under test")
	only := flag.String("only", "", "regular expression of names of checks")
	flag.BoolVar(&l.verbose, "v", false, "print what each run says")
	flag.Parse()
	names, err := regexp.Compile(*only)
	if err != nil {
		return err
	}
	if l.nrprof == "" {
		return errors.New("want -nrprof PROGRAM")
	}
	nsys, err := installed()
	if err != nil {
		return err
	}
	fmt.Println(nsys.Version, nsys.Path)
	if l.dir, err = os.MkdirTemp("", "oraclensysrun"); err != nil {
		return err
	}
	defer os.RemoveAll(l.dir)
	if l.target, err = build(l.dir, nsys); err != nil {
		return err
	}
	began, checks, wrong := time.Now(), 0, 0
	for _, c := range scenarios() {
		if !names.MatchString(c.name) {
			continue
		}
		checks++
		start := time.Now()
		what, err := l.check(c)
		if err != nil {
			wrong++
			fmt.Printf("%-24s wrong: %v\n", c.name, err)
			continue
		}
		fmt.Printf("%-24s ok    %4.1f s  %s\n", c.name, time.Since(start).Seconds(), what)
	}
	fmt.Printf("%d checks, %d wrong, %.0f s\n", checks, wrong, time.Since(began).Seconds())
	if wrong > 0 || checks == 0 {
		return fmt.Errorf("%d of %d checks are wrong", wrong, checks)
	}
	return nil
}

// installed returns the nsys that nrprof would use, which needs its importer.
func installed() (launch.Program, error) {
	f := launch.Finder{Path: os.Getenv("PATH")}
	found, _ := f.NSYS()
	if len(found) == 0 {
		return launch.Program{}, errors.New("nsys is missing: apt-get install nsight-systems (Debian: contrib and non-free)")
	}
	if path, searched := f.Companion(launch.Importer, found[0]); path == "" {
		return launch.Program{}, fmt.Errorf("%s is missing in %s", launch.Importer, strings.Join(searched, ", "))
	}
	return found[0], nil
}

// spaced is the target under a name in which nsys does not find its session again.
const spaced = "my target"

// build compiles the target against the NVTX headers that come with nsys.
func build(dir string, nsys launch.Program) (string, error) {
	program := filepath.Join(dir, "target")
	include := filepath.Join(filepath.Dir(nsys.Real), "nvtx", "include")
	out, err := exec.Command("cc", "-O1", "-I"+include, "-o", program, "oracles/nsys-run/testdata/target.c", "-ldl").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("cc: %w: %s", err, out)
	}
	return program, os.Link(program, filepath.Join(dir, spaced))
}
