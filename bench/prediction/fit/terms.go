package main

import (
	"strings"

	"github.com/nrkit/nrkit/prediction"
)

// A spec is the form of the model of a phase: its terms, without coefficients.
type spec struct {
	name  string // such as `klu/refactor`
	terms []prediction.Term
	when  func(*prediction.Features) bool // for which matrices; nil is all
}

// time returns the name of the phase among the times.
func (s spec) time() string {
	return strings.NewReplacer("-simplicial", "", "-supernodal", "").Replace(s.name)
}

// term parses "count unit set".
func term(text string) prediction.Term {
	f := strings.Fields(text)
	t := prediction.Term{Count: f[0], Unit: f[1]}
	if len(f) > 2 {
		t.Set = f[2]
	}
	return t
}

func terms(texts ...string) []prediction.Term {
	all := make([]prediction.Term, len(texts))
	for k, text := range texts {
		all[k] = term(text)
	}
	return all
}

// specs returns the models of all phases.
func specs() []spec {
	simplicial := func(f *prediction.Features) bool { return !f.Supernodal() }
	supernodal := func(f *prediction.Features) bool { return f.Supernodal() }
	all := []spec{
		{name: "lu/analyze", terms: terms("entries stream matrix", "factor_entries latency factors", "updates column", "rows column", "one column")},
		{name: "lu/factor", terms: terms("multiply_adds update l", "updates column", "factor_entries stream factors", "entries latency matrix", "rows column", "one column")},
		{name: "lu/refactor", terms: terms("multiply_adds update l", "updates column", "factor_entries stream factors", "entries stream matrix", "rows column", "one column")},
		{name: "lu/solve", terms: terms("factor_entries update factors", "rows column", "blocks column", "off_block update factors", "one column")},
		{name: "klu/analyze", terms: terms("entries stream matrix", "entries latency matrix", "rows column", "blocks column", "one column")},
		{name: "klu/factor", terms: terms("multiply_adds update l", "updates column", "factor_entries stream factors", "entries latency matrix", "rows column", "one column")},
		{name: "klu/refactor", terms: terms("multiply_adds update l", "updates column", "factor_entries stream factors", "entries stream matrix", "rows column", "one column")},
		{name: "klu/solve", terms: terms("factor_entries update factors", "rows column", "blocks column", "off_block update factors", "one column")},
		{name: "umfpack/analyze", terms: terms("entries stream matrix", "entries latency matrix", "graph latency matrix", "rows column", "panels column", "one column")},
		{name: "umfpack/factor", terms: terms("panel_multiply_adds scalar", "panel_entries stream panels", "assembled stream panels", "panels column", "rows column", "entries latency matrix", "one column")},
		{name: "umfpack/solve", terms: terms("symmetric_l update factors", "rows column", "entries stream matrix", "one column")},
		{name: "superlu/analyze", terms: terms("entries stream matrix", "graph latency matrix", "rows column", "one column")},
		{name: "superlu/factor", terms: terms("panel_multiply_adds scalar", "symmetric_multiply_adds update panels", "panel_entries stream panels", "panels column", "rows column", "entries latency matrix", "one column")},
		{name: "superlu/refactor", terms: terms("panel_multiply_adds scalar", "symmetric_multiply_adds update panels", "panel_entries stream panels", "panels column", "rows column", "entries latency matrix", "one column")},
		{name: "superlu/solve", terms: terms("panel_entries stream panels", "symmetric_l update factors", "panels column", "rows column", "one column")},
		{name: "cholmod/analyze", terms: terms("entries stream matrix", "graph latency matrix", "rows column", "panels column", "one column")},
		{name: "cholmod-simplicial/factor", when: simplicial, terms: terms("symmetric_multiply_adds update l", "symmetric_l column", "entries latency matrix", "rows column", "one column")},
		{name: "cholmod-simplicial/solve", when: simplicial, terms: terms("symmetric_l update factors", "rows column", "one column")},
		{name: "cholmod-supernodal/factor", when: supernodal, terms: terms("panel_multiply_adds scalar", "panel_entries stream panels", "assembled stream panels", "panels column", "one column")},
		{name: "cholmod-supernodal/solve", when: supernodal, terms: terms("panel_entries stream panels", "panels column", "rows column")},
	}
	for _, name := range []string{"natural", "rcm", "amd", "amf", "ammf", "amrf", "mmf", "colamd", "nd", "btf", "product"} {
		all = append(all, spec{name: "ordering/" + name, terms: terms("graph latency matrix", "entries latency matrix", "rows latency matrix", "symmetric_l latency l", "one column")})
	}
	return all
}
