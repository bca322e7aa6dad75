package export

import (
	"io"

	"github.com/nrkit/nrkit/trace"
)

// Write writes t in the format f. The error is that of t where it turns out
// unreadable while it is read.
func Write(w io.Writer, f Format, t *trace.Trace) error {
	if err := f.Write(w, t); err != nil {
		return err
	}
	return t.Err()
}
