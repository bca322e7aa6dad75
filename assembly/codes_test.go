package assembly

import (
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/schemagen"
)

// Each code of a warning has an input that leads to it.
func TestCodes(t *testing.T) {
	codes, err := schemagen.Codes(".")
	if err != nil {
		t.Fatal(err)
	}
	inputs := map[string]string{
		codeUnknownKey: `{"format":"nr-devices","version":1,"n_unknowns":1,"groups":[],"extra":1}`,
	}
	for _, c := range codes {
		d, err := ReadDevices("f.json", strings.NewReader(inputs[c.Value]))
		if err != nil {
			t.Errorf("%s: %v", c.Value, err)
			continue
		}
		if !slices.ContainsFunc(d.Warnings, func(w Warning) bool { return w.Code == c.Value }) {
			t.Errorf("%s: got %v", c.Value, d.Warnings)
		}
	}
}
