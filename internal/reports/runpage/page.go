package runpage

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/legible"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/trace"
)

//go:embed assets
var assets embed.FS

// modules are the scripts of the page, in their order.
var modules = []string{"columns.js", "levels.js", "format.js", "tracks.js", "search.js", "draw.js", "details.js", "controls.js", "tree.js", "charts.js", "main.js"}

// addDrawings adds the sections in which the page draws.
func addDrawings(doc *reports.Document, d *Data) {
	doc.Add(reports.Heading("Timeline"), reports.Place{ID: "timeline", Text: noScripts})
	doc.Add(reports.Heading("Time by nested ranges"), reports.Place{ID: "tree", Text: noScripts})
	if len(d.steps.steps)+len(d.steps.iterations) > 0 {
		doc.Add(reports.Heading("Iterations"), reports.Place{ID: "charts", Text: noScripts})
	}
	if list := d.blockers(); len(list) > 0 {
		doc.Add(reports.Heading("What blocked convergence"), blockedTable(list))
	}
	if t := waitTable(d); len(t.Rows) > 0 {
		doc.Add(reports.Heading("Waits for devices"), t)
	}
}

// mostRows is how many rows a table of the page has.
const mostRows = 20

const noScripts = "This drawing needs JavaScript."

// blockedTable has a row for each of the most frequent blockers.
func blockedTable(list []blocker) *reports.Table {
	t := &reports.Table{Columns: []reports.Column{{Name: "blocked by"}, {Name: "iterations", Right: true}, {Name: "share", Right: true}},
		Note: "An iteration is blocked by the unknown that moved most against its tolerance, by limiting of a device, or by a residual."}
	total := int64(0)
	for _, b := range list {
		total += b.Count
	}
	for k, b := range list {
		if k == mostRows {
			t.Note = fmt.Sprintf("%s are not listed. ", units.Plural(len(list)-k, "other blocker")) + t.Note
			break
		}
		t.Append(b.Name, units.Integer(b.Count), units.Percent(float64(b.Count), float64(total)))
	}
	return t
}

// waitTable has a row for each call that waits for a device, by the ranges around it.
func waitTable(d *Data) *reports.Table {
	t := &reports.Table{Columns: []reports.Column{{Name: "call"}, {Name: "inside"}, {Name: "calls", Right: true}, {Name: "total", Right: true}, {Name: "mean", Right: true}}}
	waits := d.tree.find(func(name int32) bool { return d.t.Sort(name) == trace.SortSync })
	slices.SortStableFunc(waits, func(a, b int32) int { return cmp.Compare(d.tree.nodes[b].total, d.tree.nodes[a].total) })
	for k, at := range waits {
		if k == mostRows {
			t.Note = fmt.Sprintf("%s with less time are not listed.", units.Count(len(waits)-k, "row", "rows"))
			break
		}
		n := d.tree.nodes[at]
		var around []string
		for p := n.parent; p >= 0 && d.tree.nodes[p].name >= 0; p = d.tree.nodes[p].parent {
			around = append(around, d.tree.title(d.tree.nodes[p].name, d.t.Names))
		}
		slices.Reverse(around)
		t.Append(d.tree.title(n.name, d.t.Names), strings.Join(around, " ▸ "), units.Integer(int64(n.count+0.5)), units.Duration(int64(n.total)), units.Duration(int64(n.total/n.count)))
	}
	return t
}

// note says what the page lacks.
func (d *Data) note() string {
	var parts []string
	if n := d.t.Header.Sample; n > 1 {
		parts = append(parts, fmt.Sprintf("1 of %d time steps was timed: the timeline has no other steps, and the time by nested ranges is estimated.", n))
	}
	if d.short > 0 {
		parts = append(parts, fmt.Sprintf("The timeline leaves out %s shorter than %s; the other parts of this page count them.", units.Plural(d.short, "range"), units.Duration(d.least)))
	}
	if d.deep > 0 {
		parts = append(parts, fmt.Sprintf("The timeline leaves out %s in more than %d other ranges.", units.Plural(d.deep, "range"), maxDepth))
	}
	if d.noArgs > 0 {
		parts = append(parts, fmt.Sprintf("%s of ranges are not in the page.", units.Plural(d.noArgs, "argument")))
	}
	if d.steps.left > 0 {
		parts = append(parts, fmt.Sprintf("The drawings of iterations leave out the last %s.", units.Count(d.steps.left, "time step or iteration", "time steps and iterations")))
	}
	return strings.Join(parts, " ")
}

// Write writes the page of a document and of the data of its drawings.
func Write(w io.Writer, doc *reports.Document, d *Data) error {
	style, err := assets.ReadFile("assets/page.css")
	if err != nil {
		return err
	}
	sheet := reports.Style() + string(style)
	code, err := script()
	if err != nil {
		return err
	}
	facts, err := json.Marshal(d.about()) // has no <, > and &
	if err != nil {
		return err
	}
	b := bufio.NewWriterSize(w, 1<<16)
	b.WriteString("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
	b.WriteString("<meta http-equiv=\"Content-Security-Policy\" content=\"" + policy(code, sheet) + "\">\n")
	b.WriteString("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
	b.WriteString("<title>" + html.EscapeString(legible.Text(doc.Title)) + "</title>\n<style>" + sheet + "</style>\n</head>\n<body>\n")
	if err := reports.HTMLBody(b, doc); err != nil {
		return err
	}
	b.WriteString("<script type=\"application/json\" id=\"about\">")
	b.Write(facts)
	b.WriteString("</script>\n<script type=\"text/plain\" id=\"columns\">")
	if err := writeColumns(b, d); err != nil {
		return err
	}
	b.WriteString("</script>\n<script>" + code + "</script>\n</body>\n</html>\n")
	return b.Flush()
}

// script returns the modules as one script.
func script() (string, error) {
	var b strings.Builder
	b.WriteString("\"use strict\";\n(() => {\n")
	for _, name := range modules {
		text, err := assets.ReadFile("assets/" + name)
		if err != nil {
			return "", err
		}
		b.Write(text)
	}
	b.WriteString("})();\n")
	return b.String(), nil
}

// policy is the content security policy of a page: its script and its style, and
// nothing else.
func policy(code, style string) string {
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return "default-src 'none'; script-src " + hash(code) + "; style-src " + hash(style) + "; base-uri 'none'; form-action 'none'"
}
