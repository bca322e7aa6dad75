package input

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/nrkit/nrkit/nsys"
)

// OpenExport opens an SQLite export of Nsight Systems, whose rows the caller reads.
// Close of the export closes the file.
//
// Errors: a *Failure for a report, a recording of nsys or a capture, with what makes
// or reads an export; the errors of nsys.Open.
func OpenExport(path string) (*nsys.Export, error) {
	kind, err := SniffFile(path)
	if err != nil {
		kind = Sniff(nil, path) // nsys.Open has the error
	}
	switch kind {
	case NsightReport:
		return nil, &Failure{fmt.Errorf("%s: is a report of Nsight Systems, want its SQLite export", path),
			fmt.Sprintf("nsys export --type sqlite -o %s.sqlite %s", strings.TrimSuffix(path, filepath.Ext(path)), path)}
	case NsightStream:
		return nil, &Failure{fmt.Errorf("%s: is what nsys recorded, not yet a report", path), "nrprof nsys --import " + path + " makes the report and its export"}
	case Capture:
		return nil, &Failure{fmt.Errorf("%s: is a capture, want an SQLite export of Nsight Systems", path), "nrprof phases " + path}
	}
	return nsys.Open(path)
}
