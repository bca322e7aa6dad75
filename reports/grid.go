package reports

import (
	"bytes"
	"strings"

	"github.com/clipperhouse/displaywidth"
	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/pkg/twwidth"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// columnGap is what stands between two columns, and before the first.
const columnGap = "  "

// DropCaches gives up the cache for the widths of texts that tablewriter sets aside
// when a program starts. It is large and full of pointers, so that every cycle of the
// garbage collector goes through it, and a report has few texts.
func DropCaches() { twwidth.SetCacheCapacity(0) }

// grid lays t out with tablewriter: lines that are indented by two columns and have
// no spaces at their ends, with a rule below the names where there are any. A
// cell is one line, and a column as wide as its widest cell.
//
// The library sees cells that fit: what it lacks is done before (fitted) or hidden
// from it (standIns).
func grid(t *Table) ([]string, error) {
	var b bytes.Buffer
	s := newStandIns()
	w := newWriter(&b, t)
	if t.Named() {
		names := make([]string, len(t.Columns))
		for k, c := range t.Columns {
			names[k] = s.in(c.Name)
		}
		w.Header(names)
	}
	for _, row := range t.Rows {
		cells := make([]string, len(row))
		for k, cell := range row {
			cells[k] = s.in(cell)
		}
		if err := w.Append(cells); err != nil {
			return nil, err
		}
	}
	if err := w.Render(); err != nil {
		return nil, err
	}
	return tidyLines(s.out(b.String()), t.Named()), nil
}

// newWriter returns the library's table for t: no borders, no lines other than the
// one below the names, and nothing wrapped, trimmed or written otherwise.
func newWriter(b *bytes.Buffer, t *Table) *tablewriter.Table {
	rule := tw.Off
	if t.Named() {
		rule = tw.On
	}
	align := make(tw.Alignment, len(t.Columns))
	for k, c := range t.Columns {
		align[k] = tw.AlignLeft
		if c.Right {
			align[k] = tw.AlignRight
		}
	}
	return tablewriter.NewTable(b,
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{
			Borders: tw.BorderNone,
			Symbols: tw.NewSymbols(tw.StyleASCII),
			Settings: tw.Settings{
				Separators: tw.Separators{ShowHeader: tw.Off, BetweenColumns: tw.Off, BetweenRows: tw.Off},
				Lines:      tw.Lines{ShowHeaderLine: rule, ShowTop: tw.Off, ShowBottom: tw.Off},
			},
		})),
		tablewriter.WithEastAsian(tw.Off),
		tablewriter.WithTrimSpace(tw.Off),
		tablewriter.WithTrimTab(tw.Off),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithAlignment(align),
		tablewriter.WithPadding(tw.Padding{Left: " ", Right: " ", Overwrite: true}),
	)
}

// tidyLines splits the library's text into lines, indented by two columns and
// without spaces at their ends. With named, the second is the rule below the names,
// which starts where they do.
func tidyLines(text string, named bool) []string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for k, line := range lines {
		line = strings.TrimRight(" "+line, " ")
		if k == 1 && named {
			line = columnGap + line[len(columnGap):len(line)-1]
		}
		lines[k] = line
	}
	return lines
}

// Code points for private use, which package legible leaves in no text.
const (
	filler     = '\uE000'
	firstStand = '\U000F0000'
	lastStand  = '\U000FFFFD'
)

// standIns hides from tablewriter the cells that it measures wrongly: it adds up the
// widths of code points, but a terminal shows several as one sign (a flag, an emoji
// with the colour of a skin, a Hangul syllable). While the library lays the table out,
// a code point for private use stands for such a cell, with fillers up to the width of
// the cell.
type standIns struct {
	stands map[string]string // of cells
	back   []string          // for strings.NewReplacer
}

func newStandIns() *standIns { return &standIns{stands: map[string]string{}} }

// in returns what the library lays out for a cell; nothing for a cell that takes no
// columns.
func (s *standIns) in(cell string) string {
	width := displaywidth.String(cell)
	if width == 0 {
		return ""
	}
	if twwidth.WidthNoCache(cell) == width {
		return cell
	}
	stand, known := s.stands[cell]
	if !known {
		r := firstStand + rune(len(s.stands))
		if r > lastStand { // 65,534 such cells stand already
			return cell
		}
		stand = string(r) + strings.Repeat(string(filler), width-1)
		s.stands[cell] = stand
		s.back = append(s.back, stand, cell)
	}
	return stand
}

// out returns text with the cells in their places.
func (s *standIns) out(text string) string {
	if len(s.back) == 0 {
		return text
	}
	return strings.NewReplacer(s.back...).Replace(text)
}
