package diagnose

import (
	"fmt"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/runkey"
)

// keyDrift finds runs whose identity changed while they ran: a variable of the
// environment that the program set, a binary that was built anew, a device that
// went away. Times before and after are then of two configurations. Every part
// that differs is reported; if none affects code, timing or results, the finding is
// an info. A part
// that one key does not have is no difference.
func keyDrift() Rule {
	return Rule{
		ID:      "key-drift",
		Meaning: "The identity of the run changed between its start and its end: environment, binary, devices or CPU",
		Needs:   "a capture with keys of its start and its end, or an export beside which nrprof nsys left both keys",
		Summary: true,
		Check:   checkDrift,
	}
}

func checkDrift(in *Input) Outcome {
	var list []Finding
	compared, parts := 0, 0
	for i := range in.Keys {
		k := &in.Keys[i]
		if k.Start == nil || k.End == nil {
			continue
		}
		compared++
		parts += len(k.Start.Parts())
		if f := drifted(k); f != nil {
			list = append(list, *f)
		}
	}
	switch {
	case len(list) > 0:
		return Found(list...)
	case compared > 0:
		return Clear(fmt.Sprintf("%s are the same at start and end", units.Plural(parts, "part")))
	}
	return Abstain("the trace does not have the identity of the run at both its start and its end")
}

// drifted compares the keys of a file; nil when they agree.
func drifted(k *Keys) *Finding {
	var ev []Evidence
	var names []string
	severity := Info
	for _, d := range runkey.Explain(k.Start, k.End) {
		if d.Unknown {
			continue
		}
		text := fmt.Sprintf("%s was %s at the start and %s at the end", d.Name, orAbsent(d.Old), orAbsent(d.New))
		if len(d.Matters) > 0 {
			severity = Warning
			text += "; this affects " + purposes(d.Matters)
		}
		names = append(names, d.Name)
		ev = append(ev, Evidence{Text: text, Value: 1, Unit: "parts", Source: fmt.Sprintf("%s: key/v1 .parts[] | select(.name==%q)", k.Source, d.Name)})
	}
	if len(ev) == 0 {
		return nil
	}
	return &Finding{Severity: severity, Evidence: ev, Title: fmt.Sprintf("%s changed while the program ran: %s", units.Plural(len(names), "part")+" of the identity", firstWords(names)),
		Try: []string{"set environment variables and build the binary before the program starts", "do not compare this run with other runs: nrprof compare lists the parts that differ"}}
}

// orAbsent writes a value that may be none.
func orAbsent(s string) string {
	if s == "" {
		return "absent"
	}
	return s
}

// purposes lists what a difference matters for.
func purposes(list []runkey.Purpose) string {
	var words []string
	for _, p := range list {
		words = append(words, p.String())
	}
	return strings.Join(words, ", ")
}

// firstWords joins the first few words.
func firstWords(list []string) string {
	const few = 3
	text := strings.Join(list[:min(len(list), few)], ", ")
	if len(list) > few {
		text += fmt.Sprintf(" and %d more", len(list)-few)
	}
	return text
}
