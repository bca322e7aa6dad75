// Sampling measures whether the estimates of a sampled run are right. It compares
// the shares of phases of runs with the default sampling, while other programs keep
// the processors busy, with the shares of runs in which every time step is timed.
//
//	go run ./bench/sampling -nrprof PATH [-runs 40] [-exact 9] [-busy 2] [CIRCUIT...]
//
// The exact runs come before the other runs. Their shares leave out the steps that
// lost the processor, and the median of the runs is taken, so that the shares match
// an idle machine even if this machine is busy. A run passes if each estimated share
// is within 3 of its standard errors of the exact share, and if its verdict has the
// necessary caveats. The program fails if fewer than 19 of 20 runs pass.
//
// A second table compares estimators on samples drawn from an exact run, whose
// totals are known. scripts/bench-sampling writes both tables to a file.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/newton/simulate"
	"github.com/nrkit/nrkit/trace"
)

// A document is what nrprof run --json prints.
type document struct {
	simulate.Report
	Verdict []string `json:"verdict"`
}

const (
	within   = 3    // standard errors
	passing  = 0.95 // share of the runs that has to pass
	leastOf  = 1e-4 // a phase with a smaller share of the time is left out
	spinning = "-spin"
)

func main() {
	if len(os.Args) == 2 && os.Args[1] == spinning {
		for x := 1.0; x > 0; { // until it is killed
			x = math.Sqrt(x + 1)
		}
	}
	log.SetFlags(0)
	nrprof := flag.String("nrprof", "nrprof", "the nrprof to measure")
	runs := flag.Int("runs", 40, "sampled runs of each circuit")
	exact := flag.Int("exact", 9, "runs of each circuit in which every step is timed")
	busy := flag.Int("busy", 2, "loops that run beside the sampled runs")
	flag.Parse()
	circuits := flag.Args()
	if len(circuits) == 0 {
		circuits = []string{"ring", "mul"}
	}
	ok := true
	for _, c := range circuits {
		good, err := measure(*nrprof, c, *runs, *exact, *busy)
		if err != nil {
			log.Fatal(err)
		}
		ok = ok && good
	}
	fmt.Println("## Estimators")
	fmt.Println()
	for _, c := range circuits {
		if err := estimators(*nrprof, c); err != nil {
			log.Fatal(err)
		}
	}
	if !ok {
		os.Exit(1)
	}
}

