package stats

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/nrkit/nrkit/nsys"
)

// A Request is a report by one of its names, with its options.
type Request struct {
	Report  string
	Options Options
}

// ParseRequests reads lists of reports with commas between, as [Parse] reads each of
// the reports, and checks them.
//
// Errors: the errors of [Check].
func ParseRequests(lists []string) ([]Request, error) {
	var requests []Request
	for _, list := range lists {
		for _, spec := range strings.Split(list, ",") {
			report, o, err := Parse(spec)
			if err == nil {
				err = Check(report, o)
			}
			if err != nil {
				return nil, err
			}
			requests = append(requests, Request{report, o})
		}
	}
	return requests, nil
}

// Defaults returns the default reports, in their order.
func Defaults() []Request {
	var requests []Request
	for _, r := range Reports() {
		if r.Default {
			requests = append(requests, Request{Report: r.Name})
		}
	}
	return requests
}

// Select computes reports of an export. Without returns the error of each report
// that the export has no data for: it wraps ErrNoData. Begin is called with the place of
// each request before its report is computed; nil is not.
//
// Errors: the errors of [Run] except ErrNoData.
func Select(e *nsys.Export, requests []Request, begin func(k int)) (tables []*Table, without []error, err error) {
	for k, r := range requests {
		if begin != nil {
			begin(k)
		}
		t, err := Run(e, r.Report, r.Options)
		switch {
		case errors.Is(err, ErrNoData):
			without = append(without, err)
		case err != nil:
			return nil, nil, err
		default:
			tables = append(tables, t)
		}
	}
	return tables, without, nil
}

// Formats returns the formats of [WriteAll].
func Formats() []string { return []string{"table", "csv", "json"} }

// FormatOf returns the format that the name of a file asks for: csv or json by its
// ending, otherwise table.
func FormatOf(name string) string {
	switch ext := strings.ToLower(filepath.Ext(name)); ext {
	case ".csv", ".json":
		return ext[1:]
	}
	return "table"
}

// WriteAll writes tables one below the other in one of the Formats, each below its
// title unless alone is set. Several tables in JSON are the members of one object.
// In the format table, names are cut where lines would have more than width columns;
// 0 is no limit.
func WriteAll(w io.Writer, tables []*Table, format string, alone bool, width int) error {
	for i, t := range tables {
		if !alone {
			if err := t.writeHead(w, format, i == 0); err != nil {
				return err
			}
		}
		var err error
		switch format {
		case "csv":
			err = t.WriteCSV(w)
		case "json":
			err = t.WriteJSON(w)
		default:
			err = t.WriteTextWithin(w, width)
		}
		if err != nil {
			return err
		}
	}
	if !alone && format == "json" {
		_, err := io.WriteString(w, "}\n")
		return err
	}
	return nil
}

// writeHead writes what stands above a table that is one of several.
func (t *Table) writeHead(w io.Writer, format string, first bool) error {
	separator := map[bool]string{false: "\n"}[first]
	var err error
	switch format {
	case "json":
		_, err = fmt.Fprintf(w, "%s%q: ", map[bool]string{true: "{\n", false: ",\n"}[first], t.Report)
	case "csv":
		_, err = fmt.Fprintf(w, "%s# %s (%s)\n", separator, t.Title, t.Report)
	default:
		_, err = fmt.Fprintf(w, "%s%s (%s)\n\n", separator, t.Title, t.Report)
	}
	return err
}

// Names returns all names of reports, today's before the name of 2022.
func Names() []string {
	var names []string
	for _, r := range Reports() {
		names = append(names, r.Name)
		if r.Old != "" && r.Old != r.Name {
			names = append(names, r.Old)
		}
	}
	return names
}

// List returns a table of the reports: their names, which of them are default ones
// or our own, and the arguments that they take.
func List() *Table {
	t := &Table{Columns: []string{"Report", "2022", "Usual", "Says", "Arguments"}}
	for _, r := range Reports() {
		usual := ""
		switch {
		case r.Default:
			usual = "yes"
		case r.Own:
			usual = "own"
		}
		t.Add(String(r.Name), String(r.Old), String(usual), String(r.Says), String(strings.Join(r.Args, " ")))
	}
	return t
}
