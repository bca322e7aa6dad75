package runpage

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/hostile"
	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/trace"
)

// written returns the page of a trace, without tables of others.
func written(t *testing.T, tr *trace.Trace) string {
	t.Helper()
	d, err := Collect(tr, Limit)
	if err != nil {
		t.Fatal(err)
	}
	doc := &reports.Document{Title: tr.Header.Program}
	Compose(doc, &reports.Document{}, &reports.Document{}, d)
	var b bytes.Buffer
	if err := Write(&b, doc, d); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// between returns what is between two texts of a page.
func between(t *testing.T, page, from, to string) string {
	t.Helper()
	_, rest, ok := strings.Cut(page, from)
	text, _, ok2 := strings.Cut(rest, to)
	if !ok || !ok2 {
		t.Fatalf("the page has no %s … %s", from, to)
	}
	return text
}

// The policy allows the script and the style of the page, and nothing else. The page
// refers to nothing outside.
func TestPolicy(t *testing.T) {
	page := written(t, walktest.NR(20, true))
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return base64.StdEncoding.EncodeToString(sum[:])
	}
	want := fmt.Sprintf("default-src 'none'; script-src 'sha256-%s'; style-src 'sha256-%s'; base-uri 'none'; form-action 'none'",
		hash(between(t, page, "<script>", "</script>")), hash(between(t, page, "<style>", "</style>")))
	if got := between(t, page, `<meta http-equiv="Content-Security-Policy" content="`, `">`); got != want {
		t.Errorf("the policy is %s\nwant %s", got, want)
	}
	if strings.Index(page, "Content-Security-Policy") > strings.Index(page, "<style>") {
		t.Error("the policy comes after the style")
	}
	for _, outside := range []string{"http://", "https://", "src=", "href=\"/", "@import", "url(", " style=", "fetch(", "XMLHttpRequest", "import(", "eval(", "innerHTML"} {
		if strings.Contains(page, outside) {
			t.Errorf("the page has %s", outside)
		}
	}
	for _, id := range []string{"timeline", "tree", "charts"} {
		if strings.Count(page, `<div id="`+id+`">`) != 1 {
			t.Errorf("the page has not one place %s", id)
		}
	}
	if again := written(t, walktest.NR(20, true)); again != page {
		t.Error("a second page of the same trace differs")
	}
}

// Every script of the folder is on the page.
func TestModules(t *testing.T) {
	files, err := assets.ReadDir("assets")
	if err != nil {
		t.Fatal(err)
	}
	page := written(t, walktest.NR(1, false))
	for _, f := range files {
		text, err := assets.ReadFile("assets/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(page, string(text)) {
			t.Errorf("the page lacks %s", f.Name())
		}
	}
	if len(files) != len(modules)+1 {
		t.Errorf("%d files, and %d modules", len(files), len(modules))
	}
}

// data is what scripts of the page read and do not run.
var data = regexp.MustCompile(`(?s)<script type="(application/json|text/plain)" id="[a-z]+">[^<]*</script>`)

// Names that attack pages stay text, and names that cannot be printed are escaped.
func TestHostileNames(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		names := make([]string, 6)
		for k := range names {
			names[k] = hostile.Name(rng)
		}
		names[4], names[5] = trace.PhaseIteration, trace.ArgBlocked
		unknown := hostile.Name(rng)
		events := []trace.Event{{Kind: trace.Begin, Name: 0, Index: trace.NoIndex}, {Kind: trace.Counter, Name: 1}, {Kind: trace.Instant, Name: 2}}
		for k := range int64(3) {
			events = append(events, trace.Event{Time: k, Kind: trace.Begin, Name: 4, Index: k}, trace.Event{Time: k, Kind: trace.Arg, Name: 5, Value: 0}, trace.Event{Time: k + 1, Kind: trace.End})
		}
		tr := trace.FromEvents(trace.Header{Program: hostile.Name(rng)}, names, []trace.Track{{Name: hostile.Name(rng), Device: -1}, {Name: hostile.Name(rng), Device: 3}}, events)
		tr.Counts.Table = map[string][]trace.Row{"blocked": {{Name: unknown, Count: 3}}}
		page := written(t, tr)
		if bad := hostile.Unquoted(page); len(bad) > 0 {
			t.Fatal(bad)
		}
		var a about
		if err := json.Unmarshal([]byte(between(t, page, `id="about">`, "</script>")), &a); err != nil {
			t.Fatal(err)
		}
		if len(data.FindAllString(page, -1)) != 2 || strings.Count(page, "<script") != 3 || strings.Count(page, "</script") != 3 {
			t.Fatal("a name begins or ends a script")
		}
		rest := data.ReplaceAllString(page, "")
		rest = strings.Replace(rest, "<script>"+between(t, page, "<script>", "</script>")+"</script>", "", 1)
		if bad := hostile.Markup(rest, true); bad != "" {
			t.Fatal(bad)
		}
	}
}

// What blocked iterations and what waits for devices is on the page.
func TestTables(t *testing.T) {
	names := []string{trace.PhaseIteration, trace.ArgBlocked, "cudaDeviceSynchronize"}
	var events []trace.Event
	for k := range int64(4) {
		events = append(events, trace.Event{Time: 100 * k, Kind: trace.Begin, Name: 0, Index: k}, trace.Event{Time: 100 * k, Kind: trace.Arg, Name: 1, Value: float64(k % 2)},
			trace.Event{Time: 100*k + 10, Kind: trace.Begin, Name: 2, Index: trace.NoIndex}, trace.Event{Time: 100*k + 40, Kind: trace.End}, trace.Event{Time: 100*k + 90, Kind: trace.End})
	}
	tr := trace.FromEvents(trace.Header{}, names, []trace.Track{{Device: -1}}, events)
	tr.Sorts = []string{"", "", trace.SortSync}
	page := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(written(t, tr), " ")
	page = strings.Join(strings.Fields(page), " ")
	for _, want := range []string{"unknown 0 2 50 %", "unknown 1 2 50 %", "cudaDeviceSynchronize nr_iteration 4 0.12"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}
