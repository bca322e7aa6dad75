package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/units"
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
		text := "--domain " + d + ": no range is of that domain"
		if like := cli.DidYouMean(d, domainsOf(t)); like != "" {
			text += "; " + like
		}
		warnings = append(warnings, text)
	}
	return t, warnings
}

// groupNumbers returns a name with # for each run of digits, and for hexadecimal
// numbers that start with 0x.
func groupNumbers(name string) string {
	if strings.IndexFunc(name, isDigit) < 0 {
		return name
	}
	var b strings.Builder
	for len(name) > 0 {
		k := strings.IndexFunc(name, isDigit)
		if k < 0 {
			k = len(name)
		}
		b.WriteString(name[:k])
		if name = name[k:]; name == "" {
			break
		}
		rest := strings.TrimLeftFunc(name, isDigit)
		if hex, ok := strings.CutPrefix(name, "0x"); ok && strings.TrimLeft(hex, hexDigits) != hex {
			rest = strings.TrimLeft(hex, hexDigits)
		}
		b.WriteByte('#')
		name = rest
	}
	return b.String()
}

const hexDigits = "0123456789abcdefABCDEF"

func isDigit(c rune) bool { return c >= '0' && c <= '9' }

// manyNames is from how many names on they may be too many to read.
const manyNames = 1000

// groupingHelps says what --group-numbers would do to phases of many names, ""
// where they are few or it would do little.
func groupingHelps(phases []trace.Phase) string {
	if len(phases) <= manyNames {
		return ""
	}
	grouped := map[string]bool{}
	for i := range phases {
		grouped[groupNumbers(phases[i].Name)] = true
	}
	if len(grouped) > len(phases)/2 {
		return ""
	}
	return fmt.Sprintf("Of %s names many differ in numbers alone: --group-numbers makes %s of them.", units.Integer(int64(len(phases))), units.Integer(int64(len(grouped))))
}

// groupingCompares says what --group-numbers would do to ranges that one side alone
// has, "" where they are few or it would do little.
func groupingCompares(r *compare.Result) string {
	names := [2]map[string]bool{{}, {}}
	for k, side := range [2][]compare.Lone{r.OnlyOld, r.OnlyNew} {
		for _, x := range side {
			if x.Kind == compare.Phase || x.Kind == compare.Range {
				names[k][groupNumbers(x.Name)] = true
			}
		}
	}
	both := 0
	for name := range names[0] {
		if names[1][name] {
			both++
		}
	}
	if n := len(r.OnlyOld) + len(r.OnlyNew); n < manyLone || both == 0 {
		return ""
	}
	return "Many names of ranges differ between the sides only in numbers: --group-numbers compares them."
}

// manyLone is from how many quantities of one side alone on they may be too many.
const manyLone = 20

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
