// Oraclecompareactions runs the steps of the actions nrprof-compare and
// analyze-compare as a runner of GitHub would, each in an empty directory. The program
// testdata/gh answers in the place of gh.
//
// usage: oraclecompareactions [-only REGEXP] [-v]
//
// It is run from the root of the module. The variables of a step come from action.yml.
// A check holds if the exit code, the outputs, the annotations and the summary of the
// job are as docs/ci.md promises, and if no name from a file became a command of the
// runner.
//
// It ends with status 1 if a check is wrong.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"time"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "oraclecompareactions: error:", err)
		os.Exit(1)
	}
}

// A lab is where the checks are made.
type lab struct {
	root    string // of the module
	dir     string
	bin     string // directory of the programs
	verbose bool
}

func run() error {
	l := &lab{}
	only := flag.String("only", "", "regular expression of names of checks")
	flag.BoolVar(&l.verbose, "v", false, "print what each step says")
	flag.StringVar(&l.bin, "bin", "", "directory with analyze and nrprof; empty: build them")
	flag.Parse()
	names, err := regexp.Compile(*only)
	if err != nil {
		return err
	}
	if l.root, err = os.Getwd(); err != nil {
		return err
	}
	if l.dir, err = os.MkdirTemp("", "oraclecompareactions"); err != nil {
		return err
	}
	defer os.RemoveAll(l.dir)
	if l.bin == "" {
		l.bin = filepath.Join(l.dir, "bin")
		if out, err := exec.Command("go", "build", "-o", l.bin+"/", "./cmd/nrprof", "./cmd/analyze").CombinedOutput(); err != nil {
			return fmt.Errorf("go build: %w: %s", err, out)
		}
	}
	checks, wrong := 0, 0
	for _, c := range scenarios() {
		if c.records == "" && !names.MatchString(c.tool+": "+c.name) {
			continue
		}
		checks++
		start := time.Now()
		if err := l.check(c); err != nil {
			wrong++
			fmt.Printf("%-50s wrong: %v\n", c.tool+": "+c.name, err)
			continue
		}
		fmt.Printf("%-50s ok    %4.1f s\n", c.tool+": "+c.name, time.Since(start).Seconds())
	}
	if wrong > 0 || checks == 0 {
		return fmt.Errorf("%d of %d checks are wrong", wrong, checks)
	}
	return nil
}
