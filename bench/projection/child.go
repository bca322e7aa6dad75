//go:build linux

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"

	"github.com/nrkit/nrkit/internal/nsys/project"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/nsys/stats"
)

// A measured is what a child process took.
type measured struct {
	elapsed, cpu time.Duration
	peakMiB      float64
	output       string
}

// child runs this program again.
func child(args ...string) (m measured, err error) {
	self, err := os.Executable()
	if err != nil {
		return m, err
	}
	var out bytes.Buffer
	cmd := exec.Command(self, args...)
	cmd.Stdout, cmd.Stderr = &out, os.Stderr
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return m, fmt.Errorf("%v: %w", args, err)
	}
	m.elapsed, m.output = time.Since(start), out.String()
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	m.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	m.peakMiB = float64(usage.Maxrss) / 1024
	return m, nil
}

// compute computes a report and writes it nowhere.
func compute(file, report string) error {
	e, err := nsys.Open(file)
	if err != nil {
		return err
	}
	defer e.Close()
	t, err := stats.Run(e, report, stats.Options{})
	if err != nil {
		return err
	}
	return t.WriteCSV(io.Discard)
}

// timeStages prints what the stages of a projection take.
func timeStages(out io.Writer, file string) error {
	e, err := nsys.Open(file)
	if err != nil {
		return err
	}
	defer e.Close()
	fmt.Fprintln(out, "| stage | rows | elapsed s | CPU s | million rows per CPU s |")
	fmt.Fprintln(out, "|---|---|---|---|---|")
	var calls []nsys.Call
	var ops []nsys.Op
	var c *project.Capture
	var rows int
	for _, stage := range []struct {
		name string
		run  func() (rows int, err error)
	}{
		{"read API calls and operations", func() (int, error) { calls, ops, err = e.CUDACallsAndOps(); return len(calls) + len(ops), err }},
		{"join operations with calls", func() (int, error) { c = project.NewCapture(nil, calls, ops); return len(ops), nil }},
		{"read ranges around calls", func() (int, error) {
			rows, err = e.Count("NVTX_EVENTS")
			return rows, errors.Join(err, c.ReadAround(e, c.Launches()))
		}},
		{"project", func() (int, error) { return c.Project().Len(), nil }},
	} {
		start, used := time.Now(), cpu()
		rows, err := stage.run()
		if err != nil {
			return err
		}
		s := (cpu() - used).Seconds()
		fmt.Fprintf(out, "| %s | %d | %.2f | %.2f | %.1f |\n", stage.name, rows, time.Since(start).Seconds(), s, float64(rows)/1e6/s)
	}
	return nil
}

// cpu returns the processor time of the process so far.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic("projection: getrusage: " + err.Error()) // takes no argument that could be wrong
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
