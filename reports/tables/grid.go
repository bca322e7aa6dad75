package tables

import (
	"bytes"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"github.com/nrkit/nrkit/reports"
)

// Text is [reports.Text] with tables laid out by tablewriter.
func Text(w io.Writer, d *reports.Document, width int) error {
	return reports.TextGrid(w, d, width, Grid)
}

// Grid lays t out in lines, without rules other than the one below the names.
func Grid(t *reports.Table) ([]string, error) {
	var b bytes.Buffer
	align := make(tw.Alignment, len(t.Columns))
	names := make([]string, len(t.Columns))
	for k, c := range t.Columns {
		align[k] = tw.AlignLeft
		if c.Right {
			align[k] = tw.AlignRight
		}
		names[k] = c.Name
	}
	header := tw.Off
	if t.Named() {
		header = tw.On
	}
	grid := tablewriter.NewTable(&b,
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{
			Borders: tw.BorderNone,
			Symbols: tw.NewSymbols(tw.StyleASCII),
			Settings: tw.Settings{
				Separators: tw.Separators{ShowHeader: tw.Off, BetweenColumns: tw.Off, BetweenRows: tw.Off},
				Lines:      tw.Lines{ShowHeaderLine: header, ShowTop: tw.Off, ShowBottom: tw.Off},
			},
		})),
		tablewriter.WithEastAsian(tw.Off),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithAlignment(align),
		tablewriter.WithPadding(tw.Padding{Left: " ", Right: " ", Overwrite: true}),
	)
	if t.Named() {
		grid.Header(names)
	}
	for _, row := range t.Rows {
		if err := grid.Append(row); err != nil {
			return nil, err
		}
	}
	if err := grid.Render(); err != nil {
		return nil, err
	}
	return tidyLines(b.String(), t.Named()), nil
}

// tidyLines splits text into lines, indented by two columns and without
// spaces at their ends. With named, the second is the rule below the names,
// which starts where they do.
func tidyLines(text string, named bool) []string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for k, line := range lines {
		line = strings.TrimRight(" "+line, " ")
		if k == 1 && named {
			line = "  " + line[2:len(line)-1]
		}
		lines[k] = line
	}
	return lines
}
