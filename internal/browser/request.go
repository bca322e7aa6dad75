package browser

import (
	"bytes"

	"github.com/nrkit/nrkit/reports"
)

// A Request is what a visitor of the page asks for.
type Request struct {
	Files   []string          `json:"files"`   // paths; several matrices are a series, several captures are ranks
	Example string            `json:"example"` // name of an example; "" for files
	Options map[string]string `json:"options"` // values by names; of empty values, the default counts
}

// A Page hears of a request before its result. Functions may be nil.
type Page struct {
	// Progress is called with the number of finished steps, the number of all steps, and
	// the step that has ended.
	Progress func(done, total int, step string)
	// Verdict is called with the first part of the report, an element main as in the
	// result: what a visitor came for, while tables and drawings are made.
	Verdict func(body string)
}

// Show lets the page show the first part of the report.
func (p Page) Show(part *reports.Document) error {
	if p.Verdict == nil {
		return nil
	}
	var b bytes.Buffer
	if err := reports.HTMLBody(&b, part); err != nil {
		return err
	}
	p.Verdict(b.String())
	return nil
}
