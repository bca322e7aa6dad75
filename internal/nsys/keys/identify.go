package keys

import (
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/trace"
)

// Identify gives the trace of an export its keys: the key of the export, and the
// keys that nrprof nsys left beside the file name, as [Add] does. An export on
// standard input, whose name is stdin, has nothing beside it.
func Identify(t *trace.Trace, e *nsys.Export, name string) (warnings []string, err error) {
	if t.Header.Key, err = OfExport(e); err != nil {
		return nil, err
	}
	if name == "stdin" {
		return nil, nil
	}
	return Add(t, e, name)
}
