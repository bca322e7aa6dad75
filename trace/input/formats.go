package input

import (
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/nrs"
	"github.com/nrkit/nrkit/internal/xplane"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/benchfmt"
	"github.com/nrkit/nrkit/trace/chrome"
)

// A Kind says what a file is.
type Kind int

const (
	Unknown      Kind = iota
	Capture           // .nrt, of package trace
	NsightExport      // SQLite export of Nsight Systems
	NsightReport      // what nsys reads and exports
	NsightStream      // what nsys recorded and did not import yet
	XPlane            // profile of JAX, also compressed
	ChromeJSON        // Trace Event Format, also compressed
	Benchmarks        // results of Go benchmarks
	Summary           // captures that were added up, .nrs: no trace
)

// A Format is a file format that [Open] reads.
type Format struct {
	Kind     Kind
	Name     string   // for people, with its article
	Suffixes []string // of the names of its files, in lower case, the usual one first
	Packed   bool     // files may be compressed with gzip
	Needs    string   // what has to be installed to read it; "" for nothing
}

// A row is what this package knows of a format.
type row struct {
	Format
	starts func(head []byte) bool         // a file begins like this
	read   func(s *source) (*File, error) // nil for what holds no trace
}

// table returns what is known of every format. Where a file could be of two, the
// first counts.
func table() []row {
	return []row{
		{Format{Kind: Capture, Name: "a capture", Suffixes: []string{".nrt"}}, trace.Is, readCapture},
		{Format{Kind: NsightExport, Name: "an SQLite export of Nsight Systems", Suffixes: []string{".sqlite"}}, nsys.IsExport, readExport},
		{Format{Kind: NsightReport, Name: "a report of Nsight Systems", Suffixes: []string{".nsys-rep", ".qdrep"}, Needs: "an installed nsys"}, nsys.IsReport, readReport},
		{Format{Kind: NsightStream, Name: "a recording of nsys", Suffixes: []string{".qdstrm"}}, nsys.IsStream, nil},
		{Format{Kind: XPlane, Name: "a profile of JAX", Suffixes: []string{".xplane.pb"}, Packed: true}, xplane.Is, readProfile},
		{Format{Kind: ChromeJSON, Name: "Chrome JSON", Suffixes: []string{".json", ".json.gz"}, Packed: true}, chrome.Is, readChrome},
		{Format{Kind: Summary, Name: "a summary of captures", Suffixes: []string{".nrs"}}, nrs.Is, nil},
		{Format{Kind: Benchmarks, Name: "results of Go benchmarks", Suffixes: []string{".bench.txt"}}, benchfmt.Is, nil},
	}
}

// Formats returns the formats that hold traces. If a folder has files of several
// formats, the files of the first format are the runs, and the other files were
// often made from them.
func Formats() []Format {
	var list []Format
	for _, r := range table() {
		if r.read != nil {
			list = append(list, r.Format)
		}
	}
	return list
}

// String returns the name of the format with the endings of its files.
func (f Format) String() string { return f.Name + " (" + strings.Join(f.Suffixes, ", ") + ")" }

// String returns the name of the format, such as "a capture".
func (k Kind) String() string {
	for _, r := range table() {
		if r.Kind == k {
			return r.Name
		}
	}
	return "unknown"
}

// FromNsight says whether a trace of that kind was recorded by Nsight Systems.
func (k Kind) FromNsight() bool {
	return slices.Contains([]Kind{NsightExport, NsightReport, NsightStream}, k)
}

// known lists the formats for a message.
func known() string {
	var names []string
	for _, f := range Formats() {
		names = append(names, f.String())
	}
	return strings.Join(names, ", ")
}
