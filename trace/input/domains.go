package input

import (
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/spelling"
	"github.com/nrkit/nrkit/trace"
)

// withoutDomains returns t with the ranges of NVTX domains under their own names,
// without those of the domains, and a warning for each domain that has none.
func withoutDomains(t *trace.Trace, domains []string) (*trace.Trace, []string) {
	met := make([]bool, len(domains))
	t = trace.Rename(t, func(name string) string {
		own := name
		for i, d := range domains { // one may be given twice, or begin another
			if text, ok := strings.CutPrefix(name, d+":"); ok && text != "" {
				met[i] = true
				if len(text) < len(own) {
					own = text
				}
			}
		}
		return own
	})
	var warnings []string
	for i, d := range domains {
		if met[i] || d == "nrkit" { // whose names are without it
			continue
		}
		text := "--domain " + d + ": no range belongs to this domain"
		if like := spelling.Closest(d, domainsOf(t)); like != "" {
			text += "; did you mean " + like + "?"
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
