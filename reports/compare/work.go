package compare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/internal/units"
)

// oneRunEach reports whether each side is one run.
func oneRunEach(r *compare.Result) bool { return len(r.Old.Runs) == 1 && len(r.New.Runs) == 1 }

// deviceSentences says what devices did on both sides. The figures are of these
// runs: none of the sentences says that the programs differ. That the work is
// different is left out where it has been said.
func deviceSentences(w *compare.Work, different bool) []string {
	if w == nil {
		return nil
	}
	var list []string
	for _, s := range []string{spanSentence(w, different), unitSentence(w), totalsSentence(w), idleSentence(w), namesSentence(w)} {
		if s != "" {
			list = append(list, s)
		}
	}
	return list
}

// spanSentence compares how long the runs took with how much the devices did.
func spanSentence(w *compare.Work, different bool) string {
	text := fmt.Sprintf("Span of the trace: %s (%s)", arrow(w.Span), relative(w.Span))
	if w.Operations.Old+w.Operations.New == 0 {
		return text + ". Neither side has device work: the programs launched none, or the work was not captured."
	}
	for _, side := range []struct {
		name string
		n    float64
	}{{"old", w.Operations.Old}, {"new", w.Operations.New}} {
		if side.n == 0 {
			return text + fmt.Sprintf(". The %s side has no device work: the program launched none, or the work was not captured.", side.name)
		}
	}
	text += fmt.Sprintf("; summed device time: %s (%s)", arrow(w.Total), relative(w.Total))
	if w.Operations.Old == w.Operations.New {
		return text + fmt.Sprintf(". Both sides have %s device operations.", countText(w.Operations.Old))
	}
	text += fmt.Sprintf("; device operations: %s (%s).", arrowCount(w.Operations), relative(w.Operations))
	if !different {
		text += " The traces hold different work: compare means, not totals."
	}
	return text
}

// unitSentence compares steady time steps or iterations.
func unitSentence(w *compare.Work) string {
	if w.UnitMean == nil {
		return ""
	}
	return fmt.Sprintf("A steady %s takes %s on average (%s).", w.UnitName(), arrow(*w.UnitMean), relative(*w.UnitMean))
}

// totalsSentence names the operations whose totals grew and shrank most.
func totalsSentence(w *compare.Work) string {
	var parts []string
	for _, x := range w.Totals { // the largest difference first
		if d := x.Total.Delta(); x.Only == "" && d != 0 && !slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(p, sign(d)) }) {
			parts = append(parts, fmt.Sprintf("%s %s (%s, mean %s)", cut(x.Name), delta(x.Total), launches(x.Count), arrow(x.Mean)))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "Largest differences in totals on devices: " + strings.Join(parts, "; ") + "."
}

// sign is how delta begins, behind the name.
func sign(d float64) string {
	if d < 0 {
		return " −"
	}
	return " +"
}

// launches says how many there were.
func launches(p compare.Pair) string {
	if p.Old == p.New {
		return countText(p.Old) + " launches on both sides"
	}
	return arrowCount(p) + " launches"
}

// idleSentence says how long devices were idle.
func idleSentence(w *compare.Work) string {
	var parts []string
	for _, x := range w.Devices {
		if x.Only == "" && len(parts) < screenDevices {
			parts = append(parts, fmt.Sprintf("%s %s", x.Name, arrow(x.Idle)))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "Idle between first and last operation: " + strings.Join(parts, ", ") + "."
}

// longNames is how many names of kernels a sentence has.
const longNames = 3

// namesSentence says which kernels are new and which are gone.
func namesSentence(w *compare.Work) string {
	var both int
	lists := map[string][]string{}
	for _, x := range w.Totals {
		if !x.IsKernel() {
			continue
		}
		if only := x.Only; only == "" {
			both++
		} else {
			lists[only] = append(lists[only], cut(x.Name))
		}
	}
	old, new := lists["old"], lists["new"]
	switch {
	case both+len(old)+len(new) == 0, w.Operations.Old == 0, w.Operations.New == 0: // which may not have been captured
		return ""
	case len(old)+len(new) == 0:
		return fmt.Sprintf("Kernels: both sides have the same %s.", units.Plural(both, "name"))
	}
	return fmt.Sprintf("Kernels: %s on both sides; new: %s; gone: %s.", units.Plural(both, "name"), someNames(new), someNames(old))
}

// someNames lists the first of some names.
func someNames(list []string) string {
	if len(list) == 0 {
		return "none"
	}
	text := strings.Join(list[:min(len(list), longNames)], ", ")
	if n := len(list) - longNames; n > 0 {
		text += fmt.Sprintf(" and %s more", units.Integer(n))
	}
	return text
}
