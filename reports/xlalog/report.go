package xlalog

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/xla/log"
)

// maxRows is how many rows a table has; the document has all.
const maxRows = 50

// Report returns the report of some logs.
func Report(d *log.Document) *reports.Document {
	r := &report{Document: &reports.Document{Title: "Logs of XLA and JAX"}}
	if len(d.Files) == 1 {
		r.Title = d.Files[0].File
	}
	for _, l := range d.Files {
		if len(d.Files) > 1 {
			r.Add(reports.Heading(l.File))
			r.file = l.File + ": "
		}
		r.log(l)
	}
	return r.Document
}

// A report is one being written.
type report struct {
	*reports.Document
	file string // before headings, where there are several
}

// heading adds a heading.
func (r *report) heading(text string) { r.Add(reports.Heading(r.file + text)) }

// log adds the report of one log.
func (r *report) log(l *log.Log) {
	r.Add(facts(l))
	if l.Known() == 0 {
		r.Add(reports.Paragraph("The log has no known message of XLA or JAX. For messages of XLA, set TF_CPP_MIN_LOG_LEVEL=0 and " +
			"TF_CPP_VMODULE=command_buffer_conversion_pass=2,while_thunk=3,command_buffer_thunk=3. For messages of JAX, set JAX_LOG_COMPILES=1 and JAX_EXPLAIN_CACHE_MISSES=1."))
	}
	r.modules(l.XLA)
	r.loops(l.XLA)
	r.runs(l.XLA)
	r.compilations(l.JAX)
	r.caches(l.JAX)
	warnings := append(append([]string{}, l.XLA.Warnings...), l.JAX.Warnings...)
	if len(warnings) > 0 {
		r.heading("Warnings")
		r.Add(reports.List(warnings))
	}
}

// facts says what there is.
func facts(l *log.Log) *reports.Table {
	t := reports.Facts()
	text := units.Integer(l.Lines)
	if l.Unread > 0 {
		text += fmt.Sprintf(", %s from other sources", units.Integer(l.Unread))
	}
	t.Append("lines", text)
	text = fmt.Sprintf("%s, %s known", units.Plural(l.XLA.Messages, "message"), units.Integer(l.XLA.Known))
	t.Append("XLA", text)
	t.Append("JAX", units.Plural(l.JAX.Messages, "known message"))
	return t
}

// A rows collects the rows of a table up to its limit.
type rows struct {
	*reports.Table
	more int
}

// newRows returns a table with such columns; those whose names start with > are
// set to the right.
func newRows(columns ...string) *rows {
	t := &reports.Table{}
	for _, name := range columns {
		c := reports.Column{Name: name}
		if name[0] == '>' {
			c = reports.Column{Name: name[1:], Right: true}
		}
		t.Columns = append(t.Columns, c)
	}
	return &rows{Table: t}
}

// add adds a row, where there is room.
func (r *rows) add(cells ...string) {
	if len(r.Rows) >= maxRows {
		r.more++
		return
	}
	r.Append(cells...)
}

// finish returns the table with a note on what it lacks.
func (r *rows) finish(note string) *reports.Table {
	r.Note = note
	if r.more > 0 {
		if r.Note != "" {
			r.Note += " "
		}
		r.Note += fmt.Sprintf("%s not shown; --json has all.", units.Plural(r.more, "row"))
	}
	return r.Table
}

// yes writes a truth.
func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
