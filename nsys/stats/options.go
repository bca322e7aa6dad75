package stats

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Options are the arguments of a report. Each report takes some of them; see
// Report.Args.
type Options struct {
	Base     bool // base names of kernels, without their templates
	Mangled  bool // names of kernels as the compiler made them
	NVTXName bool // names of kernels after the name of the innermost NVTX range around their launch

	// What overlaps the time from Start to End, in ns, is looked at. Range is an
	// NVTX range, as range[@domain][/index], whose start and end are taken where
	// Start and End are 0; index counts ranges of that name by start, from 0.
	Start, End int64
	Range      string

	// Iterations is the NVTX range whose occurrences are iterations, as
	// range[@domain]; without a domain, the ranges of that name in any.
	Iterations string

	Rows      int64 // rows of a rule or of a table of addresses; 0 is the report's default
	Gap       int64 // ms from which a gap counts; 0 is 500
	Threshold int64 // percent below which a device is little used; 0 is 50
	Chunks    int64 // parts that the time of a device is split into; 0 is 30
}

// An ArgumentError says what is wrong with an argument of a report.
type ArgumentError struct {
	Report, Arg string
	Msg         string
}

func (e *ArgumentError) Error() string {
	return fmt.Sprintf("report %s: argument %q: %s", e.Report, e.Arg, e.Msg)
}

// Parse splits the name of a report from its arguments, as in
// cuda_gpu_kern_sum:base:nvtx=range. The name is not looked at.
//
// Errors: *ArgumentError.
func Parse(spec string) (report string, o Options, err error) {
	report, rest, more := strings.Cut(spec, ":")
	for more {
		var arg string
		arg, rest, more = strings.Cut(rest, ":")
		if msg := o.set(arg); msg != "" {
			return report, o, &ArgumentError{report, arg, msg}
		}
	}
	return report, o, nil
}

// set stores one argument and returns what is wrong with it.
func (o *Options) set(arg string) string {
	name, value, given := strings.Cut(arg, "=")
	switch name {
	case "base", "mangled", "nvtx-name":
		if given {
			return "takes no value"
		}
		*map[string]*bool{"base": &o.Base, "mangled": &o.Mangled, "nvtx-name": &o.NVTXName}[name] = true
		return ""
	case "nvtx":
		if value == "" {
			return "want nvtx=RANGE[@DOMAIN][/INDEX]"
		}
		o.Range = value
		return ""
	case "range":
		if value == "" {
			return "want range=RANGE[@DOMAIN]"
		}
		o.Iterations = value
		return ""
	}
	field := o.number(name)
	if field == nil {
		return "no report has this argument: want " + strings.Join(argumentNames, ", ")
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n < 0 {
		return fmt.Sprintf("want %s=NUMBER with a whole number of at least 0", name)
	}
	if name == "chunks" && (n < 1 || n > 1000) {
		return "want 1 to 1000 chunks"
	}
	*field = n
	return ""
}

// argumentNames are the arguments there are.
var argumentNames = []string{"base", "mangled", "nvtx-name", "start", "end", "nvtx", "range", "rows", "gap", "threshold", "chunks"}

// number returns where the value of an argument that is a number goes, nil for
// others.
func (o *Options) number(name string) *int64 {
	switch name {
	case "start":
		return &o.Start
	case "end":
		return &o.End
	case "rows":
		return &o.Rows
	case "gap":
		return &o.Gap
	case "threshold":
		return &o.Threshold
	case "chunks":
		return &o.Chunks
	}
	return nil
}

// given returns the names of the arguments that are not at their defaults.
func (o *Options) given() []string {
	var names []string
	for _, name := range argumentNames {
		set := name == "base" && o.Base || name == "mangled" && o.Mangled || name == "nvtx-name" && o.NVTXName || name == "nvtx" && o.Range != "" || name == "range" && o.Iterations != ""
		if n := o.number(name); n != nil && *n != 0 {
			set = true
		}
		if set {
			names = append(names, name)
		}
	}
	return names
}

// check returns what is wrong with the options of a report.
func (o *Options) check(r *Report, name string) error {
	for _, arg := range o.given() {
		if !slices.Contains(r.Args, arg) {
			want := "this report takes no arguments"
			if len(r.Args) > 0 {
				want = "want " + strings.Join(r.Args, ", ")
			}
			return &ArgumentError{name, arg, want}
		}
	}
	if o.End != 0 && o.Start > o.End {
		return &ArgumentError{name, "start", fmt.Sprintf("%d is after the end, %d", o.Start, o.End)}
	}
	return nil
}
