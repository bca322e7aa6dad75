package cli

import (
	"encoding/json"
	"io"
)

// WriteJSON writes a document as indented JSON with a newline at its end.
func WriteJSON(w io.Writer, doc any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(doc)
}
