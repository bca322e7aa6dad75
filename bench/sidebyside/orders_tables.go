//go:build linux

package main

import (
	"fmt"
	"math"
	"strings"
)

// A column of a table compares a figure of two contenders.
type column struct {
	head         string
	ours, theirs string // keys; theirs "" for the figure itself
	figure       string
	other        string // figure of theirs, figure unless given
}

// value returns what the column says of a matrix: ours by theirs.
func (k column) value(o outcomes, in input) float64 {
	v := o.of(in, k.ours).figure(k.figure)
	if k.theirs == "" {
		return v
	}
	other := k.other
	if other == "" {
		other = k.figure
	}
	return v / o.of(in, k.theirs).figure(other)
}

// text returns a value of the column as text.
func (k column) text(v float64) string {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return "–"
	case k.theirs != "":
		return fmt.Sprintf("%.3f", v)
	case k.figure == "cpu" || k.figure == "wall":
		return millis(v)
	case v >= 1e6:
		return fmt.Sprintf("%.3g", v)
	case v == math.Trunc(v):
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.4g", v)
}

// A group is a set of matrices over which a mean is taken.
type group struct {
	name string
	has  func(input) bool
}

var (
	everyMatrix = group{"all", func(input) bool { return true }}
	largerOnes  = group{"n ≥ 2000", func(in input) bool { return in.cols >= 2000 }}
	circuits    = group{"circuits", func(in input) bool { return isCircuit(in.name) }}
)

// writeColumns writes a table of the columns: a line for each matrix on which
// one of the ratios is known, and one for the geometric means over each group.
func writeColumns(doc *strings.Builder, o outcomes, inputs []input, columns []column, groups ...group) {
	doc.WriteString("\n| matrix | n |")
	for _, k := range columns {
		fmt.Fprintf(doc, " %s |", k.head)
	}
	fmt.Fprintf(doc, "\n| --- | ---: |%s\n", strings.Repeat(" ---: |", len(columns)))
	for _, in := range inputs {
		fmt.Fprintf(doc, "| %s | %d |", in.name, in.rows)
		for _, k := range columns {
			fmt.Fprintf(doc, " %s |", k.text(k.value(o, in)))
		}
		doc.WriteString("\n")
	}
	for _, g := range groups {
		fmt.Fprintf(doc, "| **%s** | |", g.name)
		for _, k := range columns {
			if k.theirs == "" {
				doc.WriteString(" |")
				continue
			}
			m, n := meanOf(o, inputs, k, g)
			fmt.Fprintf(doc, " **%s** of %d |", k.text(m), n)
		}
		doc.WriteString("\n")
	}
}

// meanOf returns the geometric mean of a column over the matrices of a group of
// which it is known, and how many these are.
func meanOf(o outcomes, inputs []input, k column, g group) (mean float64, n int) {
	sum := 0.0
	for _, in := range inputs {
		v := k.value(o, in)
		if !g.has(in) || math.IsNaN(v) || math.IsInf(v, 0) || v <= 0 {
			continue
		}
		sum += math.Log(v)
		n++
	}
	return math.Exp(sum / float64(n)), n
}

// worstOf returns the largest value of a column, and of which matrix it is.
func worstOf(o outcomes, inputs []input, k column, g group) (worst float64, name string) {
	for _, in := range inputs {
		if v := k.value(o, in); g.has(in) && v > worst && !math.IsInf(v, 0) {
			worst, name = v, in.name
		}
	}
	return worst, name
}

// writeFailures writes which contenders did not finish, and why.
func writeFailures(doc *strings.Builder, o outcomes, inputs []input) {
	doc.WriteString("\n## What did not finish\n\n| matrix | ordering | |\n| --- | --- | --- |\n")
	for _, in := range inputs {
		for _, k := range contenders {
			if x := o.of(in, k.key); x != nil && x.failed != "" {
				fmt.Fprintf(doc, "| %s | %s | %s |\n", in.name, k.label, cell(x.failed))
			}
		}
	}
}