// run runs a circuit.
func run(nrprof, circuit string, args ...string) (*document, error) {
	cmd := exec.Command(nrprof, append([]string{"run", circuit, "--json"}, args...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", cmd, err)
	}
	var d document
	if err := json.Unmarshal(out, &d); err != nil {
		return nil, fmt.Errorf("%s: %w", cmd, err)
	}
	if d.Phases == nil {
		return nil, fmt.Errorf("%s: there are no phases", cmd)
	}
	return &d, nil
}

// spin starts loops that keep processors busy, and returns what ends them.
func spin(n int) (stop func(), err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var list []*exec.Cmd
	stop = func() {
		for _, c := range list {
			_ = c.Process.Kill() // it runs until then
			_ = c.Wait()
		}
	}
	for range n {
		c := exec.Command(self, spinning)
		if err := c.Start(); err != nil {
			stop()
			return nil, err
		}
		list = append(list, c)
	}
	return stop, nil
}

// measure compares the runs of a circuit and prints the table.
func measure(nrprof, circuit string, runs, exact, busy int) (ok bool, err error) {
	shares := map[string][]float64{} // of exact runs
	for range exact {
		d, err := run(nrprof, circuit, "--sample", "1")
		if err != nil {
			return false, err
		}
		for name, x := range undisturbed(d.Phases) {
			shares[name] = append(shares[name], x)
		}
	}
	stop, err := spin(busy)
	if err != nil {
		return false, err
	}
	defer stop()
	var sampled []*document
	for range runs {
		d, err := run(nrprof, circuit)
		if err != nil {
			return false, err
		}
		sampled = append(sampled, d)
	}
	return report(circuit, shares, sampled), nil
}

// undisturbed returns the shares of phases without the steps that lost the
// processor.
func undisturbed(s *trace.Summary) map[string]float64 {
	lost := map[string]int64{}
	if p := s.Regimes.Preempted; p != nil {
		for _, q := range p.Phases {
			lost[q.Name] = q.Total
		}
	}
	shares := map[string]float64{}
	for _, p := range s.Phases {
		if p.Name == trace.PhaseRecording || p.Name == trace.PhaseTransient {
			continue
		}
		shares[p.Name] = float64(p.Total-lost[p.Name]) / float64(s.Worked()-lost[trace.PhaseTimestep])
	}
	return shares
}

// A row is what the sampled runs have of a phase.
type row struct {
	name            string
	share, error, z []float64
}

// report prints the table of a circuit and reports whether it is as it should.
func report(circuit string, exact map[string][]float64, sampled []*document) bool {
	rows := map[string]*row{}
	var order []string
	near, caveats := 0, 0
	var slowed, inflation []float64
	for _, d := range sampled {
		good := true
		for _, p := range d.Phases.Phases {
			want := exact[p.Name]
			if p.ShareError == 0 || len(want) == 0 || median(want) < leastOf {
				continue
			}
			r := rows[p.Name]
			if r == nil {
				r = &row{name: p.Name}
				rows[p.Name] = r
				order = append(order, p.Name)
			}
			z := (p.Share - median(want)) / p.ShareError
			r.share, r.error, r.z = append(r.share, p.Share), append(r.error, p.ShareError), append(r.z, math.Abs(z))
			good = good && math.Abs(z) <= within
		}
		if good {
			near++
		}
		if cautious(d) {
			caveats++
		}
		slowed, inflation = append(slowed, d.Phases.Slowed()), append(inflation, d.Phases.Inflation)
	}
	fmt.Printf("## %s\n\n", circuit)
	fmt.Println("| phase | exact share | of runs | sampled, median | deviation of runs | standard error, median | largest distance in standard errors | runs beyond 3 |")
	fmt.Println("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
	for _, name := range order {
		r, e := rows[name], exact[name]
		beyond := 0
		for _, z := range r.z {
			if z > within {
				beyond++
			}
		}
		fmt.Printf("| %s | %.2f %% | %.2f to %.2f %% | %.2f %% | %.2f %% | %.2f %% | %.1f | %d |\n", name, 100*median(e), 100*slices.Min(e), 100*slices.Max(e),
			100*median(r.share), 100*deviation(r.share), 100*median(r.error), slices.Max(r.z), beyond)
	}
	fmt.Printf("\nAll shares within %d standard errors: %d of %d runs. All caveats in the verdict: %d of %d. Wall-clock by CPU time %.2f to %.2f, inflation %.3f to %.3f.\n\n",
		within, near, len(sampled), caveats, len(sampled), slices.Min(slowed), slices.Max(slowed), slices.Min(inflation), slices.Max(inflation))
	least := int(math.Ceil(passing * float64(len(sampled))))
	return len(order) > 0 && near >= least && caveats == len(sampled)
}

// cautious reports whether the sentences on times have their caveats: that they
// are estimated, and that the machine was busy, where it was.
func cautious(d *document) bool {
	busy := d.Phases.Slowed() > trace.Busy
	first := false
	for _, s := range d.Verdict {
		shares := strings.HasPrefix(s, "Device evaluation takes")
		times := shares || strings.Contains(s, "(medians")
		if times && (busy && !strings.Contains(s, "the machine was busy") || !strings.Contains(s, "estimated from") && !strings.Contains(s, "timed steps")) {
			return false
		}
		first = first || shares
	}
	return first
}

// median returns that of a list, which stays as it is.
func median(list []float64) float64 {
	s := slices.Sorted(slices.Values(list))
	n := len(s)
	return (s[(n-1)/2] + s[n/2]) / 2
}

// deviation returns the standard deviation of a list.
func deviation(list []float64) float64 {
	mean, sum := 0.0, 0.0
	for _, x := range list {
		mean += x / float64(len(list))
	}
	for _, x := range list {
		sum += (x - mean) * (x - mean)
	}
	return math.Sqrt(sum / float64(max(len(list)-1, 1)))
}

// capture runs a circuit with every step timed and returns its steps.
func capture(nrprof, circuit string) (list []step, err error) {
	dir, err := os.MkdirTemp("", "sampling")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "run.nrt")
	if _, err := run(nrprof, circuit, "--sample", "1", "-o", path); err != nil {
		return nil, err
	}
	t, err := trace.Open(path)
	if err != nil {
		return nil, err
	}
	list = steps(t)
	return list, t.Close()
}
