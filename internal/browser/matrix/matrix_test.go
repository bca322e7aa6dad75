package matrix

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/browser"
	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/internal/schemagen/schematest"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

func TestMain(m *testing.M) {
	schematest.Watch()
	os.Exit(m.Run())
}

const bridge = "../../../testdata/bridge.mtx"

// ran returns the files of a result by their names, and the result.
func ran(t *testing.T, r *browser.Request) (map[string][]byte, *browser.Result) {
	t.Helper()
	result, err := Run(context.Background(), r, browser.Page{})
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, f := range result.Files {
		files[f.Name] = f.Bytes
	}
	return files, result
}

// The document is the document of an analysis without the page.
func TestDocument(t *testing.T) {
	files, result := ran(t, &browser.Request{Files: []string{bridge}, Options: map[string]string{"ordering": "amd,nd", "exact": ""}})
	f, err := sparseio.Open(bridge, sparseio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	opt := analysis.Options{Orderings: []string{"amd", "nd"}, Machine: prediction.Generic(), Factorizations: analysis.DefaultFactorizations, Solves: analysis.DefaultSolves}
	doc, err := analysis.Run(context.Background(), []analysis.Source{analysis.Loaded(f)}, opt)
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := analysis.WriteJSON(&want, doc); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(files["analysis.json"], want.Bytes()) {
		t.Errorf("got %s, want %s", files["analysis.json"], want.Bytes())
	}
	if want := "analyze bridge.mtx --ordering amd,nd --machine generic"; result.Command != want {
		t.Errorf("got %q, want %q", result.Command, want)
	}
	if !strings.Contains(result.Body, "<svg") || regexp.MustCompile(`\sstyle=`).MatchString(result.Body) || !strings.Contains(string(files["report.html"]), result.Body) {
		t.Errorf("got the report %s", result.Body)
	}
}

// A permutation that is saved is a permutation of the columns or rows. Rows have a file
// where they are matched to other columns.
func TestPermutations(t *testing.T) {
	dir := t.TempDir()
	cyclic := filepath.Join(dir, "cyclic.mtx")
	text := "%%MatrixMarket matrix coordinate real general\n3 3 4\n2 1 1\n3 2 1\n1 3 1\n1 1 .5\n"
	if err := os.WriteFile(cyclic, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for path, n := range map[string]int{bridge: 1, cyclic: 2} {
		files, _ := ran(t, &browser.Request{Files: []string{path}})
		found := 0
		for name, data := range files {
			if strings.HasSuffix(name, ".npy") {
				found++
				if !bytes.HasPrefix(data, []byte("\x93NUMPY")) {
					t.Errorf("%s: got %q", name, data)
				}
			}
		}
		if found != n {
			t.Errorf("%s: %d permutations, want %d", path, found, n)
		}
	}
	wide := filepath.Join(dir, "empty.mtx")
	if err := os.WriteFile(wide, []byte("%%MatrixMarket matrix coordinate real general\n0 0 0\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if files, _ := ran(t, &browser.Request{Files: []string{wide}}); len(files) != 2 {
		t.Errorf("an empty matrix: %d files, want a document and a page", len(files))
	}
}

// Several files are a series; progress comes from analysis.
func TestSeries(t *testing.T) {
	var steps []string
	r := &browser.Request{Files: []string{"../../../testdata/mul4_it1.mtx", "../../../testdata/mul4_it2.mtx"}}
	result, err := Run(context.Background(), r, browser.Page{Progress: func(done, total int, step string) {
		if done > total {
			t.Errorf("%s: step %d of %d", step, done, total)
		}
		steps = append(steps, step)
	}})
	if err != nil || !slices.Contains(steps, "series") {
		t.Errorf("got %v, steps %q", err, steps)
	}
	if want := "analyze mul4_it1.mtx mul4_it2.mtx --machine generic"; result.Command != want {
		t.Errorf("got %q, want %q", result.Command, want)
	}
}

// The verdict is the begin of the report without its list of sections, and comes once,
// after the last step.
func TestVerdict(t *testing.T) {
	var verdicts, steps []string
	result, err := Run(context.Background(), &browser.Request{Files: []string{bridge}}, browser.Page{
		Progress: func(_, _ int, step string) { steps = append(steps, step) },
		Verdict:  func(body string) { verdicts = append(verdicts, body); steps = append(steps, "verdict") },
	})
	if err != nil || len(verdicts) != 1 || steps[len(steps)-1] != "verdict" {
		t.Fatalf("got %v, %d verdicts, steps %q", err, len(verdicts), steps)
	}
	begin, sections, _ := strings.Cut(verdicts[0], "<section")
	sections = strings.TrimSuffix(sections, "</main>\n")
	if !strings.HasPrefix(result.Body, begin) || !strings.Contains(result.Body, sections) || !strings.Contains(sections, "<h2>Verdict</h2>\n<ul>\n<li>") {
		t.Errorf("got the verdict %s of the report %s", verdicts[0], result.Body)
	}
	if _, err := Run(context.Background(), &browser.Request{Example: "none"}, browser.Page{Verdict: func(string) { t.Error("a verdict") }}); err == nil {
		t.Error("no error")
	}
}

func TestExamples(t *testing.T) {
	for _, name := range Examples() {
		files, result := ran(t, &browser.Request{Example: name, Options: map[string]string{"ordering": "amd", "exact": "none"}})
		var doc analysis.Document
		if err := json.Unmarshal(files["analysis.json"], &doc); err != nil || doc.Structure.Rows < 500 {
			t.Errorf("%s: %v, got %+v", name, err, doc.Structure)
		}
		want := "analyze " + name + ".mtx --ordering amd --exact none --machine generic"
		if name == circuitExample {
			want = "analyze --circuit c6288 --iterations 1 --ordering amd --exact none --machine generic"
		} else if f, err := sparseio.Read(name+".mtx", bytes.NewReader(files[name+".mtx"]), sparseio.Options{}); err != nil || f.SHA256 != doc.Input.SHA256 {
			t.Errorf("%s: the file that is offered is another one: %v", name, err)
		}
		if result.Command != want {
			t.Errorf("%s: got the command %q, want %q", name, result.Command, want)
		}
	}
}

// A wrong request is an error that says which part is wrong, with advice where the
// page has an option for it.
func TestErrors(t *testing.T) {
	dir := t.TempDir()
	both := filepath.Join(dir, "both.mtx")
	if err := os.WriteFile(both, []byte("%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 1\n1 2 1\n2 1 1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	file := []string{bridge}
	for _, c := range []struct {
		request      browser.Request
		want, advice string
	}{
		{browser.Request{}, "no file given", ""},
		{browser.Request{Example: "dense"}, `example: want c6288, grid, arrow, got "dense"`, ""},
		{browser.Request{Files: file, Options: map[string]string{"orderings": "amd"}}, `unknown option "orderings"`, ""},
		{browser.Request{Files: file, Options: map[string]string{"ordering": "amd,none"}}, `ordering: unknown ordering "none"`, ""},
		{browser.Request{Files: file, Options: map[string]string{"exact": "none,amd"}}, "exact: none excludes other names", ""},
		{browser.Request{Files: file, Options: map[string]string{"exact": "x"}}, `exact: unknown ordering "x"`, ""},
		{browser.Request{Files: file, Options: map[string]string{"matching": "x"}}, "matching: want ", ""},
		{browser.Request{Files: file, Options: map[string]string{"machine": "x"}}, "machine: want zen4", ""},
		{browser.Request{Files: file, Options: map[string]string{"lenient": "no"}}, "lenient: want yes", ""},
		{browser.Request{Files: []string{filepath.Join(dir, "none.mtx")}}, "no such file", ""},
		{browser.Request{Files: []string{both}}, "both.mtx:4:", "lenient"},
	} {
		_, err := Run(context.Background(), &c.request, browser.Page{})
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(hint.Of(err), c.advice) || c.advice == "" && hint.Of(err) != "" {
			t.Errorf("%+v: got %v, advice %q, want %q", c.request, err, hint.Of(err), c.want)
		}
	}
	if _, result := ran(t, &browser.Request{Files: []string{both}, Options: map[string]string{"lenient": "yes"}}); !strings.HasSuffix(result.Command, " --lenient") {
		t.Errorf("got %q", result.Command)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, &browser.Request{Files: file}, browser.Page{}); err == nil {
		t.Error("no error of a context that has ended")
	}
}

// The page has a control for each option, a button for each example, and all machines.
func TestPageHasOptions(t *testing.T) {
	text, err := os.ReadFile("../../../docs/site/index.html")
	if err != nil {
		t.Fatal(err)
	}
	all := func(pattern string) (list []string) {
		for _, m := range regexp.MustCompile(pattern).FindAllSubmatch(text, -1) {
			list = append(list, string(m[1]))
		}
		slices.Sort(list)
		return list
	}
	if got, want := all(`(?:input|select)[^>]* name="([^"]+)"`), slices.Sorted(slices.Values(optionNames())); !slices.Equal(got, want) {
		t.Errorf("got controls %q, want %q", got, want)
	}
	if got, want := all(`<button type="button" value="([^"]+)"`), slices.Sorted(slices.Values(Examples())); !slices.Equal(got, want) {
		t.Errorf("got examples %q, want %q", got, want)
	}
	machines := slices.DeleteFunc(prediction.ShippedNames(), func(name string) bool { return name == defaultMachine })
	slices.Sort(machines)
	if got := all(`<option>([^<]+)</option>`); !slices.Equal(got, machines) {
		t.Errorf("got machines %q, want %q", got, machines)
	}
	for name, known := range map[string][]string{"matching": analysis.Matchings(), "exact": {"", "all", "none"}} {
		_, list, _ := strings.Cut(string(text), `<select name="`+name+`">`)
		list, _, _ = strings.Cut(list, "</select>")
		for _, m := range regexp.MustCompile(`value="([^"]*)"`).FindAllStringSubmatch(list, -1) {
			if m[1] != "" && !slices.Contains(known, m[1]) {
				t.Errorf("%s: the page has %q", name, m[1])
			}
		}
	}
}
