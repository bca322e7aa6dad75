//go:build linux

package main

import (
	"fmt"
	"strings"
)

// blockTable compares the block triangular form with that of SuiteSparse.
func blockTable(doc *strings.Builder, o outcomes, inputs []input) []target {
	doc.WriteString("\n## Block triangular form\n\nMaximum matching, strong components and blocks, CPU time: nrkit by btf_order, and by cs_dmperm, " +
		"which finds the coarse parts too. A form of a singular matrix is not unique. " +
		fmt.Sprintf("The least of %d rounds or more on matrices of %d entries and less.\n", briefRounds, briefEntries))
	btf := column{"by btf_order", "btf", "ssbtf", "cpu", ""}
	dm := column{"by cs_dmperm", "btf", "dmperm", "cpu", ""}
	writeColumns(doc, o, inputs, []column{{"CPU ms", "btf", "", "cpu", ""}, {"blocks", "btf", "", "blocks", ""}, btf, dm}, everyMatrix)
	var t targets
	for _, in := range inputs {
		if in.name == "btf_300k" {
			t.atMost("blocks of btf_300k: CPU time by btf_order, or the limit of it", 0.05, hardRatio(o, in, "ssbtf"))
			t.atMost("blocks of btf_300k: CPU time by cs_dmperm, or the limit of it", 0.05, hardRatio(o, in, "dmperm"))
		}
	}
	worst, name := worstOf(o, inputs, btf, everyMatrix)
	t.atMost("blocks: the worst CPU time by btf_order, "+name, 1.2, worst)
	return t
}

// hardRatio returns the time of nrkit by that of a peer, which counts as the
// limit where it was stopped.
func hardRatio(o outcomes, in input, peer string) float64 {
	their := o.of(in, peer).figure("cpu")
	if x := o.of(in, peer); x != nil && x.stopped {
		their = orderLimit.Seconds()
	}
	return o.of(in, "btf").figure("cpu") / their
}

// bandTable compares reverse Cuthill–McKee with that of SciPy.
func bandTable(doc *strings.Builder, o outcomes, inputs []input) []target {
	doc.WriteString("\n## Reverse Cuthill–McKee\n\nOf a graph that is ready; ratios are nrkit by SciPy's reverse_cuthill_mckee. " +
		"With border: hubs behind the band, for the profile, by RCM of nrkit.\n")
	cpu := column{"CPU, ratio", "rcm", "scipy", "cpu", ""}
	writeColumns(doc, o, inputs, []column{
		{"CPU ms", "rcm", "", "cpu", ""}, cpu, {"bandwidth", "rcm", "", "bandwidth", ""},
		{"bandwidth, ratio", "rcm", "scipy", "bandwidth", ""}, {"profile, ratio", "rcm", "scipy", "profile", ""},
		{"with border: CPU ms", "bordered", "", "cpu", ""}, {"profile by RCM", "bordered", "rcm", "profile", ""}, {"nnz(L) by RCM", "bordered", "rcm", "lnz", ""},
	}, everyMatrix, circuits)
	return nil
}

// withHubs are the matrices with rows that are longer than others by far.
var withHubs = []string{"arrow_bad_1m", "mul64_rs", "mesh_rails_360k", "circuit_pl_1m"}

// hubTable writes what every ordering does with hubs.
func hubTable(doc *strings.Builder, o outcomes, inputs []input) []target {
	doc.WriteString("\n## Hubs\n\nMatrices with rows that are nearly full, as supply rails are, by every ordering. CPU milliseconds on one core.\n\n" +
		"| matrix | ordering | CPU ms | nnz(L) | flops | height | T₁/T∞ | bandwidth |\n| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	var t targets
	for _, in := range inputs {
		for _, name := range withHubs {
			if in.name == name {
				hubLines(doc, o, in)
				hubTargets(&t, o, in)
			}
		}
	}
	return t
}

// hubLines writes a line for each ordering of a matrix.
func hubLines(doc *strings.Builder, o outcomes, in input) {
	for _, k := range contenders {
		x := o.of(in, k.key)
		if x == nil || k.key == "nd2" || k.key == "best" || strings.HasSuffix(k.key, "btf") || k.key == "dmperm" {
			continue
		}
		fmt.Fprintf(doc, "| %s | %s |", in.name, k.label)
		if x.failed != "" {
			fmt.Fprintf(doc, " %s | | | | | |\n", cell(x.failed))
			continue
		}
		for _, figure := range []string{"cpu", "lnz", "flops", "height", "parallel", "bandwidth"} {
			fmt.Fprintf(doc, " %s |", column{figure: figure}.text(x.figure(figure)))
		}
		doc.WriteString("\n")
	}
}

// hubTargets adds what is asked of the orderings on a matrix with hubs.
func hubTargets(t *targets, o outcomes, in input) {
	switch in.name {
	case "arrow_bad_1m":
		for _, k := range contenders {
			if k.program == "kernels" && k.cores == 0 {
				t.atMost(k.label+" of arrow_bad_1m: CPU seconds", 0.2, o.of(in, k.key).figure("cpu"))
			}
		}
	case "mul64_rs":
		t.atMost("nested dissection of mul64_rs: nnz(L) by AMD", 1.1, column{"", "nd", "amd", "lnz", ""}.value(o, in))
		t.atMost("RCM of mul64_rs: CPU seconds", 0.5, o.of(in, "rcm").figure("cpu"))
		t.atMost("RCM with border of mul64_rs: CPU seconds", 0.5, o.of(in, "bordered").figure("cpu"))
	}
}
