// Solver-lists compares the lists of package solvers with C headers and libraries.
package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/solvers"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	if len(args) == 3 && args[0] == "-calls" {
		return runCalls(args[1], args[2], stdout, stderr)
	}
	versions, err := allVersions(args)
	if err != nil {
		fmt.Fprintln(stderr, "solver-lists:", err)
		return 2
	}
	tmp, err := os.MkdirTemp("", "solver-lists")
	if err != nil {
		fmt.Fprintln(stderr, "solver-lists:", err)
		return 1
	}
	defer os.RemoveAll(tmp)
	wrong, compared := 0, 0
	for _, l := range solvers.Lists() {
		r := &report{list: l, compiler: compiler{folder: tmp}}
		if err := r.compare(versions); err != nil {
			fmt.Fprintln(stderr, "solver-lists:", err)
			return 1
		}
		r.symbols(versions)
		r.print(stdout)
		wrong += len(r.wrong)
		compared += r.compared
	}
	if wrong > 0 || compared == 0 {
		fmt.Fprintf(stderr, "solver-lists: %d of %d facts are wrong\n", wrong, compared)
		return 1
	}
	return 0
}

// runCalls compares a capture with what the program printed.
func runCalls(capture, printed string, stdout, stderr io.Writer) int {
	calls, wrong, err := compareCalls(capture, printed, stdout)
	fmt.Fprintf(stdout, "calls: %d calls compared in %d numbers each, %d wrong\n", calls, len(numbers), wrong)
	if err != nil {
		fmt.Fprintln(stderr, "solver-lists:", err)
	}
	if err != nil || wrong > 0 || calls == 0 {
		return 1
	}
	return 0
}

// A report is what was found out about a list.
type report struct {
	list     *solvers.List
	compiler compiler
	compared int               // facts
	wrong    []string          // facts and symbols that are wrong
	absent   map[string]int    // header or library → rows with facts that only it confirms
	unnamed  map[string]string // row → one of its offsets that name no member
	missing  map[string]bool   // symbols of libraries that are here in another version
	exported int
}

func (r *report) print(w io.Writer) {
	fmt.Fprintf(w, "%s: %d rows, %d facts compared, %d wrong; %d symbols found\n",
		r.list.Name, len(r.list.Functions), r.compared, len(r.wrong), r.exported)
	for _, s := range r.wrong {
		fmt.Fprintln(w, "  wrong:", s)
	}
	if len(r.absent) > 0 {
		fmt.Fprintf(w, "  not compared, for want of %s\n", strings.Join(counted(r.absent), ", "))
	}
	if len(r.unnamed) > 0 {
		fmt.Fprintf(w, "  %d rows have offsets that name no member, such as %s\n", len(r.unnamed), firstOf(r.unnamed))
	}
	if len(r.missing) > 0 {
		fmt.Fprintf(w, "  no library here has %s\n", strings.Join(slices.Sorted(maps.Keys(r.missing)), ", "))
	}
}

// counted returns the keys in order, each with its number of rows.
func counted(rows map[string]int) []string {
	var all []string
	for _, key := range slices.Sorted(maps.Keys(rows)) {
		all = append(all, fmt.Sprintf("%s (%d rows)", key, rows[key]))
	}
	return all
}

func firstOf(rows map[string]string) string { return rows[slices.Min(slices.Collect(maps.Keys(rows)))] }
