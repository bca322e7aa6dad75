package main

import (
	"slices"
	"strings"

	"github.com/nrkit/nrkit/prediction"
)

// A spec is the form of the model of a phase: its terms, without coefficients.
type spec struct {
	name  string // such as `klu/refactor`
	terms []prediction.Term

	// what newton/lu took more on computers where it was measured before a change. No part
	// of the coefficients
	before []prediction.Term

	when func(*prediction.Features) bool // for which matrices; nil is all
	own  bool                            // for rows with the ordering of the solver
}

// time returns the name of the phase among the times.
func (s spec) time() string {
	return strings.NewReplacer("-simplicial", "", "-supernodal", "", "_own", "").Replace(s.name)
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
	left := []string{"multiply_adds update", "updates column", "unlearned_updates column", "stored update", "stored spilled factors",
		"entries update", "rows column", "eliminations column", "many_eliminations update", "many_updates update", "off_block update", "off_block latency vector", "rows spilled factors", "updates spilled factors", "far latency matrix",
		"surprises column", "one column"}
	leftAnew := append(slices.Clone(left), "l update", "blocks_of_more column")
	substitute := []string{"stored update", "stored spilled factors", "unlearned_stored column", "off_block update", "singletons column", "rows column", "eliminations column",
		"jumps latency vector", "off_block latency vector", "rows spilled factors", "unlearned_rows column", "one column"}
	streamed := []string{"stored stream factors", "rows spilled factors", "unlearned_stored column", "off_block update", "rows column", "eliminations column", "jumps latency vector", "one column"}
	fronts := []string{"front_instructions update", "front_multiply_adds scalar", "front_early_surprises column", "front_surprises column", "front_assemblies latency fronts", "whole_entries stream fronts", "far latency matrix", "one column"}
	supernodes := []string{"superlu_multiply_adds scalar", "superlu_entries update", "unlearned_superlu_entries update", "superlu_segments column", "unlearned_superlu_segments column", "early_superlu_segments column",
		"surprises column", "superlu_supernodes column", "rows column", "entries update", "jumps latency vector", "one column"}
	slu := []string{"superlu_entries update", "unlearned_superlu_entries column", "superlu_entries spilled superlu", "surprises column", "superlu_supernodes column", "superlu_segments column", "rows column", "jumps latency vector", "one column"}
	whole := []string{"whole_entries update", "whole_entries spilled whole", "unlearned_whole_entries column", "surprises column", "rows column", "eliminations column", "one column"}
	graph := []string{"entries update", "graph update", "unlearned_graph column", "rows column", "unlearned_rows column", "panels column", "squares stream", "far latency matrix", "one column"}
	own := []string{"entries update", "graph update", "rows column", "unlearned_rows column", "vertices column", "unlearned_vertices column", "edges update", "symmetric_l update", "off_diagonal column", "unmatched column", "singletons column", "searched update", "searched column", "one column"}
	before := terms("rows column", "stored update")
	all := []spec{
		{name: "lu/analyze", terms: terms("entries update", "multiply_adds update", "off_block update", "stored update", "updates column", "rows column", "eliminations column", "far latency matrix", "one column")},
		{name: "lu/factor", terms: terms(leftAnew...)},
		{name: "lu/refactor", terms: terms(left...), before: before},
		{name: "lu/solve", terms: terms(append(streamed, "blocks_of_more column")...), before: before},
		{name: "lu/solve_once", terms: terms(substitute...)},
		{name: "klu/analyze_own", own: true, terms: terms(own...)},
		{name: "klu/analyze", terms: terms("entries update", "rows column", "unlearned_rows column", "jumps latency vector", "one column")},
		{name: "klu/factor", terms: terms(leftAnew...)},
		{name: "klu/refactor", terms: terms(left...)},
		{name: "klu/solve", terms: terms(append(streamed, "surprises column", "early_stored column")...)},
		{name: "umfpack/analyze", terms: terms(append(graph, "any_pivots stream")...)},
		{name: "umfpack/factor", terms: terms(fronts...)},
		{name: "umfpack/solve", terms: terms(append(whole, "entries update")...)},
		{name: "superlu/analyze", terms: terms(graph...)},
		{name: "superlu/factor", terms: terms(supernodes...)},
		{name: "superlu/refactor", terms: terms(supernodes...)},
		{name: "superlu/solve", terms: terms(slu...)},
		{name: "cholmod/analyze", terms: terms(append(graph, "symmetric_l update")...)},
		{name: "cholmod-simplicial/factor", when: simplicial, terms: terms("symmetric_multiply_adds update", "symmetric_l update", "unlearned_symmetric_l column", "row_surprises column", "entries update", "rows column", "far latency matrix", "one column")},
		{name: "cholmod-simplicial/solve", when: simplicial, terms: terms("symmetric_l update", "symmetric_l spilled l", "rows column", "one column")},
		{name: "cholmod-supernodal/factor", when: supernodal, terms: terms("panel_multiply_adds scalar", "panel_entries update", "assembled update", "panels column", "rows column", "entries update", "one column")},
		{name: "cholmod-supernodal/solve", when: supernodal, terms: terms("panel_entries update", "panel_entries spilled panels", "panels column", "rows column", "one column")},
	}
	ordering := []string{"entries update", "graph update", "rows column", "joined column", "vertices column", "unlearned_vertices column", "edges update", "unlearned_edges column", "symmetric_l update", "unlearned_symmetric_l column", "one column"}
	for _, name := range []string{"natural", "rcm", "amd", "amf", "ammf", "amrf", "mmf", "colamd", "nd", "btf", "product"} {
		t := ordering
		if name == "btf" || name == "product" {
			t = []string{"entries update", "graph update", "rows column", "unlearned_rows column", "unlearned_graph column", "off_diagonal column", "unmatched column", "singletons column", "off_block update", "one column"}
		}
		all = append(all, spec{name: "ordering/" + name, terms: terms(t...)})
	}
	for k := range all {
		all[k].terms = alsoAsUpdates(all[k].terms)
	}
	return all
}

// alsoAsUpdates adds, to each count that may take the time of a short column, the same count
// with the time of an update. The time of a short column is mostly a mispredicted branch,
// which other processors recover from faster or slower than they compute: the fit divides
// the time of a count between both.
func alsoAsUpdates(list []prediction.Term) []prediction.Term {
	var all []prediction.Term
	for _, t := range list {
		all = append(all, t)
		if u := (prediction.Term{Count: t.Count, Unit: "update"}); t.Unit == "column" && !slices.Contains(list, u) {
			all = append(all, u)
		}
	}
	return all
}
