package doctor

import (
	"strings"

	"github.com/nrkit/nrkit/internal/doctor"
	"github.com/nrkit/nrkit/reports"
)

// Report returns the table, and below it what to do about what is not ok.
func Report(doc *doctor.Document) *reports.Document {
	title := doc.OS + "/" + doc.Arch
	if doc.Distribution != "" {
		title = doc.Distribution + ", " + title
	}
	if doc.Container != "" {
		title += ", in a container (" + doc.Container + ")"
	}
	r := &reports.Document{Title: title}
	t := &reports.Table{Columns: []reports.Column{{Name: "what"}, {Name: "state"}, {Name: "version or figure"}, {Name: "used for"}}}
	var todo reports.List
	for _, c := range doc.Checks {
		about := c.Version
		if about == "" {
			about = c.Detail
		}
		if c.State == doctor.Missing && len(about) > maxAbout {
			about = "" // said below
		}
		t.Append(c.Name, c.State, shorten(withoutPackager(about), maxAbout), c.UsedFor)
		if c.State == doctor.OK {
			continue
		}
		line := c.Name + ": " + c.State
		if c.Detail != "" {
			line += ": " + c.Detail
		}
		if c.Fix != "" {
			line += ". " + c.Fix
		}
		todo = append(todo, line)
	}
	r.Add(t)
	if len(todo) > 0 {
		r.Add(reports.Heading("What to do"), todo)
	}
	return r
}

// maxAbout is the width of the column of versions and figures, with which the
// table fits into 80 columns.
const maxAbout = 22

// withoutPackager leaves out what compilers put into parentheses before the
// version.
func withoutPackager(s string) string {
	before, rest, ok := strings.Cut(s, " (")
	if _, after, closed := strings.Cut(rest, ") "); ok && closed {
		return before + " " + after
	}
	return s
}

// shorten cuts a text to a number of characters.
func shorten(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n-1]) + "…"
}
