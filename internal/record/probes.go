package record

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/internal/solvers/probe"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/solvers"
)

// ProbedLibrary is the library in output of functions that probes time. No library
// file has a name with a slash, so that nothing else watches these functions.
const (
	ProbedLibrary = "probe"
	probedFile    = "/"
)

// ProbeRow returns the row of the table for a probe.
func ProbeRow(p *probe.Probe) (solvers.Function, error) {
	row, err := solvers.Wrap(p.Symbol + "=" + p.Phase)
	row.Library, row.Soname = ProbedLibrary, probedFile
	return row, err
}

// addProbes appends the rows of the probes to the table, writes the table, and returns
// what the probes write. A program without other functions to watch is not preloaded.
func (p *Program) addProbes(dir string) (to probe.Output, err error) {
	to.Folder = dir
	if p.Solvers == nil {
		p.Solvers = &solvers.Table{}
	}
	for k := range p.Probes {
		row, err := ProbeRow(&p.Probes[k])
		if err != nil {
			return to, err
		}
		to.Rows = append(to.Rows, uint32(len(p.Solvers.Functions)))
		p.Solvers.Functions = append(p.Solvers.Functions, row)
	}
	table, err := p.Solvers.MarshalBinary()
	if err != nil {
		return to, err
	}
	if err := os.Mkdir(filepath.Join(dir, solversDir), 0o777); err != nil {
		return to, err
	}
	return to, os.WriteFile(filepath.Join(dir, solversDir, tableName), table, 0o666)
}

// probes starts the probes of a program; nil for none. It says what they cost.
func (r *Recording) probes(p *Program, dir string) (*probe.Session, error) {
	if len(p.Probes) == 0 {
		return nil, nil
	}
	to, err := p.addProbes(dir)
	if err != nil {
		return nil, err
	}
	cost, err := probe.Cost()
	if err != nil {
		return nil, probeError(err)
	}
	s, err := probe.Start(p.Probes, to)
	if err != nil {
		return nil, probeError(err)
	}
	r.cost = cost
	return s, nil
}

// probeError adds to an error of a probe what to do.
func probeError(err error) error {
	if errors.Is(err, probe.ErrNotPermitted) {
		return hint.With(fmt.Errorf("--probe: %w", err), "run nrprof as root or with CAP_PERFMON; or link the program with -Wl,--wrap (docs/solvers.md)")
	}
	return fmt.Errorf("--probe: %w", err)
}

// unprobe ends the probes and, if the program started, says what they saw.
func (r *Recording) unprobe(s *probe.Session, started bool) {
	if s == nil {
		return
	}
	stats, err := s.Stop()
	if err != nil {
		r.Say.Warn("--probe: " + err.Error())
	}
	if !started {
		return
	}
	if stats.Calls > 0 {
		r.Say.Note(fmt.Sprintf("--probe: %s; the kernel takes about %s for each (measured before the run), which is part of the times",
			units.Plural(int(stats.Calls), "call"), units.Duration(int64(r.cost))))
	} else {
		r.Say.Warn("--probe: no probed function was called")
	}
	if stats.Lost > 0 {
		r.Say.Warn(fmt.Sprintf("--probe: %d begins and ends of calls are lost, because the kernel had no room for them", stats.Lost))
	}
}

// watched makes what the program needs besides its NVTX library: the variables of
// preloaded libraries, and probes.
func (r *Recording) watched(ctx context.Context, dir string, p *Program) (env []string, s *probe.Session, err error) {
	preloaded := p.Solvers != nil
	if s, err = r.probes(p, dir); err != nil {
		return nil, nil, err
	}
	if preloaded {
		if env, err = p.watch(ctx, dir); err != nil {
			r.unprobe(s, false)
			return nil, nil, err
		}
	}
	return env, s, nil
}
