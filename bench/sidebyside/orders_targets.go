//go:build linux

package main

import (
	"fmt"
	"strings"
)

// A target is a figure that is asked for, and what it is.
type target struct {
	what, want string
	got        float64
	met        bool
}

type targets []target

func (t *targets) atMost(what string, want, got float64) {
	*t = append(*t, target{what, fmt.Sprintf("≤ %g", want), got, got <= want})
}

func (t *targets) atLeast(what string, want, got float64) {
	*t = append(*t, target{what, fmt.Sprintf("≥ %g", want), got, got >= want})
}

// write writes the targets as a table. One whose figure is not known is not
// met.
func (t targets) write(doc *strings.Builder) {
	doc.WriteString("\n## Targets\n\n| target | wanted | measured | |\n| --- | ---: | ---: | --- |\n")
	for _, x := range t {
		verdict := "met"
		if !x.met {
			verdict = "**not met**"
		}
		fmt.Fprintf(doc, "| %s | %s | %.3g | %s |\n", x.what, x.want, x.got, verdict)
	}
}
