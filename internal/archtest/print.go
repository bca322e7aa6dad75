package archtest

import "strings"

// line returns a rule as a line of the table in ARCHITECTURE.md.
func (r rule) line() string {
	return "| `" + r.pkg + "` | " + r.importList() + " | " + r.why + " |"
}

// importList returns the imports of a rule as ARCHITECTURE.md prints them.
func (r rule) importList() string {
	if len(r.imports) == 0 {
		return "–"
	}
	return "`" + strings.Join(r.imports, "` `") + "`"
}
