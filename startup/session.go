package startup

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A Source is the origin of ranges.
type Source string

// Sources.
const (
	Auto    Source = ""        // NVTX of the processes that emit ranges, else markers
	NVTX    Source = "nvtx"    // as package inject captures it
	Markers Source = "markers" // lines that the program prints
)

// Options say which program is run, and how.
type Options struct {
	Command        []string // name and arguments; CacheWord stands for the folder of the caches
	Environ        []string // as os.Environ has it
	Repeat         int      // pairs of a cold process and one that reloads; at least 1
	Timeout        time.Duration
	Source         Source
	Library        string   // that NVTX loads, of inject.Install; "": markers alone
	Runs           Runs     // which ranges are runs
	CacheVariables []string // besides the variables that the function of this name returns
	Folder         string   // the temporary folder is made in it; "": where such folders are
	Show           io.Writer
	Progress       func(*Process) // is called after each process; may be nil
}

// A Session runs processes.
type Session struct {
	o         Options
	dir       string // ours
	cache     string
	path      string // of the program
	args      []string
	variables []string
}

// Measure runs the processes that o asks for and measures their times. A process
// that fails is a part of the result. The errors are a program that does not exist,
// the error of the context, and errors of the file system.
func Measure(ctx context.Context, o Options) (r *Result, err error) {
	s := &Session{o: o}
	if s.path, err = exec.LookPath(o.Command[0]); err != nil {
		return nil, err
	}
	if s.dir, err = os.MkdirTemp(o.Folder, "nrprof-startup-*"); err != nil {
		return nil, err
	}
	defer func() {
		if rerr := os.RemoveAll(s.dir); err == nil {
			err = rerr
		}
	}()
	if s.dir, err = filepath.Abs(s.dir); err != nil {
		return nil, err
	}
	s.cache = filepath.Join(s.dir, "cache")
	s.variables = CacheVariables()
	for _, name := range o.CacheVariables {
		if !slices.Contains(s.variables, name) {
			s.variables = append(s.variables, name)
		}
	}
	for _, a := range o.Command {
		s.args = append(s.args, strings.ReplaceAll(a, CacheWord, s.cache))
	}
	var list []*Process
	for pair := 1; pair <= o.Repeat; pair++ {
		if list, err = s.pair(ctx, pair, list); err != nil {
			return nil, err
		}
	}
	return s.result(list), nil
}

// pair runs a cold process and then one that finds what it left. Where the cold
// one failed nobody knows what is in its caches, and the other one is not run.
func (s *Session) pair(ctx context.Context, pair int, list []*Process) ([]*Process, error) {
	if err := s.emptyCache(); err != nil {
		return nil, err
	}
	var cold *Process
	for _, regime := range []Regime{Cold, Reload} {
		p := &Process{Number: len(list) + 1, Pair: pair, Regime: regime, Split: Split{Parts: []Part{}, Runs: []Run{}}}
		list = append(list, p)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if cold != nil && cold.Failed() {
			p.Exit = -1
			p.Error = fmt.Sprintf("not started: cold process %d failed, so its caches may be incomplete", cold.Number)
		} else if err := s.run(ctx, p); err != nil {
			return nil, err
		}
		var err error
		if p.Cache, err = sizeOf(s.cache); err != nil {
			return nil, err
		}
		if s.o.Progress != nil {
			s.o.Progress(p)
		}
		cold = p
	}
	return list, nil
}
