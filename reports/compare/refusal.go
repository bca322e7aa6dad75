package compare

import (
	"fmt"
	"strings"

	"github.com/nrkit/nrkit/compare"
)

// orNone writes a part of a key, which may be missing.
func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// Refusal says in what runs differ that should not be compared.
func Refusal(list []compare.Difference) string {
	var parts []string
	for _, d := range list {
		text := fmt.Sprintf("%s: %s → %s", d.Part, orNone(d.Old), orNone(d.New))
		if d.Where != "sides" {
			text = fmt.Sprintf("%s: %s in the first run of the %s side, %s in %s", d.Part, orNone(d.Old), d.Where, orNone(d.New), d.Run)
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}
