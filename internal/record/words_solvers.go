package record

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/solvers/matrices"
	"github.com/nrkit/nrkit/internal/solvers/preload"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/solvers"
)

// tellCalls says which calls into solver libraries were seen, what was saved of them,
// and what is lost.
func (r *Recording) tellCalls(of *said, w *watching) {
	if w.run == nil {
		r.Say.Warn(of.name + " called none of the watched functions" + ofLibraries(w.table))
		r.Say.Hint(unseen(of.command))
	} else {
		r.Say.Note(r.Output + ": " + callsByLibrary(w.run))
		if strings.HasSuffix(strings.ToLower(r.Output), ".nrt") {
			r.Say.Hint("nrprof diagnose " + r.Output)
		}
	}
	to := matrices.Folder(r.Output)
	if x := w.index; x != nil && len(x.Calls) > 0 {
		r.Say.Note(fmt.Sprintf("%s: %s", to, contents(x)))
		if len(x.Matrices()) > 0 {
			r.Say.Hint("analyze " + to)
		}
	}
	for _, text := range lost(w) {
		r.Say.Warn(text)
	}
}

// wrapLibrary is the library of the rows that solvers.Wrap makes.
const wrapLibrary = "wrap"

// ofLibraries names the watched libraries, and the symbols of --wrap.
func ofLibraries(t *solvers.Table) string {
	if t == nil {
		return ""
	}
	var names []string
	for _, f := range t.Functions {
		name := f.Library
		if name == wrapLibrary {
			name = f.Symbol
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return " (" + strings.Join(names, ", ") + ")"
}

// unseen says why no call may have been seen, and what to do.
func unseen(command string) string {
	const do = "--wrap SYMBOL=PHASE watches another function that a library exports, --probe FILE:SYMBOL=PHASE any function"
	if path, err := exec.LookPath(command); err != nil {
		return do
	} else if why := preload.Hindrance(path); why != "" {
		return "no library can be put in front of this program: " + why + "; or --probe FILE:SYMBOL=PHASE"
	}
	return "calls within one program or library, and into static libraries, are not seen; " + do
}

// callsByLibrary counts the calls.
func callsByLibrary(run *solvers.Run) string {
	counts := map[string]int{}
	var names []string
	for k := range run.Calls {
		library := run.Functions[run.Calls[k].Function].Library
		if counts[library] == 0 {
			names = append(names, library)
		}
		counts[library]++
	}
	slices.SortFunc(names, func(a, b string) int {
		if counts[a] != counts[b] {
			return counts[b] - counts[a]
		}
		return strings.Compare(a, b)
	})
	var parts []string
	for k, name := range names {
		count := units.Integer(counts[name])
		if k == 0 {
			count = units.Plural(counts[name], "call")
		}
		if name == "" {
			name = "an unknown library"
		}
		parts = append(parts, count+" into "+name)
	}
	return strings.Join(parts, ", ")
}

// contents says what a folder of matrices has.
func contents(x *matrices.Index) string {
	rhs, solutions := 0, 0
	for _, c := range x.Calls {
		if c.Files.RightHandSide != "" {
			rhs++
		}
		if c.Files.Solution != "" {
			solutions++
		}
	}
	parts := []string{units.Count(len(x.Matrices()), "matrix", "matrices")}
	if rhs > 0 {
		parts = append(parts, units.Count(rhs, "right-hand side", "right-hand sides"))
	}
	if solutions > 0 {
		parts = append(parts, units.Count(solutions, "solution", "solutions"))
	}
	return strings.Join(parts, ", ")
}

// maxLeftOut is how many damaged matrices are listed.
const maxLeftOut = 3

// lost says what is missing.
func lost(w *watching) []string {
	var list []string
	if run := w.run; run != nil {
		failed := 0
		for k := range run.Calls {
			if run.Calls[k].Has(solvers.SavingFailed) {
				failed++
			}
		}
		if failed > 0 {
			list = append(list, fmt.Sprintf("matrices of %s could not be saved: no space, or no permission", units.Plural(failed, "call")))
		}
		if n := run.Loss.NoData + run.Loss.Malformed; n > 0 {
			list = append(list, "only the times are known of "+units.Plural(n, "call"))
		}
	}
	if x := w.index; x != nil {
		if x.HalfWritten > 0 {
			list = append(list, units.Count(x.HalfWritten, "matrix or vector was", "matrices or vectors were")+" half written when the program ended: left out")
		}
		for k, l := range x.LeftOut {
			if k == maxLeftOut {
				list = append(list, fmt.Sprintf("%d more matrices left out", len(x.LeftOut)-k))
				break
			}
			list = append(list, fmt.Sprintf("matrix %s left out: %s", l.File, l.Reason))
		}
	}
	return list
}
