//go:build linux

package peer

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/nrkit/nrkit/newton/netlist"
)

// An NGSpice is an ngspice program.
type NGSpice struct {
	Program string
	Limit   time.Duration // of one run
	Solver  string        // "klu" or "sparse" to set that option; "" leaves the default
}

// Version returns the line in which the program names itself, and whether it
// can use KLU.
func (g *NGSpice) Version() (version string, klu bool, err error) {
	out, err := exec.Command(g.Program, "-v").CombinedOutput()
	if err != nil {
		return "", false, fmt.Errorf("%s -v: %w", g.Program, err)
	}
	for _, line := range strings.Split(string(out), "\n") {
		if strings.Contains(line, "ngspice-") {
			version = strings.Trim(line, "* ")
			break
		}
	}
	if version == "" {
		return "", false, fmt.Errorf("%s -v: got %q, want a version", g.Program, out)
	}
	klu, err = g.hasKLU()
	return version, klu, err
}

// hasKLU asks for KLU: a program that has it says that it uses it, and one
// without does not know the option.
func (g *NGSpice) hasKLU() (bool, error) {
	klu := *g
	klu.Solver = "klu"
	out, _, err := klu.batch("peer\nv1 1 0 1\nr1 1 0 1\n.end\n", "op")
	return regexp.MustCompile(`(?i)using klu`).MatchString(out), err
}

// Run runs a job. Wall and CPU are those of the whole process: it reads the
// netlist, computes, and writes waveforms unless the job is quiet. CPU is time
// in user mode.
//
// It fails where ngspice says that an analysis was given up.
func (g *NGSpice) Run(j *Job) (*Run, error) {
	dir, err := os.MkdirTemp("", "ngspice")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	r := &Run{}
	out, state, err := g.batch("", g.commands(j, dir)...)
	if err != nil {
		return nil, err
	}
	r.Output, r.Wall, r.CPU = out, state.wall, state.user
	if strings.Contains(out, "aborted") {
		return nil, fmt.Errorf("%s: ngspice gave up:\n%s", j.Path, out)
	}
	if !j.NoTran && j.Net.Tran != nil {
		if err := r.count(out); err != nil {
			return nil, fmt.Errorf("%s: %w:\n%s", j.Path, err, out)
		}
		if !j.Quiet {
			if r.Tran, err = readRaw(filepath.Join(dir, "tran.raw")); err != nil {
				return nil, err
			}
		}
	}
	if j.sweeps() {
		if err := countLine(out, "Total iterations", &r.Iterations); err != nil {
			return nil, fmt.Errorf("%s: %w:\n%s", j.Path, err, out)
		}
		if r.DC, err = readRaw(filepath.Join(dir, "dc.raw")); err != nil {
			return nil, err
		}
	}
	if !j.NoOP {
		r.OP, err = readRaw(filepath.Join(dir, "op.raw"))
	}
	return r, err
}

// commands are those of a run. The transient is given as a command, so that
// other analyses of the file are left out and a job can change its times.
func (g *NGSpice) commands(j *Job, dir string) []string {
	path, err := filepath.Abs(j.Path)
	if err != nil {
		path = j.Path
	}
	list := []string{"source " + path}
	if t := j.Net.Tran; t != nil && !j.NoTran {
		tran := fmt.Sprintf("tran %.17g %.17g", t.Step, t.Stop)
		if t.Max != 0 {
			tran += fmt.Sprintf(" %.17g %.17g", t.Start, t.Max)
		}
		if t.UIC {
			tran += " uic"
		}
		if j.Repeat > 1 {
			list = append(list, fmt.Sprintf("repeat %d", j.Repeat-1), tran, "destroy all", "end")
		}
		list = append(list, tran, "rusage totiter accept rejected")
		if !j.Quiet {
			list = append(list, "write "+filepath.Join(dir, "tran.raw"))
		}
	}
	if j.sweeps() {
		list = append(list, sweepCommand(j.Net.DC), "rusage totiter", "write "+filepath.Join(dir, "dc.raw"))
	}
	if !j.NoOP {
		list = append(list, "op", "write "+filepath.Join(dir, "op.raw"))
	}
	return list
}

// sweepCommand is the command of a sweep with equal steps.
func sweepCommand(d *netlist.DC) string {
	text := "dc"
	for _, s := range d.Sweeps {
		step, last := 1.0, len(s.Values)-1
		if last > 0 {
			step = (s.Values[last] - s.Values[0]) / float64(last)
		}
		text += fmt.Sprintf(" %s %.17g %.17g %.17g", s.Source, s.Values[0], s.Values[last], step)
	}
	return text
}

// cost is what a process used.
type cost struct{ wall, user time.Duration }

// batch runs commands on a deck; "" is one without elements, whose commands
// source another.
func (g *NGSpice) batch(deck string, commands ...string) (string, cost, error) {
	dir, err := os.MkdirTemp("", "ngspice")
	if err != nil {
		return "", cost{}, err
	}
	defer os.RemoveAll(dir)
	text := &strings.Builder{}
	body, rest, _ := strings.Cut(deck, ".end\n")
	if body == "" {
		body = "peer\n"
	}
	text.WriteString(body + ".control\nset noaskquit\n")
	if g.Solver != "" {
		fmt.Fprintf(text, "option %s\n", g.Solver)
	}
	text.WriteString(strings.Join(commands, "\n") + "\nquit\n.endc\n.end\n" + rest)
	path := filepath.Join(dir, "deck.cir")
	if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
		return "", cost{}, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), g.Limit)
	defer cancel()
	program := g.Program
	if strings.ContainsRune(program, filepath.Separator) { // a path below this folder, not below the other
		if program, err = filepath.Abs(program); err != nil {
			return "", cost{}, err
		}
	}
	cmd := exec.CommandContext(ctx, program, "-b", path)
	cmd.Dir, cmd.WaitDelay = dir, 5*time.Second // a netlist may write files, and start programs
	start := time.Now()
	out, err := cmd.CombinedOutput()
	used := cost{wall: time.Since(start)}
	if ctx.Err() != nil {
		return string(out), used, fmt.Errorf("%s: stopped after %v", g.Program, g.Limit)
	}
	if err != nil {
		return string(out), used, fmt.Errorf("%s: %w:\n%s", g.Program, err, out)
	}
	used.user = cmd.ProcessState.UserTime()
	return string(out), used, nil
}

// count takes the counts from what rusage prints.
func (r *Run) count(out string) error {
	for label, dst := range map[string]*int64{
		"Total iterations": &r.Iterations, "Accepted timepoints": &r.Accepted, "Rejected timepoints": &r.Rejected,
	} {
		if err := countLine(out, label, dst); err != nil {
			return err
		}
	}
	return nil
}

// countLine takes one count.
func countLine(out, label string, dst *int64) error {
	m := regexp.MustCompile(label + ` = (\d+)`).FindStringSubmatch(out)
	if m == nil {
		return fmt.Errorf("got no line %q from ngspice", label)
	}
	var err error
	*dst, err = strconv.ParseInt(m[1], 10, 64)
	return err
}
