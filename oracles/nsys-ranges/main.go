// Oraclensysranges compares the reports about NVTX ranges with the reports of the
// installed nsys, 2022.4, on random exports. The ranges are nested or overlap and
// have all types. Some are not closed, and some end on another thread. They are in
// domains of two processes, with the kernels and copies of random calls.
//
// No two ranges of a thread have the same times, no two are equally long, and no
// call has a second row: for such ranges and calls, NVIDIA's reports are wrong.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/nrkit/nrkit/internal/sqlite/sqlitetest"
	"github.com/nrkit/nrkit/internal/testkit/statstest"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/nsys/stats"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("oracle-nsys-ranges", flag.ContinueOnError)
	flags.SetOutput(stderr)
	seed := flags.Uint64("seed", 1, "first seed")
	exports := flags.Uint64("exports", 20, "exports to compare")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	program, err := exec.LookPath("nsys")
	if err == nil {
		err = compareAll(stdout, program, *seed, *exports)
	}
	if err != nil {
		fmt.Fprintf(stderr, "oracle-nsys-ranges: error: %v\n", err)
		return 1
	}
	return 0
}

// compareAll compares some exports.
func compareAll(out io.Writer, program string, seed, exports uint64) (err error) {
	dir, err := os.MkdirTemp("", "oracle")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	rows, different := 0, 0
	for s := seed; s < seed+exports; s++ {
		path := filepath.Join(dir, fmt.Sprintf("%d.sqlite", s))
		if err := sqlitetest.Create(path, randomExport(s)...); err != nil {
			return err
		}
		for _, report := range []string{"nvtxsum", "nvtxppsum", "nvtxsesum", "nvtxsssum", "nvtxpptrace", "nvtxkernsum", "nvtxkernsum:base", "nvtxgpuproj"} {
			n, msg, err := compare(program, path, report)
			if err != nil {
				return fmt.Errorf("seed %d: %s: %w", s, report, err)
			}
			rows += n
			if msg != "" {
				different++
				fmt.Fprintf(out, "seed %d: %s: %s\n", s, report, msg)
			}
		}
	}
	fmt.Fprintf(out, "%d exports, %d rows, %d reports that differ\n", exports, rows, different)
	switch {
	case different > 0:
		return fmt.Errorf("%d reports differ", different)
	case rows == 0:
		return errors.New("nsys printed no rows")
	}
	return nil
}

// compare compares one report: how many rows nsys has, and what differs.
func compare(program, path, report string) (rows int, msg string, err error) {
	cmd := exec.Command(program, "stats", "--quiet", "--format", "csv", "--report", report, path)
	printed, err := cmd.Output()
	if err != nil {
		return 0, "", fmt.Errorf("%s: %w", printed, err)
	}
	theirs, err := statstest.ParseCSV(strings.TrimSpace(string(printed)) + "\n")
	if err != nil {
		return 0, "", err
	}
	e, err := nsys.Open(path)
	if err != nil {
		return 0, "", err
	}
	defer e.Close() // was only read
	name, o, err := stats.Parse(report)
	if err != nil {
		return 0, "", err
	}
	table, err := stats.Run(e, name, o)
	if err != nil {
		return 0, "", err
	}
	var b bytes.Buffer
	if err := table.WriteCSV(&b); err != nil {
		return 0, "", err
	}
	ours, err := statstest.ParseCSV(b.String())
	if err != nil {
		return 0, "", err
	}
	return len(theirs.Rows), statstest.Difference(ours, theirs, statstest.SortColumns(name)), nil
}
