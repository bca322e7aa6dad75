// Oraclensysworkflow runs the step of the action nrprof-nsys as a runner of GitHub
// would, in an empty directory, with the installed nsys.
//
// usage: oraclensysworkflow [-only REGEXP] [-v]
//
// It is run from the root of the module. The variables of the step come from
// action.yml. A check holds if the exit code, the outputs, the summary of the job
// and the files are as docs/ci.md promises, and if the artifact has all files that
// nrprof made.
//
// It ends with status 1 if a check is wrong, or if nsys, the NVTX headers or a C
// compiler is missing.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"time"

	"github.com/nrkit/nrkit/internal/nsys/launch"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "oraclensysworkflow: error:", err)
		os.Exit(1)
	}
}

// A lab is where the checks are made.
type lab struct {
	action  *action
	root    string // of the module
	dir     string
	verbose bool
}

func run() error {
	l := &lab{}
	only := flag.String("only", "", "regular expression of names of checks")
	flag.BoolVar(&l.verbose, "v", false, "print what each step says")
	flag.Parse()
	names, err := regexp.Compile(*only)
	if err != nil {
		return err
	}
	if l.root, err = os.Getwd(); err != nil {
		return err
	}
	if l.action, err = readAction(); err != nil {
		return err
	}
	if l.dir, err = os.MkdirTemp("", "oraclensysworkflow"); err != nil {
		return err
	}
	defer os.RemoveAll(l.dir)
	if err := build(l.dir); err != nil {
		return err
	}
	checks, wrong := 0, 0
	for _, c := range scenarios() {
		if !names.MatchString(c.name) {
			continue
		}
		checks++
		start := time.Now()
		err := l.check(c)
		for try := 1; err != nil && try < tries; try++ {
			fmt.Printf("%-28s again: %v\n", c.name, err)
			err = l.check(c)
		}
		if err != nil {
			wrong++
			fmt.Printf("%-28s wrong: %v\n", c.name, err)
			continue
		}
		fmt.Printf("%-28s ok    %4.1f s\n", c.name, time.Since(start).Seconds())
	}
	if wrong > 0 || checks == 0 {
		return fmt.Errorf("%d of %d checks are wrong", wrong, checks)
	}
	return nil
}

// tries is how often a check is made until it holds: under load nsys 2022.4 at times
// loses its own session, and a comparison of times has a chance to err.
const tries = 3

// build compiles steps.c against the NVTX headers that come with nsys.
func build(dir string) error {
	found, _ := launch.Finder{Path: os.Getenv("PATH")}.NSYS()
	if len(found) == 0 {
		return errors.New("nsys is missing: apt-get install nsight-systems (Debian: contrib and non-free)")
	}
	include := filepath.Join(filepath.Dir(found[0].Real), "nvtx", "include")
	out, err := exec.Command("cc", "-O1", "-I"+include, "-o", filepath.Join(dir, "steps"), "oracles/nsys-workflow/testdata/steps.c", "-ldl").CombinedOutput()
	if err != nil {
		return fmt.Errorf("cc: %w: %s", err, out)
	}
	return nil
}
