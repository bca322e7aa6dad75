package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/analysis"
)

// newOrderingsTopic returns the topic of help that explains the orderings.
func newOrderingsTopic() *cobra.Command {
	var b strings.Builder
	b.WriteString("These names stand for orderings, for example in --ordering amd,btf+nd+shorter.\n")
	for _, d := range analysis.Descriptions() {
		b.WriteString("\n  " + d.Name + strings.Repeat(" ", max(1, 10-len(d.Name))) + indented(d.Is+".", 12) +
			"\n" + strings.Repeat(" ", 12) + indented("Use it "+d.Wins+".", 12) + "\n")
	}
	b.WriteString("\n" + indented(`No ordering is best on every matrix. --ordering best runs the orderings that may
win, and stops an ordering as soon as it cannot win. --ordering all runs each
ordering, alone and with btf+. By default analyze compares the orderings that fit
the matrix. docs/orderings.md in the repository has measurements.`, 0) + "\n")
	return &cobra.Command{
		Use:   "orderings",
		Short: "names of orderings: what each means, and when to use it",
		Long:  b.String(),
	}
}

// indented breaks text at spaces so that no line has more than 80 columns, and
// indents all lines but the first.
func indented(text string, by int) string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case by+len([]rune(line+" "+word)) > 80:
			lines = append(lines, line)
			line = word
		default:
			line += " " + word
		}
	}
	return strings.Join(append(lines, line), "\n"+strings.Repeat(" ", by))
}
