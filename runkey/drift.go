package runkey

import (
	"encoding/json"
	"strings"
)

// Text returns the document key/v1 of k, or nil if k is nil.
func (k *Key) Text() json.RawMessage {
	if k == nil {
		return nil
	}
	text, err := k.MarshalJSON()
	if err != nil {
		return nil // parts are what JSON can say: New has checked them
	}
	return text
}

// PurposeNames returns the names of purposes with a separator between them.
func PurposeNames(list []Purpose, separator string) string {
	names := make([]string, len(list))
	for i, p := range list {
		names[i] = p.String()
	}
	return strings.Join(names, separator)
}

// Drift words what changed during a run, one line per difference between its key at
// the start and its key at the end. A part that one key does not know is left out.
func Drift(list []Difference) []string {
	var out []string
	for _, d := range list {
		if d.Unknown {
			continue
		}
		text := "changed during the run: " + d.Name + " was " + orAbsent(d.Old) + ", then " + orAbsent(d.New)
		if len(d.Matters) > 0 {
			text += " (matters for " + PurposeNames(d.Matters, ", ") + ")"
		}
		out = append(out, text)
	}
	return out
}

// DriftOf is Drift for the documents of two keys. If a document is nil, no
// difference is reported. A document that cannot be read gives a line, too.
func DriftOf(start, end json.RawMessage) []string {
	var keys [2]*Key
	var warnings []string
	for i, text := range [...]json.RawMessage{start, end} {
		if text == nil {
			continue
		}
		k, err := Parse(text)
		if err != nil {
			warnings = append(warnings, "the key at the "+[...]string{"start", "end"}[i]+" cannot be read: "+err.Error())
		}
		keys[i] = k
	}
	if keys[0] == nil || keys[1] == nil {
		return warnings
	}
	return append(warnings, Drift(Explain(keys[0], keys[1]))...)
}

// orAbsent returns a value, or what stands for none.
func orAbsent(s string) string {
	if s == "" {
		return "absent"
	}
	return s
}
