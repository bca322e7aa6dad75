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
	order         string // ordering whose permutation the mended program gets
}

var defects = []defect{
	{"klu-analyze-each", "repeated-analysis", "none", true, nil, ""},
	{"umfpack-analyze-each", "repeated-analysis", "none", true, nil, ""},
	{"klu-refactor-same", "repeated-factorisation", "none", true, nil, ""},
	{"umfpack-factor-same", "repeated-factorisation", "none", true, nil, ""},
	{"klu-factor-each", "factor-not-refactor", "none", true, nil, ""},
	{"klu-stale-pivots", "stale-pivots", "none", false, nil, ""},
	{"klu-stale-unasked", "stale-pivots", "changed", false, nil, ""},
	{"klu-stale-analysis", "stale-analysis", "changed", false, nil, ""},
	{"klu-columns", "single-right-hand-sides", "none", true, nil, ""},
	{"klu-given-order", "costly-ordering", "patterns", true, nil, "nd"},
	{"umfpack-no-order", "costly-ordering", "patterns", true, nil, "nd"},
	{"lapack-dense", "dense-solver", "changed", true, nil, ""},
	{"umfpack-threads", "oversubscribed-threads", "none", false, []string{"OMP_NUM_THREADS=64"}, ""},
}

var healthy = []string{"healthy-refactor", "healthy-umfpack", "healthy-modified-newton", "healthy-columns", "healthy-topology", "healthy-dense", "healthy-pivots"}

// A finding is one of diagnose/v1.
type finding struct {
	Rule  string `json:"rule"`
	Title string `json:"title"`
	Cost  *int64 `json:"cost_ns"`
}

// A document is diagnose/v1.
type document struct {
	Span     int64     `json:"span_ns"`
	Findings []finding `json:"findings"`
}

// A bench knows where things are.
type bench struct {
	nrprof, analyze   string
	programs, scratch string
	runs              int
	within            float64  // per cent that a cost may differ; 0: any
	first             []string // words in front of programs that are timed
}

// command returns a program to run. Where the system permits, it runs before all other
// programs: costs are wall-clock times, savings are CPU times.
func (b *bench) command(words ...string) *exec.Cmd {
	words = append(slices.Clone(b.first), words...)
	return exec.Command(words[0], words[1:]...)
}

// diagnose records a program and returns what is found.
func (b *bench) diagnose(program, policy string, env []string, args ...string) (*document, error) {
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
	var doc document
	err = json.Unmarshal(text, &doc)
	return &doc, err
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

// mended returns the arguments of the mended program. Its permutation is the one of the
// first matrix that was captured, as analyze order writes it.
func (b *bench) mended(d *defect) ([]string, error) {
	if d.order == "" {
		return []string{"mended"}, nil
	}
	order := filepath.Join(b.scratch, d.program+".txt")
	if _, err := os.Stat(order); err == nil {
		return []string{"mended", order}, nil
	}
	files, err := filepath.Glob(filepath.Join(b.scratch, d.program+".matrices", "*_A.mtx"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("%s: no matrix was captured", d.program)
	}
	if text, err := exec.Command(b.analyze, "order", files[0], "--ordering", d.order, "-o", order).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("analyze order: %w\n%s", err, text)
	}
	return []string{"mended", order}, nil
}

// check runs a defective program and its mended form in turn, and compares.
func (b *bench) check(d *defect) error {
	var off, absolute []float64
	var title, before, after string
	for range b.runs {
		doc, err := b.diagnose(d.program, d.matrices, d.env)
		if err != nil {
			return err
		}
		k := slices.IndexFunc(doc.Findings, func(f finding) bool { return f.Rule == d.rule })
		if k < 0 {
			return fmt.Errorf("%s is not found: %+v", d.rule, doc.Findings)
		}
		found := doc.Findings[k]
		if title = found.Title; d.cost != (found.Cost != nil) {
			return fmt.Errorf("%s has a cost: %v", d.rule, found.Cost != nil)
		}
		mended, err := b.mended(d)
		if err != nil {
			return err
		}
		bad, out1, err := b.cpu(d.program, d.env)
		if err != nil {
			return err
		}
		good, out2, err := b.cpu(d.program, d.env, mended...)
		if err != nil {
			return err
		}
		before, after = out1, out2
		if d.cost {
			cost, saved := float64(*found.Cost), float64(bad-good)
			off = append(off, 100*(cost/float64(doc.Span)/(saved/float64(bad))-1))
			absolute = append(absolute, 100*(cost/saved-1))
		}
	}
	mended, err := b.mended(d)
	if err != nil {
		return err
	}
	if doc, err := b.diagnose(d.program, d.matrices, nil, mended...); err != nil {
		return err
	} else if slices.ContainsFunc(doc.Findings, func(f finding) bool { return f.Rule == d.rule }) {
		return fmt.Errorf("%s is found in the mended program too: %+v", d.rule, doc.Findings)
	}
	fmt.Printf("ok  %-22s %s\n", d.program, title)
	return d.compare(off, absolute, b.within, before, after)
}

// compare says whether the cost is what mending saved: off are the differences in per
// cent of the shares that both have of their own runs, in which the speed of the machine
// cancels, and absolute the differences of the times. Without a cost, the programs must print
// different results: wrong and right ones.
func (d *defect) compare(off, absolute []float64, within float64, before, after string) error {
	if !d.cost {
		if d.rule != "oversubscribed-threads" && before == after {
			return fmt.Errorf("the mended program prints the same: %s", after)
		}
		return nil
	}
	slices.Sort(off)
	slices.Sort(absolute)
	k := len(off) / 2
	fmt.Printf("    %-22s cost against saving, in shares of the run %+.1f %% (%+.1f to %+.1f), in time %+.1f %% (%+.1f to %+.1f)\n", "",
		off[k], off[0], off[len(off)-1], absolute[k], absolute[0], absolute[len(off)-1])
	if before != after {
		return fmt.Errorf("the mended program prints %s, not %s", after, before)
	}
	if within > 0 && math.Abs(off[k]) > within {
		return fmt.Errorf("the cost differs from the saving by %.1f %%", off[k])
	}
	return nil
}

func main() {
	b := &bench{}
	only := ""
	flag.StringVar(&b.nrprof, "nrprof", "nrprof", "the program")
	flag.StringVar(&b.analyze, "analyze", "analyze", "the other program")
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
		doc, err := b.diagnose(program, "changed", nil)
		if err == nil && len(doc.Findings) > 0 {
			err = fmt.Errorf("found %+v", doc.Findings)
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
