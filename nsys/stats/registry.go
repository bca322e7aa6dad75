package stats

import (
	"errors"
	"fmt"
	"strings"

	"github.com/nrkit/nrkit/nsys"
)

// A Report is one of the known reports.
type Report struct {
	Name    string   // of 2023 and later
	Old     string   // of 2022; empty when there was none
	Title   string   // as nsys prints it above the table
	Says    string   // its content, in a few words
	Args    []string // names of the arguments that it takes
	Default bool     // is printed when no report is named
	Own     bool     // Nsight Systems does not have it
	verdict *verdict // of a rule that found nothing; nil for other reports
	compute func(*request) (*Table, error)
}

// A request is what a report is computed from.
type request struct {
	*nsys.Export
	Options
	old bool // as 2022.4 prints it, with its name of 2022
}

// Arguments that several reports take.
var (
	timeArgs   = []string{"start", "end", "nvtx"}
	kernelArgs = append([]string{"base", "mangled"}, timeArgs...)
	namedArgs  = append([]string{"nvtx-name"}, kernelArgs...)
)

// families returns what makes the reports, in their order. They are made when
// they are asked for: a program that prints one needs one family.
func families() [6]func() []Report {
	return [...]func() []Report{nvtxReports, hostReports, deviceReports, launchReports, memoryReports, rules}
}

// Reports returns all reports. The default reports are in the order in which they
// are printed.
func Reports() []Report {
	var list []Report
	for _, family := range families() {
		list = append(list, family()...)
	}
	return list
}

// Find returns the report with the name, old or new, or nil if no report has it.
func Find(name string) *Report {
	for _, family := range families() {
		list := family()
		for i := range list {
			if r := &list[i]; r.Name == name || r.Old != "" && r.Old == name {
				return r
			}
		}
	}
	return nil
}

// An UnknownReportError says that no report has the name.
type UnknownReportError struct{ Report string }

func (e *UnknownReportError) Error() string { return fmt.Sprintf("unknown report %q", e.Report) }

// Check returns what is wrong with the name or the options of a report.
//
// Errors: *UnknownReportError; *ArgumentError.
func Check(report string, o Options) error {
	r := Find(report)
	if r == nil {
		return &UnknownReportError{report}
	}
	return o.check(r, report)
}

// Run computes a report of an export.
//
// A rule that found nothing in the data of an export is a table without rows
// that says so; see Table.Nothing.
//
// Errors: the errors of Check and of the export; ErrNoData, wrapped, if the export
// has no data for the report.
func Run(e *nsys.Export, report string, o Options) (*Table, error) {
	r := Find(report)
	if r == nil {
		return nil, &UnknownReportError{report}
	}
	if err := o.check(r, report); err != nil {
		return nil, err
	}
	if strings.HasPrefix(r.Name, "nvtx") && !e.Has("NVTX_EVENTS") { // even of kernels outside of ranges, as with NVIDIA
		return nil, fmt.Errorf("%s: %w: it has no table NVTX_EVENTS", report, ErrNoData)
	}
	t, err := r.compute(&request{e, o, r.Old == report})
	if errors.Is(err, ErrNoData) {
		return nil, fmt.Errorf("%s: %w", report, err)
	}
	if err != nil {
		return nil, err
	}
	t.Report, t.Title = report, r.Title
	if r.Old == report {
		t.Null = "None"
	}
	if t.Len() > 0 {
		return t, nil
	}
	if t.Nothing, err = r.verdict.nothing(e, &o); err != nil {
		return nil, err
	}
	if t.Nothing == "" {
		return nil, fmt.Errorf("%s: %w", report, ErrNoData)
	}
	return t, nil
}
