//go:build linux

// Ngspice measures transients in nrkit beside the same transients in ngspice.
//
// usage: ngspice [-ngspice PROGRAM] [-circuits rc,graetz,…] [-rounds N] [-repeat N]
// [-residual=false]
//
// The circuits are built-in circuits, or files with a dot in their names. The
// programs run in turn, one at a time, N rounds. The measured times are
//
//	ngspice  the process that reads the netlist and runs the transient, less a process
//	         that only reads the netlist, both without writing waveforms
//	nrkit    setting the engine up and running the transient, in this process,
//	         not reading the netlist
//
// With -repeat N, each process runs N transients. The time of ngspice is then the time of N
// transients less the time of one, divided by N-1: short transients are measured well on a
// machine with other programs. The time of nrkit is divided by N.
//
// All are with the operating point if the netlist asks for it, and with the saved waveforms
// kept in memory. Wall is elapsed time. CPU is time in user mode of all threads,
// including the garbage collector. ngspice uses KLU if it was built with KLU.
//
// Ngspice prints a Markdown table: seconds, the best and the median of all rounds,
// ratios of nrkit over ngspice, in which less than 1 is faster, and the counts of
// iterations.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nrkit/nrkit/bench/ngspice/peer"
	"github.com/nrkit/nrkit/newton/builtin"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "ngspice: error:", err)
		os.Exit(1)
	}
}

func run() error {
	g := &peer.NGSpice{}
	flag.StringVar(&g.Program, "ngspice", "ngspice", "the program")
	flag.DurationVar(&g.Limit, "limit", 10*time.Minute, "time for each run of ngspice")
	circuits := flag.String("circuits", strings.Join(builtin.Names(), ","), "circuits, separated by commas")
	rounds := flag.Int("rounds", 5, "runs of each program")
	repeat := flag.Int("repeat", 1, "transients in each process")
	residual := flag.Bool("residual", true, "test residuals for convergence in nrkit, as it does by default")
	flag.Parse()
	if *rounds < 1 || *repeat < 1 {
		return fmt.Errorf("got %d rounds of %d transients, want at least 1", *rounds, *repeat)
	}
	version, klu, err := g.Version()
	if err != nil {
		return err
	}
	solver := "Sparse 1.3, it has no KLU"
	if klu {
		g.Solver, solver = "klu", "KLU"
	}
	fmt.Printf("%s; its solver: %s. %d rounds.\n\n", version, solver, *rounds)
	fmt.Println("| circuit | wall s: nrkit | ngspice | ratio | median ratio | CPU s: nrkit | ngspice | ratio | median ratio | iterations: nrkit | ngspice |")
	fmt.Println("| --- |" + strings.Repeat(" ---: |", 10))
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for _, name := range strings.Split(*circuits, ",") {
		if err := measure(g, dir, name, *rounds, *repeat, *residual); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// times are the seconds of all rounds.
type times struct{ wall, cpu []float64 }

// add adds the times of n transients.
func (t *times) add(r, less *peer.Run, n int) {
	t.wall = append(t.wall, (r.Wall-less.Wall).Seconds()/float64(n))
	t.cpu = append(t.cpu, (r.CPU-less.CPU).Seconds()/float64(n))
}

// measure prints the line of one circuit.
func measure(g *peer.NGSpice, dir, name string, rounds, repeat int, residual bool) error {
	path := name
	if !strings.Contains(name, ".") {
		text, err := builtin.Source(name)
		if err != nil {
			return err
		}
		path = filepath.Join(dir, name+".cir")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return err
		}
	}
	job, err := peer.Load(path)
	if err != nil {
		return err
	}
	if job.Net.Tran == nil {
		return fmt.Errorf("got a netlist without .tran")
	}
	job.NoOP, job.Quiet = true, true
	less, many := *job, *job
	less.NoTran, many.Repeat = repeat == 1, repeat
	var ours, theirs times
	var own, other *peer.Run
	for range rounds {
		if own, err = peer.Own(context.Background(), &many, residual); err != nil {
			return err
		}
		ours.add(own, &peer.Run{}, repeat)
		one, err := g.Run(&less)
		if err != nil {
			return err
		}
		if other, err = g.Run(&many); err != nil {
			return err
		}
		theirs.add(other, one, max(repeat-1, 1))
		if repeat > 1 { // its counts are of all transients
			other = one
		}
	}
	fmt.Printf("| %s | %s | %s | %d | %d |\n", name, columns(ours.wall, theirs.wall), columns(ours.cpu, theirs.cpu), own.Iterations, other.Iterations)
	return nil
}

// columns prints the best of both sides, the ratio of the best and that of the medians.
func columns(ours, theirs []float64) string {
	slices.Sort(ours)
	slices.Sort(theirs)
	return fmt.Sprintf("%.4f | %.4f | %.2f | %.2f", ours[0], theirs[0], ours[0]/theirs[0], median(ours)/median(theirs))
}

// median returns the median of sorted numbers.
func median(x []float64) float64 {
	n := len(x)
	return (x[(n-1)/2] + x[n/2]) / 2
}
