// Command solver-defects fails unless nrprof diagnose finds the defect of each program
// of this folder and finds nothing in the mended and the healthy programs. It prints the
// cost that diagnose states beside the CPU time that the mended program saves. With
// -within 10 it also fails if they differ by more than 10 %, which wants an idle machine.
//
//	go run ./oracles/solver-defects -nrprof NRPROF -programs FOLDER
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A defect is a program with its rule.
type defect struct {
	program, rule string
	matrices      string // policy of record
	cost          bool   // the rule states one
	env           []string
}

var defects = []defect{
	{"klu-analyze-each", "repeated-analysis", "none", true, nil},
	{"umfpack-analyze-each", "repeated-analysis", "none", true, nil},
	{"klu-refactor-same", "repeated-factorisation", "none", true, nil},
	{"umfpack-factor-same", "repeated-factorisation", "none", true, nil},
	{"klu-factor-each", "factor-not-refactor", "none", true, nil},
	{"klu-stale-pivots", "stale-pivots", "none", false, nil},
	{"klu-stale-unasked", "stale-pivots", "changed", false, nil},
	{"klu-stale-analysis", "stale-analysis", "changed", false, nil},
	{"klu-columns", "single-right-hand-sides", "none", true, nil},
	{"klu-given-order", "costly-ordering", "patterns", true, nil},
	{"umfpack-no-order", "costly-ordering", "patterns", true, nil},
	{"lapack-dense", "dense-solver", "changed", true, nil},
	{"umfpack-threads", "oversubscribed-threads", "none", false, []string{"OMP_NUM_THREADS=64"}},
}

var healthy = []string{"healthy-refactor", "healthy-umfpack", "healthy-modified-newton", "healthy-columns", "healthy-topology", "healthy-dense", "healthy-pivots"}

// A finding is one of diagnose/v1.
type finding struct {
	Rule  string `json:"rule"`
	Title string `json:"title"`
	Cost  *int64 `json:"cost_ns"`
}

// A bench knows where things are.
type bench struct {
	nrprof, programs, scratch string
	runs                      int
	within                    float64  // per cent that a cost may differ; 0: any
	first                     []string // words in front of programs that are timed
}

// command returns a program to run. Where the system permits, it runs before all other
// programs: costs are wall-clock times, savings are CPU times.
func (b *bench) command(words ...string) *exec.Cmd {
	words = append(slices.Clone(b.first), words...)
	return exec.Command(words[0], words[1:]...)
}

// diagnose records a program and returns what is found.
func (b *bench) diagnose(program, policy string, env []string, args ...string) ([]finding, error) {
	capture := filepath.Join(b.scratch, program+".nrt")
	record := b.command(append([]string{b.nrprof, "record", "--solvers", "auto", "--matrices", policy, "-f", "-o", capture, "--", filepath.Join(b.programs, program)}, args...)...)
	record.Env = append(os.Environ(), env...)
	if text, err := record.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("record %s: %w\n%s", program, err, text)
	}
	text, err := exec.Command(b.nrprof, "diagnose", capture, "--json").Output()
	if err != nil {
		return nil, fmt.Errorf("diagnose %s: %w", program, err)
	}
	var doc struct {
		Findings []finding `json:"findings"`
	}
	err = json.Unmarshal(text, &doc)
	return doc.Findings, err
}

