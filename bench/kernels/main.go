// Kernels times the kernels of nrkit on one matrix, in the form that package
// bench describes: kernels DUMP REPS KERNEL…
//
// or kernels -read FILE.mtx REPS CORES and kernels -structure …, which time the
// Matrix Market reader with and without values and print CPU and elapsed
// seconds.
//
// Kernels run on one core, from a clean heap each time.
package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"

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
	runtime.GOMAXPROCS(1)
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
	w := &watch{out: stdout, reps: reps}
	for _, name := range args[2:] {
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
	out  io.Writer
	reps int
}

// time runs f as often as wanted and prints a line for each run.
func (w *watch) time(name string, f func()) {
	for range w.reps {
		runtime.GC()
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
}
