package format

import (
	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/jsontext"
	"github.com/nrkit/nrkit/reports"
)

// Flags are the flags that say in what form a report is printed.
type Flags struct {
	JSON, Markdown bool
	width          int
}

// Register adds the flags to cmd, whose document has the given schema.
func (f *Flags) Register(cmd *cobra.Command, schema string) {
	f.RegisterFor(cmd, schema, func() string { return schema })
}

// RegisterFor is Register for a command whose other flags decide which document it
// prints: asked returns its schema.
func (f *Flags) RegisterFor(cmd *cobra.Command, schema string, asked func() string) {
	cli.JSONSchema(cmd, asked)
	fl := cmd.Flags()
	fl.BoolVar(&f.JSON, "json", false, "print one JSON document of schema "+schema)
	fl.BoolVar(&f.Markdown, "markdown", false, "print Markdown, for example for summaries of continuous integration")
	fl.IntVar(&f.width, "width", 0, "width of the text in `COLUMNS`; 0 means the width of the terminal, or no limit without a terminal")
}

// Check returns the mistake in the flags.
func (f *Flags) Check() error {
	switch {
	case f.JSON && f.Markdown:
		return cli.Usagef("--json and --markdown exclude each other")
	case f.width < 0:
		return cli.Usagef("--width: want 0 or more, got %d", f.width)
	}
	return nil
}

// Print writes a document, or its report, to standard output.
func (f *Flags) Print(p *cli.Program, doc any, report *reports.Document) error {
	switch {
	case f.JSON:
		return jsontext.Write(p.Stdout, doc)
	case f.Markdown:
		return reports.Markdown(p.Stdout, report)
	}
	return reports.Text(p.Stdout, report, p.Width(f.width))
}