// cpu runs a program and returns its CPU time and what it prints.
func (b *bench) cpu(program string, env []string, args ...string) (time.Duration, string, error) {
	cmd := b.command(append([]string{filepath.Join(b.programs, program)}, args...)...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.Output()
	if err != nil {
		return 0, "", fmt.Errorf("%s: %w", program, err)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), string(out), nil
}

// median returns the median of a list.
func median[T ~int64](list []T) T {
	slices.Sort(list)
	return list[len(list)/2]
}

// check runs a defective program and its mended form in turn, and compares.
func (b *bench) check(d *defect) error {
	var costs, bad, good []int64
	var off []float64 // relative errors of the cost, each by runs one right after the other
	var title, before, after string
	for range b.runs {
		list, err := b.diagnose(d.program, d.matrices, d.env)
		if err != nil {
			return err
		}
		k := slices.IndexFunc(list, func(f finding) bool { return f.Rule == d.rule })
		if k < 0 {
			return fmt.Errorf("%s is not found: %+v", d.rule, list)
		}
		title = list[k].Title
		if d.cost && list[k].Cost == nil {
			return fmt.Errorf("%s has no cost", d.rule)
		}
		if list[k].Cost != nil {
			costs = append(costs, *list[k].Cost)
		}
		x, out1, err := b.cpu(d.program, d.env)
		if err != nil {
			return err
		}
		y, out2, err := b.cpu(d.program, d.env, "mended")
		if err != nil {
			return err
		}
		bad, good, before, after = append(bad, int64(x)), append(good, int64(y)), out1, out2
		if list[k].Cost != nil {
			off = append(off, float64(*list[k].Cost)/float64(x-y)-1)
		}
	}
	if list, err := b.diagnose(d.program, d.matrices, nil, "mended"); err != nil {
		return err
	} else if slices.ContainsFunc(list, func(f finding) bool { return f.Rule == d.rule }) {
		return fmt.Errorf("%s is found in the mended program too: %+v", d.rule, list)
	}
	return d.compare(title, costs, median(bad)-median(good), off, b.within, before, after)
}

// compare says whether the cost is what mending saved. Without a cost, the programs must
// print different results: wrong and right ones.
func (d *defect) compare(title string, costs []int64, saved int64, pairs []float64, within float64, before, after string) error {
	fmt.Printf("ok  %-22s %s\n", d.program, title)
	if !d.cost {
		if d.rule != "oversubscribed-threads" && before == after {
			return fmt.Errorf("the mended program prints the same: %s", after)
		}
		return nil
	}
	cost := median(costs)
	off := float64(cost)/float64(saved) - 1
	slices.Sort(pairs)
	fmt.Printf("    %-22s cost %v, saved %v: %+.1f %%; run by run %+.1f %% (%+.1f to %+.1f)\n", "", time.Duration(cost).Round(time.Millisecond), time.Duration(saved).Round(time.Millisecond),
		100*off, 100*pairs[len(pairs)/2], 100*pairs[0], 100*pairs[len(pairs)-1])
	if before != after {
		return fmt.Errorf("the mended program prints %s, not %s", after, before)
	}
	if within > 0 && math.Abs(100*off) > within {
		return fmt.Errorf("the cost differs from the saving by %.1f %%", 100*off)
	}
	return nil
}

func main() {
	b := &bench{}
	only := ""
	flag.StringVar(&b.nrprof, "nrprof", "nrprof", "the program")
	flag.StringVar(&b.programs, "programs", ".", "folder of the compiled programs")
	flag.Float64Var(&b.within, "within", 0, "per cent by which a cost may differ from the saving; 0: any")
	flag.IntVar(&b.runs, "runs", 1, "runs of each, of which the median counts")
	flag.StringVar(&only, "only", "", "programs whose names have this in them")
	flag.Parse()
	var err error
	if b.scratch, err = os.MkdirTemp("", "solver-defects"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if exec.Command("chrt", "-f", "1", "true").Run() == nil {
		b.first = []string{"chrt", "-f", "1"}
	}
	failed := 0
	for k := range defects {
		if d := &defects[k]; strings.Contains(d.program, only) {
			if err := b.check(d); err != nil {
				fmt.Printf("BAD %-22s %v\n", d.program, err)
				failed++
			}
		}
	}
	for _, program := range healthy {
		if !strings.Contains(program, only) {
			continue
		}
		list, err := b.diagnose(program, "changed", nil)
		if err == nil && len(list) > 0 {
			err = fmt.Errorf("found %+v", list)
		}
		if err != nil {
			fmt.Printf("BAD %-22s %v\n", program, err)
			failed++
		} else {
			fmt.Printf("ok  %-22s no finding\n", program)
		}
	}
	_ = os.RemoveAll(b.scratch)
	if failed > 0 {
		fmt.Printf("%d programs failed\n", failed)
		os.Exit(1)
	}
}
