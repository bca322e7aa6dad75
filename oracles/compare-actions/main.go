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
	"runtime"
	"strings"
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
	flag.BoolVar(&l.verbose, "v", false, "print what each step says, and its summary")
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
	var first, rest []scenario // those that record artifacts, and others
	for _, c := range scenarios() {
		switch {
		case c.records != "":
			first = append(first, c)
		case names.MatchString(c.tool + ": " + c.name):
			rest = append(rest, c)
		}
	}
	checks, wrong := len(first)+len(rest), l.checkAll(first)
	if wrong == 0 {
		wrong = l.checkAll(rest)
	}
	if wrong > 0 || checks == 0 {
		return fmt.Errorf("%d of %d checks are wrong", wrong, checks)
	}
	return nil
}

// checkAll makes checks, some at once, prints what came of them in their order, and
// returns how many are wrong.
func (l *lab) checkAll(list []scenario) int {
	results := make([]chan string, len(list))
	free := make(chan struct{}, runtime.NumCPU())
	for k, c := range list {
		results[k] = make(chan string, 1)
		go func() {
			free <- struct{}{}
			defer func() { <-free }()
			start := time.Now()
			if err := l.check(c); err != nil {
				results[k] <- fmt.Sprintf("wrong: %v", err)
				return
			}
			results[k] <- fmt.Sprintf("ok    %4.1f s", time.Since(start).Seconds())
		}()
	}
	wrong := 0
	for k, c := range list {
		result := <-results[k]
		fmt.Printf("%-50s %s\n", c.tool+": "+c.name, result)
		if strings.HasPrefix(result, "wrong") {
			wrong++
		}
	}
	return wrong
}
