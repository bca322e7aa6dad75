package solvers_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/golden"
	"github.com/nrkit/nrkit/solvers"
)

// The page of libraries is what the lists say.
func TestLibraries(t *testing.T) {
	var s strings.Builder
	s.WriteString(`# Solver libraries and their functions

` + "`nrprof record --solvers`" + ` watches these functions. The page is made from the lists in [solvers/lists](../solvers/lists); a test keeps it up to date.
[formats-solver-lists.md](formats-solver-lists.md) says how to write a list.

The column *file* has names of library files, where ` + "`*`" + ` stands for any rest. The first file that fits counts. *Data* are what nrprof reads in all functions
with this file: arguments only, or also members of the structures of these versions. *Matrix* says whether the pattern or also the values are recorded,
*vectors* whether right-hand side and solution are. *Reported* are figures that the library itself reports. Where a library has one function for several
phases, such as a function with a job, each call has its own phase.
`)
	for _, l := range solvers.Lists() {
		fmt.Fprintf(&s, "\n## %s\n\nSources and limits: [%s.list](../solvers/lists/%s.list).\n\n", l.Name, l.Name, l.Name)
		libraryFiles(&s, l)
		libraryFunctions(&s, l)
	}
	golden.File(t, "../docs/solvers-libraries.md", []byte(s.String()))
}

// libraryFiles writes the files of a list, in the order in which they are compared.
func libraryFiles(s *strings.Builder, l *solvers.List) {
	members := map[string]bool{}
	var names []string
	for _, f := range l.Functions {
		name := f.Soname
		if name == "" {
			name = "*"
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		for _, e := range f.Expressions {
			for _, a := range e.Alternatives() {
				members[name] = members[name] || slices.ContainsFunc(a.Steps, func(st solvers.Step) bool { return st.Offset != 0 })
			}
		}
	}
	s.WriteString("| file | data |\n| --- | --- |\n")
	for k := 0; k < len(names); {
		end := k + 1
		for end < len(names) && members[names[end]] == members[names[k]] {
			end++
		}
		data := "arguments"
		if members[names[k]] {
			data = "arguments, structures, statistics"
		}
		group, more := names[k:end], ""
		if len(group) > 12 {
			group, more = group[:6], fmt.Sprintf(" and %d more", len(group)-6)
		}
		fmt.Fprintf(s, "| `%s`%s | %s |\n", strings.Join(group, "` `"), more, data)
		k = end
	}
	s.WriteByte('\n')
}

// A kind is what functions have in common.
type kind struct{ phase, matrix, vectors, reported string }

// libraryFunctions writes the functions, where functions of one kind share a line.
func libraryFunctions(s *strings.Builder, l *solvers.List) {
	var kinds []kind
	symbols := map[kind][]string{}
	seen := map[string]bool{}
	for _, f := range l.Functions {
		if seen[f.Symbol] {
			continue
		}
		seen[f.Symbol] = true
		k := kindOf(richest(l, f.Symbol))
		if symbols[k] == nil {
			kinds = append(kinds, k)
		}
		if name := plain(f.Symbol); !slices.Contains(symbols[k], name) {
			symbols[k] = append(symbols[k], name)
		}
	}
	s.WriteString("| function | phase | matrix | vectors | reported |\n| --- | --- | --- | --- | --- |\n")
	for _, k := range kinds {
		fmt.Fprintf(s, "| `%s` | %s | %s | %s | %s |\n", strings.Join(symbols[k], "` `"), k.phase, k.matrix, k.vectors, k.reported)
	}
}

// richest returns the row of a symbol that has most fields.
func richest(l *solvers.List, symbol string) solvers.Function {
	var best solvers.Function
	for _, f := range l.Functions {
		if f.Symbol == symbol && (best.Symbol == "" || len(f.Expressions) > len(best.Expressions)) {
			best = f
		}
	}
	return best
}

func kindOf(f solvers.Function) kind {
	has := func(field solvers.Field) bool { _, ok := f.Expressions[field]; return ok }
	k := kind{phase: phaseOf(f), matrix: "–", vectors: "–"}
	switch {
	case has(solvers.FieldAx) || f.Layout == solvers.LayoutPETSc && has(solvers.FieldMatrix):
		k.matrix = "values"
	case has(solvers.FieldAi):
		k.matrix = "pattern"
	}
	if has(solvers.FieldB) {
		k.vectors = "yes"
	}
	var reported []string
	for field := solvers.FieldLNZ; field <= solvers.FieldIterations; field++ {
		if has(field) {
			reported = append(reported, field.String())
		}
	}
	k.reported = strings.Join(reported, " ")
	return k
}

// phaseOf returns the phase of a function, or the phases that its calls may have.
func phaseOf(f solvers.Function) string {
	e, ok := f.Expressions[solvers.FieldPhase]
	if !ok {
		return f.Phase.String()
	}
	var names []string
	add := func(p int) {
		if name := solvers.Phase(p).String(); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, a := range e.Alternatives() {
		if a.Base == solvers.BaseConstant {
			add(int(a.Constant))
		}
		for _, m := range a.Maps {
			add(int(m.To))
		}
	}
	return strings.Join(names, ", ")
}

// plain returns a symbol, or for a mangled one the name of the C++ function.
func plain(symbol string) string {
	rest, ok := strings.CutPrefix(symbol, "_Z")
	digits := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
	n, err := strconv.Atoi(digits)
	if !ok || err != nil || len(digits)+n > len(rest) {
		return symbol
	}
	return rest[len(digits):][:n] + "<…>"
}
