// Equal runs one program against itself many times and asks nrprof's comparison
// whether there is a difference. It counts how often the comparison reports a
// difference between equal runs, and how often it finds a difference that was
// planted, on this machine in its present state.
//
//	go run ./bench/equal -nrprof PATH [-pairs 20] [-runs 10] [-circuit rc] [-steps 20000] [-planted 1.05]
//
// A pair has the given number of runs per side. The sides take turns, and the side
// that begins changes from turn to turn. The planted difference is a larger number
// of time steps, seen in the time of the whole run. Equal prints a table in
// Markdown.
package main

import (
	"flag"
	"fmt"
	"log"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/trace"
)

// A bench runs a circuit.
type bench struct {
	program, circuit, file string
	runs, steps            int
}

func main() {
	log.SetFlags(0)
	b := bench{}
	flag.StringVar(&b.program, "nrprof", "", "the program")
	flag.StringVar(&b.circuit, "circuit", "rc", "circuit")
	flag.IntVar(&b.runs, "runs", 10, "runs a side")
	flag.IntVar(&b.steps, "steps", 20000, "time steps of a run")
	pairs := flag.Int("pairs", 20, "comparisons")
	planted := flag.Float64("planted", 1.05, "factor of the time steps of the slower side")
	flag.Parse()
	if b.program == "" {
		log.Fatal("-nrprof: want the program")
	}
	dir, err := os.MkdirTemp("", "equal")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	b.file = filepath.Join(dir, "run.nrt")
	if err := b.table(*pairs, *planted); err != nil {
		log.Fatal(err)
	}
}

// table prints both experiments.
func (b *bench) table(pairs int, planted float64) error {
	fmt.Println("| experiment | correction | comparisons | called | noise of a run |")
	fmt.Println("| --- | --- | ---: | ---: | ---: |")
	for _, x := range []struct {
		name   string
		factor float64
		called func(*compare.Result) bool
	}{
		{"equal runs, any quantity", 1, func(r *compare.Result) bool { return r.Slower+r.Faster > 0 }},
		{fmt.Sprintf("%+.0f %% time steps, whole run", 100*(planted-1)), planted, func(r *compare.Result) bool {
			for _, row := range r.Rows {
				if row.Kind == compare.Root {
					return row.Verdict == compare.Slower
				}
			}
			return false
		}},
	} {
		called := map[compare.Correction]int{}
		noise := 0.0
		for range pairs {
			old, new, err := b.pair(x.factor)
			if err != nil {
				return err
			}
			for _, c := range compare.Corrections() {
				r, err := compare.Compare(old, new, compare.Options{Correction: c, MinShare: 0.001})
				if err != nil {
					return err
				}
				if x.called(r) {
					called[c]++
				}
				if c == compare.BenjaminiHochberg {
					noise += deviation(r.Rows[0].Old.Values) / float64(pairs)
				}
			}
		}
		for _, c := range compare.Corrections() {
			fmt.Printf("| %s | %s | %d | %d | %.1f %% |\n", x.name, c, pairs, called[c], 100*noise)
		}
	}
	return nil
}

// pair makes the runs of two sides, in turns.
func (b *bench) pair(factor float64) (old, new []*compare.Run, err error) {
	for turn := range b.runs {
		for k := range 2 {
			side, steps := &old, b.steps
			if (turn+k)%2 == 1 {
				side, steps = &new, int(float64(b.steps)*factor)
			}
			r, err := b.run(steps)
			if err != nil {
				return nil, nil, err
			}
			*side = append(*side, r)
		}
	}
	return old, new, nil
}

// run runs the circuit once.
func (b *bench) run(steps int) (*compare.Run, error) {
	cmd := exec.Command(b.program, "run", b.circuit, "--steps", strconv.Itoa(steps), "-o", b.file)
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w", b.program, err)
	}
	t, err := trace.Open(b.file)
	if err != nil {
		return nil, err
	}
	r := compare.FromTrace("run", t, compare.Mean)
	return r, t.Close()
}

// deviation is the standard deviation of values by their mean.
func deviation(v []float64) float64 {
	sum, square := 0.0, 0.0
	for _, x := range v {
		sum += x
	}
	mean := sum / float64(len(v))
	for _, x := range v {
		square += (x - mean) * (x - mean)
	}
	return math.Sqrt(square/float64(len(v)-1)) / mean
}
