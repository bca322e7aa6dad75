package main

import (
	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/jsontext"
	"github.com/nrkit/nrkit/reports"
)

// A formatFlags holds the flags that say in what form a report is printed.
type formatFlags struct {
	json, markdown bool
	width          int
}

// register adds the flags to cmd, whose document has the given schema.
func (f *formatFlags) register(cmd *cobra.Command, schema string) {
	f.registerFor(cmd, schema, func() string { return schema })
}

// registerFor is register for a command whose other flags decide which document it
// prints: asked returns its schema.
func (f *formatFlags) registerFor(cmd *cobra.Command, schema string, asked func() string) {
	cli.JSONSchema(cmd, asked)
	fl := cmd.Flags()
	fl.BoolVar(&f.json, "json", false, "print one JSON document of schema "+schema)
	fl.BoolVar(&f.markdown, "markdown", false, "print Markdown, for summaries of continuous integration")
	fl.IntVar(&f.width, "width", 0, "`columns` of the text; 0: those of the terminal, without limit elsewhere")
}

// check returns the mistake in the flags.
func (f *formatFlags) check() error {
	switch {
	case f.json && f.markdown:
		return cli.Usagef("--json and --markdown exclude each other")
	case f.width < 0:
		return cli.Usagef("--width: want 0 or more, got %d", f.width)
	}
	return nil
}

// print writes a document, or the report of it, to standard output.
func (p *program) print(f *formatFlags, doc any, report *reports.Document) error {
	switch {
	case f.json:
		return jsontext.Write(p.Stdout, doc)
	case f.markdown:
		return reports.Markdown(p.Stdout, report)
	}
	return reports.Text(p.Stdout, report, p.Width(f.width))
}
