// Planted runs built-in circuits, and plants changes into half of the captures: a
// phase that is slower by 13 to 50 % in some time steps, an iteration more in some time
// steps, a compilation. In twenty random divisions of the captures for each plant, the
// planted change must be the first one that nrprof compare lists. Divisions without a
// plant must have no significant difference. With -captures, the captures stay in a
// folder, and the captures that are there are compared again.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/internal/testkit/planttest"
	"github.com/nrkit/nrkit/trace"
)

// Sizes of the experiment.
const (
	captures  = 24 // of each circuit
	perSide   = 10
	divisions = 20
)

// An oracle runs nrprof.
type oracle struct{ nrprof, dir string }

func main() {
	var o oracle
	flag.StringVar(&o.nrprof, "nrprof", "", "the nrprof to test")
	flag.StringVar(&o.dir, "captures", "", "the folder of the captures")
	flag.Parse()
	if err := o.run(); err != nil {
		fmt.Printf("WRONG: %v\n", err)
		os.Exit(1)
	}
}

// run checks all circuits. All captures come first: recording wants an idle machine.
func (o *oracle) run() (err error) {
	if o.dir == "" {
		if o.dir, err = os.MkdirTemp("", "planted"); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(o.dir)) }()
	}
	circuits := [][2]string{{"ring", "300"}, {"mul2", "200"}}
	for _, c := range circuits {
		if err := o.record(c[0], c[1]); err != nil {
			return err
		}
	}
	for _, c := range circuits {
		err = errors.Join(err, o.check(c[0]))
	}
	return err
}

// A plant is a change with how compare must list it.
type plant struct {
	name string
	do   func(*trace.Trace) *trace.Trace
	sort compare.ChangeSort
	what string
}

var plants = []plant{
	slow(13), slow(20), slow(30), slow(50),
	{"more iterations", func(t *trace.Trace) *trace.Trace {
		return planttest.Repeat(t, func(step int64) bool { return step%15 == 7 })
	}, compare.ChangeCalls, trace.PhaseIteration},
	{"recompilation", func(t *trace.Trace) *trace.Trace { return planttest.Recompile(t, 100, 1_000_000) }, compare.ChangeNew, planttest.Compile},
}

// slow is the plant of a phase that is slower by so many percent in 81 time steps.
func slow(percent int) plant {
	return plant{fmt.Sprintf("phase %d %% slower", percent), func(t *trace.Trace) *trace.Trace {
		return planttest.Slow(t, trace.PhaseBuildSystem, 60, 140, 1+float64(percent)/100)
	}, compare.ChangeTime, trace.PhaseBuildSystem}
}

// file returns a capture of a circuit.
func (o *oracle) file(circuit string, k int) string {
	return filepath.Join(o.dir, circuit+strconv.Itoa(k)+".nrt")
}

// record runs a circuit.
func (o *oracle) record(circuit, steps string) error {
	for k := range captures {
		file := o.file(circuit, k)
		if _, err := os.Stat(file); err == nil {
			continue
		}
		if text, err := exec.Command(o.nrprof, "run", circuit, "--sample", "1", "--steps", steps, "-o", file).CombinedOutput(); err != nil {
			return fmt.Errorf("nrprof run %s: %w\n%s", circuit, err, text)
		}
	}
	return nil
}

// check compares random divisions of the runs of a circuit.
func (o *oracle) check(circuit string) error {
	var files []string
	for k := range captures {
		files = append(files, o.file(circuit, k))
	}
	var errs []error
	for _, p := range append(plants, plant{name: "equal"}) {
		planted := map[string]string{}
		for _, file := range files {
			out, err := o.plant(file, &p)
			if err != nil {
				return err
			}
			planted[file] = out
		}
		right := 0
		for seed := range uint64(divisions) {
			if err := o.divide(files, planted, seed, &p); err != nil {
				errs = append(errs, fmt.Errorf("%s, %s, division %d: %w", circuit, p.name, seed, err))
				continue
			}
			right++
		}
		fmt.Printf("%-6s %-18s %d of %d\n", circuit, p.name, right, divisions)
	}
	return errors.Join(errs...)
}

// plant writes a capture with a change, and returns its file.
func (o *oracle) plant(file string, p *plant) (string, error) {
	if p.do == nil {
		return file, nil
	}
	t, err := trace.Open(file)
	if err != nil {
		return "", err
	}
	out := file + ".planted"
	changed := p.do(t)
	changed.EndKey = t.EndKey
	f, err := os.Create(out)
	if err != nil {
		return "", err
	}
	return out, errors.Join(trace.Save(f, changed), f.Close(), t.Close())
}

// divide compares two random sides, of which the second has the change.
func (o *oracle) divide(files []string, planted map[string]string, seed uint64, p *plant) error {
	order := rand.New(rand.NewPCG(seed, 3)).Perm(len(files))
	args := []string{"compare", "--json"}
	for k, i := range order[:2*perSide] {
		if k < perSide {
			args = append(args, "--old", files[i])
		} else {
			args = append(args, "--new", planted[files[i]])
		}
	}
	text, err := exec.Command(o.nrprof, args...).Output()
	if err != nil {
		return fmt.Errorf("nrprof compare: %w", err)
	}
	var r compare.Result
	if err := json.Unmarshal(text, &r); err != nil {
		return err
	}
	if p.do == nil {
		if n := r.Slower + r.Faster + r.Changed; n > 0 || len(r.Changes) > 0 {
			return fmt.Errorf("%d quantities differ, changes: %+v", n, r.Changes)
		}
		return nil
	}
	if len(r.Changes) == 0 || r.Changes[0].Sort != p.sort || r.Changes[0].Name != p.what {
		return fmt.Errorf("got the changes %+v, want %s of %s first", r.Changes, p.sort, p.what)
	}
	return nil
}
