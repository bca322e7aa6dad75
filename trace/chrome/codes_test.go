package chrome_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/schemagen"
	"github.com/nrkit/nrkit/trace/chrome"
)

// Each code of a warning has an input that leads to it.
func TestCodes(t *testing.T) {
	codes, err := schemagen.Codes(".")
	if err != nil {
		t.Fatal(err)
	}
	const b, x = `{"ph":"B","name":"a","ts":`, `{"ph":"X","name":"x","ts":`
	var staggered []string
	for k := range 100 {
		staggered = append(staggered, fmt.Sprintf(`%s%d,"dur":1000}`, x, 2*k))
	}
	inputs := map[string]string{
		"end-without-begin": `[{"ph":"E","ts":1}]`,
		"end-not-innermost": `[` + b + `0},{"ph":"B","name":"b","ts":1},{"ph":"E","name":"a","ts":2},{"ph":"E","name":"b","ts":3}]`,
		"overlap":           `[` + x + `0,"dur":2},` + x + `1,"dur":2}]`,
		"too-many-overlaps": `[` + strings.Join(staggered, ",") + `]`,
		"rounding":          `[` + x + `0.001,"dur":1.001},` + x + `1.001,"dur":1}]`,
		"open-range":        `[` + b + `1}]`,
		"no-duration":       `[` + x + `1}]`,
		"negative-duration": `[` + x + `1,"dur":-2}]`,
		"skipped-phase":     `[{"ph":"s","ts":1}]`,
		"skipped-argument":  `[` + x + `1,"dur":2,"args":{"s":"word"}}]`,
		"no-phase":          `[{"ts":1}]`,
		"unterminated":      `{"traceEvents":[` + x + `1,"dur":2}`,
		"no-timestamp":      `[{"ph":"B"}]`,
	}
	for _, c := range codes {
		_, warnings, err := chrome.Read(strings.NewReader(inputs[c.Value]))
		if err != nil {
			t.Errorf("%s: %v", c.Value, err)
			continue
		}
		if !slices.ContainsFunc(warnings, func(w chrome.Warning) bool { return w.Code == c.Value }) {
			t.Errorf("%s: got %v", c.Value, warnings)
		}
	}
}
