package browser

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"

	"github.com/nrkit/nrkit/reports"
)

// A Result is what the page shows and offers to save.
type Result struct {
	Command string // that prints the same report in a terminal; "" for none
	Body    string // the report: an element main, without scripts and inline styles
	Files   []File // to save
}

// A File is offered to be saved.
type File struct {
	Name  string
	Type  string // a media type
	Bytes []byte
}

// Media types of files.
const (
	JSON = "application/json"
	HTML = "text/html"
	Text = "text/plain"
	NPY  = "application/octet-stream"
)

// NewResult returns a result that shows a report, and offers it as a page.
func NewResult(report *reports.Document) (*Result, error) {
	r := &Result{}
	if err := r.Add("report.html", HTML, func(w io.Writer) error { return reports.HTML(w, report) }); err != nil {
		return nil, err
	}
	_, body, _ := strings.Cut(string(r.Files[0].Bytes), "<body>\n")
	r.Body, _, _ = strings.Cut(body, "</body>")
	return r, nil
}

// Add adds a file.
func (r *Result) Add(name, media string, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	r.Files = append(r.Files, File{name, media, b.Bytes()})
	return nil
}

// Command returns a line for a shell: a command, the names of files, and flags.
func Command(command []string, paths []string, flags ...string) string {
	var words []string
	for _, word := range command {
		words = append(words, quoted(word))
	}
	for _, path := range paths {
		words = append(words, quoted(filepath.Base(path)))
	}
	for _, flag := range flags {
		words = append(words, quoted(flag))
	}
	return strings.Join(words, " ")
}

// quoted returns a word as a shell takes it.
func quoted(word string) string {
	special := func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && !strings.ContainsRune("_-+.,/:", r)
	}
	if word != "" && !strings.ContainsFunc(word, special) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
