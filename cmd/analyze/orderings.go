package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/analysis"
)

// newOrderingsTopic returns the topic of help that explains the orderings.
func newOrderingsTopic() *cobra.Command {
	var b strings.Builder
	b.WriteString("These are the names that --ordering takes, and where each is the one to take.\n")
	for _, d := range analysis.Descriptions() {
		b.WriteString("\n  " + d.Name + strings.Repeat(" ", max(1, 10-len(d.Name))) + indented(d.Is+".", 12) +
			"\n" + strings.Repeat(" ", 12) + indented("Take it "+d.Wins+".", 12) + "\n")
	}
	b.WriteString("\n" + indented(`No ordering is best on every matrix: --ordering best runs the ones that may win
and compares them. docs/orderings.md in the repository has measurements.`, 0) + "\n")
	return &cobra.Command{
		Use:   "orderings",
		Short: "what the names of orderings mean, and which one to take",
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
