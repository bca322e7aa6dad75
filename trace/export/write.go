package export

import (
	"io"

	"github.com/nrkit/nrkit/trace"
)

// Write writes t in the format f. If t becomes unreadable while it is read, the
// error is the error of t.
func Write(w io.Writer, f Format, t *trace.Trace) error {
	if err := f.Write(w, t); err != nil {
		return err
	}
	return t.Err()
}
