// Planted runs built-in circuits, and plants changes into half of the captures: a
// phase that is slower in some time steps, an iteration more in some time steps, a
// compilation. In twenty random divisions of the captures for each plant, the planted
// change must be the first one that nrprof compare lists. Divisions without a plant must
// have no significant difference.
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
	flag.Parse()
	var err error
	if o.dir, err = os.MkdirTemp("", "planted"); err == nil {
		err = errors.Join(o.check("ring", "300"), o.check("mul2", "200"), os.RemoveAll(o.dir))
	}
	if err != nil {
		fmt.Printf("WRONG: %v\n", err)
		os.Exit(1)
	}
}

// A plant is a change with how compare must list it.
type plant struct {
	name string
	do   func(*trace.Trace) *trace.Trace
	sort compare.ChangeSort
	what string
}

var plants = []plant{
	{"slow phase", func(t *trace.Trace) *trace.Trace { return planttest.Slow(t, trace.PhaseBuildSystem, 60, 140, 1.5) }, compare.ChangeTime, trace.PhaseBuildSystem},
	{"more iterations", func(t *trace.Trace) *trace.Trace {
		return planttest.Repeat(t, func(step int64) bool { return step%15 == 7 })
	}, compare.ChangeCalls, trace.PhaseIteration},
	{"recompilation", func(t *trace.Trace) *trace.Trace { return planttest.Recompile(t, 100, 1_000_000) }, compare.ChangeNew, planttest.Compile},
}

// check runs a circuit, and compares random divisions of its runs.
func (o *oracle) check(circuit, steps string) error {
	var files []string
	for k := range captures {
		file := filepath.Join(o.dir, circuit+strconv.Itoa(k)+".nrt")
		if text, err := exec.Command(o.nrprof, "run", circuit, "--sample", "1", "--steps", steps, "-o", file).CombinedOutput(); err != nil {
			return fmt.Errorf("nrprof run %s: %w\n%s", circuit, err, text)
		}
		files = append(files, file)
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
		fmt.Printf("%-6s %-16s %d of %d\n", circuit, p.name, right, divisions)
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
	out := file + ".planted.nrt"
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
