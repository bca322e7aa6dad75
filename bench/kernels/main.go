//go:build linux

// Kernels times the kernels of nrkit on one matrix, in the form that package bench
// describes.
//
// usage: kernels [-cores N] DUMP REPS KERNEL…
//
// kernels -of ORDER DUMP NAME prints the figures of an order that another program
// made. kernels -read FILE.mtx REPS CORES times the Matrix Market reader with
// values, kernels -structure FILE.mtx REPS CORES without values. Both print CPU and
// elapsed seconds.
//
// By default kernels run on one core. Each repetition starts from a clean heap.
// Beside the CPU time of a kernel, KERNEL.wall is the elapsed time.
package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/nrkit/nrkit/bench/dump"
	"github.com/nrkit/nrkit/sparsity"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	if len(args) == 4 && (args[0] == "-read" || args[0] == "-structure") {
		if err := timeRead(stdout, args); err != nil {
			fmt.Fprintln(stderr, "kernels:", err)
			return 1
		}
		return 0
	}
	if len(args) == 4 && args[0] == "-of" {
		if err := judge(stdout, args); err != nil {
			fmt.Fprintln(stderr, "kernels:", err)
			return 1
		}
		return 0
	}
	cores, args := coresOf(args)
	if len(args) < 3 {
		fmt.Fprintln(stderr, "usage: kernels DUMP REPS KERNEL…")
		return 2
	}
	reps, err := strconv.Atoi(args[1])
	if err != nil || reps < 1 {
		fmt.Fprintln(stderr, "kernels: want a number of repetitions, got", args[1])
		return 2
	}
	m, err := dump.Read(args[0])
	if err != nil {
		fmt.Fprintln(stderr, "kernels:", err)
		return 1
	}
	w := &watch{out: stdout, reps: reps, cores: cores}
	for _, name := range args[2:] {
		if order, ok := strings.CutPrefix(name, "order:"); ok && orderers[order] != nil {
			timeOrder(w, m, order)
			continue
		}
		k, ok := kernels[name]
		if !ok {
			fmt.Fprintln(stderr, "kernels: no kernel", name)
			return 2
		}
		k(w, m)
	}
	return 0
}

// A watch repeats what it is given and prints the CPU seconds.
type watch struct {
	out   io.Writer
	reps  int
	cores int
}

// time runs f as often as wanted and prints a line for each run.
func (w *watch) time(name string, f func()) {
	for range w.reps {
		runtime.GC()
		t, wall := cpuSeconds(), time.Now()
		f()
		cpu, elapsed := cpuSeconds()-t, time.Since(wall)
		fmt.Fprintf(w.out, "%s\t%.9f\n%s.wall\t%.9f\n", name, cpu, name, elapsed.Seconds())
	}
}

// warm times f on one core, at least often times. Each run of a peer follows
// one of the same and finds caches and branch predictors as that left them, so
// here a run that is not timed comes between the cleaning of the heap and the
// one that is.
func (w *watch) warm(name string, often int, f func()) {
	for range max(w.reps, often) {
		runtime.GC()
		f()
		t := cpuSeconds()
		f()
		fmt.Fprintf(w.out, "%s\t%.9f\n", name, cpuSeconds()-t)
	}
}

// figure prints a result that is compared.
func (w *watch) figure(name string, v float64) { fmt.Fprintf(w.out, "%s\t%.17g\n", name, v) }

// cpuSeconds returns the CPU time of this process.
func cpuSeconds() float64 {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		panic(err)
	}
	return float64(t.Sec) + 1e-9*float64(t.Nsec)
}

// kernels names what can be timed. A function may time more than its name.
var kernels = map[string]func(*watch, *sparsity.Matrix){
	"symmetrize": timeSymmetrize,
	"etree":      timeTree,
	"coletree":   timeColumnTree,
	"amd_graph":  timeAMDGraph,
	"amd":        timeAMD,
	"colamd":     timeCOLAMD,
	"rcm":        timeRCM,
	"btf":        timeBTF,
	"lu":         timeLU,
	"best":       timePortfolio,
	"report":     timeReport,
}
