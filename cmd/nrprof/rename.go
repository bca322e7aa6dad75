package main

import (
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/trace"
)

// withoutDomains returns t with the ranges of NVTX domains under their own names,
// without those of the domains, and a warning for each domain that has none.
func withoutDomains(t *trace.Trace, domains []string) (*trace.Trace, []string) {
	met := make([]bool, len(domains))
	t = trace.Rename(t, func(name string) string {
		for i, d := range domains {
			if text, ok := strings.CutPrefix(name, d+":"); ok && text != "" {
				met[i] = true
				return text
			}
		}
		return name
	})
	var warnings []string
	for i, d := range domains {
		if met[i] || d == "nrkit" { // whose names are without it
			continue
		}
		text := "--domain " + d + ": no range is of that domain"
		if like := cli.DidYouMean(d, domainsOf(t)); like != "" {
			text += "; " + like
		}
		warnings = append(warnings, text)
	}
	return t, warnings
}

// domainsOf returns what may be the domains of names.
func domainsOf(t *trace.Trace) []string {
	var list []string
	for i, name := range t.Names {
		if d, _, ok := strings.Cut(name, ":"); ok && d != "" && t.Sort(int32(i)) == "" {
			list = append(list, d)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
