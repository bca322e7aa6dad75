//go:build linux

// Traces times the trace exporters and the Chrome reader on one core. For each
// format it prints the nanoseconds and the bytes per range, for traces of NR phases
// with and without arguments and counters.
//
//	traces [STEPS]
//
// STEPS is the number of time steps, 16 ranges each (default 20000). The time is
// processor time, the best of three runs. The trace is in memory. The output is
// counted and discarded.
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/chrome"
	"github.com/nrkit/nrkit/trace/export"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	steps := 20000
	if len(args) > 0 {
		n, err := strconv.Atoi(args[0])
		if err != nil || n < 1 || len(args) > 1 {
			fmt.Fprintln(stderr, "usage: traces [STEPS]")
			return 2
		}
		steps = n
	}
	runtime.GOMAXPROCS(1)
	for _, extras := range []bool{false, true} {
		t := walktest.NR(steps, extras)
		ranges := 1 + 16*steps
		fmt.Fprintf(stdout, "%d ranges, arguments and counters: %t\n", ranges, extras)
		for _, f := range export.Formats() {
			if err := timeWrite(stdout, f, t, ranges); err != nil {
				fmt.Fprintln(stderr, "traces:", err)
				return 1
			}
		}
		if err := timeRead(stdout, t, ranges); err != nil {
			fmt.Fprintln(stderr, "traces:", err)
			return 1
		}
	}
	return 0
}

// best returns the shortest of three runs, each from a clean heap.
func best(f func() error) (time.Duration, error) {
	shortest := time.Duration(1<<63 - 1)
	for range 3 {
		runtime.GC()
		start := processor()
		if err := f(); err != nil {
			return 0, err
		}
		shortest = min(shortest, processor()-start)
	}
	return shortest, nil
}

// processor returns the time that the process has had a processor.
func processor() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// timeWrite prints a line on one format.
func timeWrite(w io.Writer, f export.Format, t *trace.Trace, ranges int) error {
	var size count
	took, err := best(func() error {
		size = 0
		return f.Write(&size, t)
	})
	if err != nil {
		return err
	}
	line(w, f.Suffix, took, int64(size), ranges)
	return nil
}

// timeRead prints a line on reading Chrome JSON.
func timeRead(w io.Writer, t *trace.Trace, ranges int) error {
	var text bytes.Buffer
	if err := chrome.Write(&text, t); err != nil {
		return err
	}
	took, err := best(func() error {
		_, _, err := chrome.Read(bytes.NewReader(text.Bytes()))
		return err
	})
	if err != nil {
		return err
	}
	line(w, "read .json", took, int64(text.Len()), ranges)
	return nil
}

func line(w io.Writer, name string, took time.Duration, size int64, ranges int) {
	ns := float64(took.Nanoseconds()) / float64(ranges)
	fmt.Fprintf(w, "  %-12s %7.1f ns/range %7.2f million/s %8.3f bytes/range\n", name, ns, 1e3/ns, float64(size)/float64(ranges))
}

// A count counts what is written to it.
type count int64

func (c *count) Write(p []byte) (int, error) { *c += count(len(p)); return len(p), nil }
