//go:build linux

package main

import (
	"fmt"
	"strings"
)

// dissectionTable compares nested dissection with METIS.
func dissectionTable(doc *strings.Builder, o outcomes, inputs []input) []target {
	doc.WriteString("\n## Nested dissection beside METIS_NodeND\n\n" +
		"Of a graph that is ready, seed 1. Ratios are nrkit by METIS: for T₁/T∞ more is better, for all others less. " +
		"CPU time is that on one core, wall that of nrkit on two cores by that of METIS, which uses one.\n")
	lnz, parallel := column{"nnz(L), ratio", "nd", "metis", "lnz", ""}, column{"T₁/T∞, ratio", "nd", "metis", "parallel", ""}
	cpu, wall := column{"CPU, ratio", "nd", "metis", "cpu", ""}, column{"wall, ratio", "nd2", "metis", "wall", ""}
	writeColumns(doc, o, inputs, []column{
		{"nnz(L)", "nd", "", "lnz", ""}, lnz, {"flops, ratio", "nd", "metis", "flops", ""},
		{"height", "nd", "", "height", ""}, {"T₁/T∞", "nd", "", "parallel", ""}, parallel,
		{"CPU ms", "nd", "", "cpu", ""}, cpu, wall,
	}, largerOnes, circuits)
	var t targets
	t.atMost("nested dissection: nnz(L) by METIS, n ≥ 2000", 1, meanValue(o, inputs, lnz, largerOnes))
	t.atLeast("nested dissection: T₁/T∞ by METIS, n ≥ 2000", 1, meanValue(o, inputs, parallel, largerOnes))
	t.atMost("nested dissection: CPU time by METIS, n ≥ 2000", 1.5, meanValue(o, inputs, cpu, largerOnes))
	t.atMost("nested dissection on two cores: elapsed time by METIS, n ≥ 2000", 1, meanValue(o, inputs, wall, largerOnes))
	return t
}

// minimumDegrees are the orderings that are compared with AMD.
var minimumDegrees = []struct{ key, head string }{
	{"amf", "AMF"}, {"ammf", "AMMF"}, {"amrf", "AMRF"}, {"mmf", "MMF"}, {"amf_least", "least of these"},
	{"nd", "nested dissection"}, {"search", "search"}, {"metis", "METIS"}, {"cholmod", "CHOLMOD, best of 9"}, {"bordered", "RCM with border"},
}

// degreeTable compares orderings with AMD.
func degreeTable(doc *strings.Builder, o outcomes, inputs []input) []target {
	doc.WriteString("\n## Orderings beside AMD\n\nnnz(L) by that of AMD.\n")
	fill := []column{{"nnz(L) of AMD", "amd", "", "lnz", ""}}
	for _, m := range minimumDegrees {
		fill = append(fill, column{m.head, m.key, "amd", "lnz", ""})
	}
	writeColumns(doc, o, inputs, fill, everyMatrix, circuits)
	doc.WriteString("\nGeometric means of the ratios to AMD.\n\n| ordering | matrices | nnz(L) | flops | T₁/T∞ | CPU time | nnz(L), circuits | flops, circuits |\n" +
		"| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	for _, m := range minimumDegrees {
		_, n := meanOf(o, inputs, column{"", m.key, "amd", "lnz", ""}, everyMatrix)
		fmt.Fprintf(doc, "| %s | %d |", m.head, n)
		for _, figure := range []string{"lnz", "flops", "parallel", "cpu"} {
			fmt.Fprintf(doc, " %.3f |", meanValue(o, inputs, column{"", m.key, "amd", figure, ""}, everyMatrix))
		}
		for _, figure := range []string{"lnz", "flops"} {
			fmt.Fprintf(doc, " %.3f |", meanValue(o, inputs, column{"", m.key, "amd", figure, ""}, circuits))
		}
		doc.WriteString("\n")
	}
	return nil
}

// portfolioTable compares the best of several orderings with AMD, and its time
// with that of METIS.
func portfolioTable(doc *strings.Builder, o outcomes, inputs []input) []target {
	doc.WriteString("\n## The best of several\n\nThe least nnz(L) and the fewest flops of the orderings that `analyze --ordering best` runs, by those of AMD of A+Aᵀ " +
		"and by the least of AMD as a whole and inside the blocks of the block triangular form, where nnz(L) is half of the entries of L, U and between blocks. " +
		"Peers: the least of AMD, METIS and CHOLMOD's best of 9, by AMD. Elapsed times are those on two cores, by that of METIS, which uses one: of the choice, as `analyze order` makes it, " +
		"from the matrix in memory to the order that wins by fill, by flops and by parallel time, and of the whole analysis, as `analyze` prints it, with statistics of the matrix and supernodes, schedules and levels of every order.\n")
	lnz, flops := column{"nnz(L)", "best", "amd", "lnz", ""}, column{"flops", "best", "amd", "flops", ""}
	lnzIn, flopsIn := column{"nnz(L), by AMD in blocks", "best", "best", "lnz", "amd_lnz"}, column{"flops, by AMD in blocks", "best", "best", "flops", "amd_flops"}
	wall, whole := column{"choice, by METIS", "best", "metis", "wall", ""}, column{"analysis, by METIS", "report", "metis", "wall", ""}
	writeColumns(doc, o, inputs, []column{
		lnz, lnzIn, flops, flopsIn,
		{"peers, nnz(L)", "peers", "amd", "lnz", ""}, {"peers, flops", "peers", "amd", "flops", ""}, {"choice ms", "best", "", "wall", ""}, wall, whole,
	}, everyMatrix, circuits)
	var t targets
	t.atMost("portfolio: nnz(L) by AMD", 0.938, meanValue(o, inputs, lnz, everyMatrix))
	t.atMost("portfolio: nnz(L) by AMD, in blocks where that is less", 0.938, meanValue(o, inputs, lnzIn, everyMatrix))
	t.atMost("portfolio: flops by AMD, circuits", 0.80, meanValue(o, inputs, flops, circuits))
	t.atMost("portfolio: flops by AMD, in blocks where that is less, circuits", 0.80, meanValue(o, inputs, flopsIn, circuits))
	t.atMost("portfolio: elapsed time of the choice by METIS", 2, meanValue(o, inputs, wall, everyMatrix))
	t.atMost("portfolio: elapsed time of the whole analysis by METIS", 2, meanValue(o, inputs, whole, everyMatrix))
	return t
}

// amdTable compares AMD with that of SuiteSparse.
func amdTable(doc *strings.Builder, o outcomes, inputs []input) []target {
	doc.WriteString("\n## AMD beside SuiteSparse\n\nOf a graph that is ready. Ratios are nrkit by amd_2. " +
		fmt.Sprintf("The least of %d rounds or more on matrices of %d entries and less.\n", briefRounds, briefEntries))
	cpu := column{"CPU, ratio", "amd", "ssamd", "cpu", ""}
	writeColumns(doc, o, inputs, []column{
		{"CPU ms", "amd", "", "cpu", ""}, cpu, {"nnz(L), ratio", "amd", "ssamd", "lnz", ""},
	}, everyMatrix)
	var t targets
	t.atMost("AMD: CPU time by SuiteSparse", 1, meanValue(o, inputs, cpu, everyMatrix))
	return t
}

func meanValue(o outcomes, inputs []input, k column, g group) float64 {
	m, _ := meanOf(o, inputs, k, g)
	return m
}
