package capture

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/browser"
	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/internal/schemagen/schematest"
	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
)

func TestMain(m *testing.M) {
	schematest.Watch()
	os.Exit(m.Run())
}

const newton = "../../../testdata/nsys/newton.sqlite"

// saved writes a capture.
func saved(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	var b bytes.Buffer
	if err := trace.Save(&b, walktest.NR(3, false)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// One capture or several are diagnosed and summed up.
func TestRun(t *testing.T) {
	a, b := saved(t, "a.nrt"), saved(t, "b c.nrt")
	for _, c := range []struct {
		files           []string
		command, source string
	}{
		{[]string{newton}, "nrprof diagnose newton.sqlite", "newton.sqlite"},
		{[]string{a}, "nrprof diagnose a.nrt", "a.nrt"},
		{[]string{a, b}, "nrprof diagnose a.nrt 'b c.nrt'", "a.nrt + b c.nrt"},
	} {
		var steps []string
		r, err := Run(context.Background(), &browser.Request{Files: c.files}, browser.Page{Progress: func(done, total int, step string) { steps = append(steps, step) }})
		if err != nil {
			t.Fatal(err)
		}
		if r.Command != c.command || strings.Join(steps, " ") != "phases diagnosis" {
			t.Errorf("got the command %q, steps %q", r.Command, steps)
		}
		for k, schema := range map[int]string{1: "diagnose/v1", 2: "phases/v1"} {
			var doc struct{ Schema, Source string }
			if err := json.Unmarshal(r.Files[k].Bytes, &doc); err != nil || doc.Schema != schema || doc.Source != c.source {
				t.Errorf("%s: %v, got %+v", r.Files[k].Name, err, doc)
			}
		}
		for _, want := range []string{"<h2>Diagnosis</h2>", "<h2>Phases</h2>", "linear_solve"} {
			if !strings.Contains(r.Body, want) {
				t.Errorf("%s: no %s in %s", c.source, want, r.Body)
			}
		}
		if regexp.MustCompile(`\sstyle=`).MatchString(r.Body) {
			t.Errorf("%s: the report has a style attribute", c.source)
		}
	}
}

// Errors have the advice of the readers.
func TestErrors(t *testing.T) {
	if _, err := Run(context.Background(), &browser.Request{}, browser.Page{}); err == nil {
		t.Error("no error without files")
	}
	empty := filepath.Join(t.TempDir(), "x.nrt")
	if err := os.WriteFile(empty, []byte("no capture"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, files := range [][]string{{empty}, {newton, empty}} {
		_, err := Run(context.Background(), &browser.Request{Files: files}, browser.Page{})
		if err == nil || !strings.Contains(err.Error(), "x.nrt") || !strings.HasPrefix(hint.Of(err), "supported formats: ") {
			t.Errorf("got %v, advice %q", err, hint.Of(err))
		}
	}
}

// The page takes the files of all formats of traces for captures, and no matrix.
func TestPageKnowsFormats(t *testing.T) {
	text, err := os.ReadFile("../../../docs/site/page.js")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`const captures = /(.*)/i;`).FindSubmatch(text)
	if m == nil {
		t.Fatal("page.js does not say what captures are")
	}
	captures := regexp.MustCompile("(?i)" + string(m[1]))
	for _, f := range input.Formats() {
		for _, suffix := range f.Suffixes {
			if !captures.MatchString("a"+suffix) || f.Packed && !captures.MatchString("A"+strings.TrimSuffix(suffix, ".gz")+".gz") {
				t.Errorf("%s: a%s is no capture for the page", f.Name, suffix)
			}
		}
	}
	for _, name := range []string{"a.mtx", "a.mtx.gz", "nrt", "a.tar.gz", "json.mtx"} {
		if captures.MatchString(name) {
			t.Errorf("%s is a capture for the page", name)
		}
	}
}
