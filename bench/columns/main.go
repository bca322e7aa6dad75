//go:build linux

// Columns measures how fast traces become Parquet tables, in what memory, and how
// large the tables are.
//
//	go run ./bench/columns [-steps 50000] [-rounds 5]
//	go run ./bench/columns -file FILE [-rounds 3]
//
// Without -file it writes the tables of a trace in memory, on one core: STEPS time steps
// of 16 ranges each, with and without counters. The time is processor time, the least
// of the rounds. The output is counted and discarded.
//
// With -file it exports a trace to a temporary folder, each time in a process of its
// own, as nrprof export does. It prints the elapsed time, the processor time and the
// peak memory of the process, and the size of the file and of the tables.
//
// With -capture FILE it only writes a capture of STEPS time steps to FILE.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/nrkit/nrkit/internal/atomicfile"
	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
	"github.com/nrkit/nrkit/trace/parquet"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("columns", flag.ContinueOnError)
	flags.SetOutput(stderr)
	steps := flags.Int("steps", 50000, "time steps of the trace in memory")
	rounds := flags.Int("rounds", 5, "measurements")
	file := flags.String("file", "", "export this trace")
	capture := flags.String("capture", "", "only write a capture to this file")
	child := flags.String("child", "", "write the tables of the file named by -file to this folder, and no more")
	profile := flags.String("profile", "", "write a CPU profile of the trace in memory to this file")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	var err error
	switch {
	case *capture != "":
		err = writeCapture(*capture, *steps)
	case *child != "":
		err = export(*file, *child)
	case *file != "":
		err = measureFile(stdout, *file, *rounds)
	default:
		err = measureMemory(stdout, *steps, *rounds, *profile)
	}
	if err != nil {
		fmt.Fprintf(stderr, "columns: error: %v\n", err)
		return 1
	}
	return 0
}

// measureMemory times traces in memory.
func measureMemory(out io.Writer, steps, rounds int, profile string) error {
	runtime.GOMAXPROCS(1)
	if profile != "" {
		f, err := os.Create(profile)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	for _, extras := range []bool{false, true} {
		t := walktest.NR(steps, extras)
		ranges := 1 + 16*steps
		least := time.Duration(1<<63 - 1)
		var size int64
		for range rounds {
			runtime.GC()
			size = 0
			start := processor(unix.RUSAGE_SELF)
			err := parquet.Write(func(_ string, write func(io.Writer) error) error { return write((*count)(&size)) }, t, parquet.Options{Capture: "x"})
			if err != nil {
				return err
			}
			least = min(least, processor(unix.RUSAGE_SELF)-start)
		}
		fmt.Fprintf(out, "%d ranges, counters: %-5t %5.2f million ranges/s, %.2f bytes/range\n",
			ranges, extras, float64(ranges)/1e6/least.Seconds(), float64(size)/float64(ranges))
	}
	return nil
}

// A count counts what is written to it.
type count int64

func (c *count) Write(p []byte) (int, error) { *c += count(len(p)); return len(p), nil }

// processor returns the time that this process, or all its children, had a processor.
func processor(who int) time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(who, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// measureFile exports a file.
func measureFile(out io.Writer, file string, rounds int) (err error) {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp(filepath.Dir(file), "columns")
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, os.RemoveAll(dir)) }()
	to := filepath.Join(dir, "x.parquet")
	fmt.Fprintf(out, "%s: %d MB\n\n| round | elapsed s | CPU s | peak MiB |\n|---|---|---|---|\n", filepath.Base(file), info.Size()/1e6)
	for k := range rounds {
		c := exec.Command(self, "-file", file, "-child", to)
		c.Stderr = os.Stderr
		start, cpu := time.Now(), processor(unix.RUSAGE_CHILDREN)
		if err := c.Run(); err != nil {
			return err
		}
		took := time.Since(start)
		peak := c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss / 1024
		fmt.Fprintf(out, "| %d | %.2f | %.2f | %d |\n", k+1, took.Seconds(), (processor(unix.RUSAGE_CHILDREN) - cpu).Seconds(), peak)
	}
	fmt.Fprintf(out, "\n| table | MB |\n|---|---|\n")
	all := int64(0)
	names, err := filepath.Glob(filepath.Join(to, "*.parquet"))
	if err != nil {
		return err
	}
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			return err
		}
		all += info.Size()
		fmt.Fprintf(out, "| %s | %.1f |\n", filepath.Base(name), float64(info.Size())/1e6)
	}
	fmt.Fprintf(out, "\nAll tables: %.1f MB, 1/%.1f of the file.\n", float64(all)/1e6, float64(info.Size())/float64(all))
	return nil
}

// export writes the tables of a file.
func export(file, dir string) (err error) {
	t, err := input.OpenFile(file, input.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	folder, err := atomicfile.NewFolder(dir)
	if err != nil {
		return err
	}
	defer folder.Discard()
	if err := parquet.Write(folder.Write, t.Trace, parquet.Options{Capture: "x"}); err != nil {
		return err
	}
	return folder.Commit()
}

// writeCapture writes a capture of so many time steps.
func writeCapture(path string, steps int) error {
	return atomicfile.WriteFile(path, func(w io.Writer) error { return trace.Save(w, walktest.Stream(steps, true)) })
}
