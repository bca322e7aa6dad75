package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/solvers"
)

// compare compares each check of the list with the headers of each version that the
// row is for.
func (r *report) compare(versions []version) error {
	r.absent, r.unnamed = map[string]int{}, map[string]string{}
	r.askAll(versions)
	checked := map[[4]int]bool{} // row, field, alternative, step
	reasons := map[string]map[int]bool{}
	for _, c := range r.list.Checks {
		checked[[4]int{c.Function, int(c.Field), c.Alternative, c.Step}] = true
		if c.Item == "-" {
			continue
		}
		f := r.list.Functions[c.Function]
		for _, reason := range r.check(f, c, versions) {
			if reasons[reason] == nil {
				reasons[reason] = map[int]bool{}
			}
			reasons[reason][c.Function] = true
		}
	}
	for reason, rows := range reasons {
		r.absent[reason] = len(rows)
	}
	for k, f := range r.list.Functions {
		r.unchecked(k, f, checked)
	}
	return nil
}

// askAll asks about all items of the same headers at once.
func (r *report) askAll(versions []version) {
	type group struct{ headers, include string }
	items := map[group][]string{}
	for _, c := range r.list.Checks {
		for _, v := range versions {
			g := group{strings.Join(c.Headers, "+"), strings.Join(v.include, ":")}
			if c.Item != "-" && r.list.Functions[c.Function].Matches(v.file) && !slices.Contains(items[g], c.Item) {
				items[g] = append(items[g], c.Item)
			}
		}
	}
	for g, list := range items {
		r.compiler.askAll(strings.Split(g.headers, "+"), list, strings.Split(g.include, ":"))
	}
}

// check compares one fact with all versions, and returns why it could not be compared
// with any.
func (r *report) check(f solvers.Function, c solvers.Check, versions []version) []string {
	var why error
	compared := false
	seen := map[string]bool{}
	for _, v := range versions {
		key := strings.Join(v.include, ":")
		if !f.Matches(v.file) || seen[key] {
			continue
		}
		seen[key] = true
		a := r.compiler.ask(c.Headers, c.Item, v.include)
		if errors.Is(a.err, errNoHeader) {
			why = a.err
			continue
		}
		compared = true
		r.compared++
		if s := differs(f.Expressions[c.Field].Alternatives()[c.Alternative], c.Step, a); s != "" {
			r.wrong = append(r.wrong, fmt.Sprintf("line %d: %s (%s, %s): %v: %s: %s", c.Line, f.Symbol, f.Soname, v.file, c.Field, c.Item, s))
		}
	}
	switch {
	case compared:
		return nil
	case why != nil:
		return []string{strings.TrimPrefix(why.Error(), errNoHeader.Error()+" ")}
	case len(seen) == 0:
		return []string{f.Soname}
	}
	return nil
}

// differs compares a step or the constant of an expression with what a header says.
func differs(e solvers.Expression, step int, a answer) string {
	if a.err != nil {
		return a.err.Error()
	}
	if step < 0 {
		if a.number != int64(e.Constant) {
			return fmt.Sprintf("the list has %d, the header %d", e.Constant, a.number)
		}
		return ""
	}
	s := e.Steps[step]
	if int64(s.Offset) != a.number {
		return fmt.Sprintf("the list has offset %d, the header %d", s.Offset, a.number)
	}
	size := map[solvers.Load]int64{solvers.LoadU8: 1, solvers.LoadI16: 2, solvers.LoadI32: 4, solvers.LoadU32: 4, solvers.LoadF32: 4}[s.Type]
	if size == 0 {
		size = 8
	}
	if a.kind != "n" && a.size != size {
		return fmt.Sprintf("the list reads %v, the member has %d bytes", s.Type, a.size)
	}
	if floating := s.Type == solvers.LoadF64 || s.Type == solvers.LoadF32; a.kind != "n" && floating != (a.kind == "f") {
		return fmt.Sprintf("the list reads %v, the member is of another kind", s.Type)
	}
	return ""
}

// unchecked notes the offsets of a row that name no member. An offset of 0 alone is a
// pointer that the program passes.
func (r *report) unchecked(k int, f solvers.Function, checked map[[4]int]bool) {
	for _, field := range f.Fields() {
		for a, e := range f.Expressions[field].Alternatives() {
			for s, step := range e.Steps {
				if !step.Narrow && step.Offset != 0 && !checked[[4]int{k, int(field), a, s}] {
					r.unnamed[f.Symbol+" "+f.Soname] = fmt.Sprintf("%s: %v = %v", f.Symbol, field, e)
				}
			}
		}
	}
}

// symbols looks for the symbols of the list in the installed libraries. A row for one
// version of a library must find its symbol there.
func (r *report) symbols(versions []version) {
	r.missing = map[string]bool{}
	tables := map[string]map[string]bool{}
	for _, f := range r.list.Functions {
		found, looked := false, false
		for _, v := range versions {
			if f.Soname == "" || v.path == "" || !f.Matches(v.file) {
				continue
			}
			if tables[v.path] == nil {
				table, err := exported(v.path)
				if err != nil {
					continue
				}
				tables[v.path] = table
			}
			looked = true
			found = found || tables[v.path][f.Symbol]
		}
		switch {
		case found:
			r.exported++
		case looked && strings.Contains(f.Soname, ".so."):
			r.wrong = append(r.wrong, fmt.Sprintf("%s is not in %s", f.Symbol, f.Soname))
		case looked:
			r.missing[f.Symbol] = true
		}
	}
}
