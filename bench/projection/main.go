//go:build linux

// Projection measures how long it takes to project NVTX ranges of Nsight Systems
// onto devices. It writes a synthetic export to a temporary folder and computes the
// report nvtx_gpu_proj_sum from it in processes of their own. It prints the elapsed
// time and the peak memory of each process, from the file to the end. Then one more
// process gives the times of the stages.
//
//	go run ./bench/projection [-ranges 10e6] [-kernels 1e6] [-rounds 3] [-order start|end|mixed] [-dir DIR]
//
// With -keep FILE it only writes the export, to FILE. With -file FILE it measures such
// an export, which stays.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("projection", flag.ContinueOnError)
	flags.SetOutput(stderr)
	ranges := flags.Float64("ranges", 10e6, "NVTX ranges")
	kernels := flags.Float64("kernels", 1e6, "kernels, each with an API call")
	rounds := flags.Int("rounds", 3, "processes to measure")
	order := flags.String("order", "start", "order of the ranges in the file: start, end or mixed")
	dir := flags.String("dir", "", "folder to make the temporary folder in")
	keep := flags.String("keep", "", "only write the export, to this file")
	file := flags.String("file", "", "measure this export, which -keep wrote with the same flags")
	report := flags.String("report", "", "compute this report of the file named as argument, and no more")
	stages := flags.Bool("stages", false, "print what the stages take for the file named as argument, and no more")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	w := workload{ranges: int(*ranges), kernels: int(*kernels), order: *order}
	var err error
	switch {
	case *report != "":
		err = compute(flags.Arg(0), *report)
	case *stages:
		err = timeStages(stdout, flags.Arg(0))
	case *keep != "":
		err = w.write(*keep)
	case *file != "":
		err = measureFile(stdout, w, *rounds, *file)
	default:
		err = measure(stdout, w, *rounds, *dir)
	}
	if err != nil {
		fmt.Fprintf(stderr, "projection: error: %v\n", err)
		return 1
	}
	return 0
}

// measure writes the export and measures the report.
func measure(out io.Writer, w workload, rounds int, dir string) (err error) {
	dir, err = os.MkdirTemp(dir, "projection")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	file := filepath.Join(dir, "export.sqlite")
	if err := w.write(file); err != nil {
		return err
	}
	return measureFile(out, w, rounds, file)
}

// measureFile measures the report of an export.
func measureFile(out io.Writer, w workload, rounds int, file string) error {
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d ranges, %d kernels, %d API calls, ranges by %s: %d MB\n\n", w.ranges, w.kernels, w.kernels, w.order, info.Size()/1e6)
	fmt.Fprintln(out, "| round | elapsed s | CPU s | peak MiB |")
	fmt.Fprintln(out, "|---|---|---|---|")
	for round := range rounds {
		c, err := child("-report", "nvtx_gpu_proj_sum", file)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "| %d | %.2f | %.2f | %.0f |\n", round+1, c.elapsed.Seconds(), c.cpu.Seconds(), c.peakMiB)
	}
	c, err := child("-stages", file)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "\n%s", c.output)
	return nil
}
