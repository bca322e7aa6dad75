package compare

import (
	"io"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/reports"
)

// Markdown writes a document of r, such as [Brief], with all quantities and counts
// folded away below it.
func Markdown(w io.Writer, r *compare.Result, brief *reports.Document) error {
	if err := reports.Markdown(w, brief); err != nil {
		return err
	}
	if _, err := io.WriteString(w, "\n<details>\n<summary>All quantities and counts</summary>\n\n"); err != nil {
		return err
	}
	if err := reports.Markdown(w, Details(r)); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n</details>\n")
	return err
}
