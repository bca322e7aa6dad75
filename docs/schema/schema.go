package schema

import (
	"embed"
	"strings"
)

//go:embed *.schema.json
var files embed.FS

// Text returns the schema of the document name, such as "analyze/v1", and
// whether that document has a schema.
func Text(name string) ([]byte, bool) {
	base, _, _ := strings.Cut(name, "/")
	text, err := files.ReadFile(base + ".schema.json")
	return text, err == nil
}
