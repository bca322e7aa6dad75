package export

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"

	"github.com/nrkit/nrkit/internal/nsys/nvtxt"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/benchfmt"
	"github.com/nrkit/nrkit/trace/chrome"
	"github.com/nrkit/nrkit/trace/export/internal/csv"
	"github.com/nrkit/nrkit/trace/perfetto"
	"github.com/nrkit/nrkit/trace/pprof"
)

// A Format is a file format that traces are written in.
type Format struct {
	Suffix string // of the names of its files, in lower case
	Name   string // for people
	Write  func(w io.Writer, t *trace.Trace) error
}

// Formats returns all formats, in the order they are listed to people.
func Formats() []Format {
	return []Format{
		{".pftrace", "Perfetto", perfetto.Write},
		{".pb.gz", "pprof", pprof.Write},
		{".json", "Chrome JSON", chrome.Write},
		{".json.gz", "Chrome JSON, gzip", compressed(chrome.Write)},
		{".csv", "CSV, one row per range", csv.Write},
		{".bench.txt", "Go benchmark format", benchfmt.Write},
		{".nvtxt", "NVTXT, for ImportNvtxt of Nsight Systems", nvtxt.Write},
		{".nrt", "capture of nrprof", trace.Save},
	}
}

// ByName returns the format for the ending of a file name, in upper or lower case.
// The error lists the formats.
func ByName(path string) (Format, error) {
	name := strings.ToLower(filepath.Base(path))
	var known []string
	for _, f := range Formats() {
		if strings.HasSuffix(name, f.Suffix) {
			return f, nil
		}
		known = append(known, f.Suffix)
	}
	return Format{}, fmt.Errorf("%s: want a file name that ends in one of %s", path, strings.Join(known, " "))
}

// BySuffix returns the format of a suffix, and false if no format has the suffix.
func BySuffix(suffix string) (Format, bool) {
	for _, f := range Formats() {
		if f.Suffix == suffix {
			return f, true
		}
	}
	return Format{}, false
}

// Names returns the suffixes of the formats without their first dot.
func Names() []string {
	var names []string
	for _, f := range Formats() {
		names = append(names, f.Suffix[1:])
	}
	return names
}

// List describes the formats, one on a line.
func List() string {
	var b strings.Builder
	for _, f := range Formats() {
		fmt.Fprintf(&b, "  %-11s %s\n", f.Suffix, f.Name)
	}
	return b.String()
}

// compressed returns a writer of what write writes, in gzip.
func compressed(write func(io.Writer, *trace.Trace) error) func(io.Writer, *trace.Trace) error {
	return func(w io.Writer, t *trace.Trace) error {
		z := gzip.NewWriter(w)
		if err := write(z, t); err != nil {
			return err
		}
		return z.Close()
	}
}
