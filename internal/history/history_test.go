package history

import (
	"bytes"
	"encoding/json"
	"math"
	"regexp"
	"strings"
	"testing"
)

// at returns a pointer to x.
func at(x float64) *float64 { return &x }

// odd are figures with every member, with few, and with hostile names.
var odd = []Figure{
	{Benchmark: "linear_solve/steady", Measure: Latency, Unit: "ns", Value: 1500.5, Low: at(1000), High: at(2000), Extra: "median"},
	{Benchmark: "linear_solve/steady", Measure: "gpu", Unit: "ns", Value: 0},
	{Benchmark: "run/total", Measure: "iterations", Unit: "iterations", Value: 1e21},
	{Benchmark: "\xff\x00\u202e<b>\n\"/steady", Measure: Latency, Unit: "ns", Value: math.SmallestNonzeroFloat64},
	{Benchmark: strings.Repeat("é", 2000) + "a/steady", Measure: Latency, Unit: "ns", Value: 1},
	{Benchmark: strings.Repeat("é", 2000) + "b/steady", Measure: Latency, Unit: "ns", Value: 2},
	{Benchmark: strings.Repeat("é", 1000) + "a" + strings.Repeat("é", 1000), Measure: Latency, Unit: "ns", Value: 3},
	{Benchmark: strings.Repeat("é", 1000) + "b" + strings.Repeat("é", 1000), Measure: Latency, Unit: "ns", Value: 4},
}

// written returns figures in a format.
func written(t *testing.T, format string, figures []Figure) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, format, figures); err != nil {
		t.Fatal(err)
	}
	for _, r := range strings.ReplaceAll(out.String(), "\n", "") {
		if r < ' ' || r == '\u202e' {
			t.Errorf("%s: got the character %U", format, r)
		}
	}
	return out.Bytes()
}

// strict decodes text, which must have the members of v and no others.
func strict(t *testing.T, text []byte, v any) {
	t.Helper()
	in := json.NewDecoder(bytes.NewReader(text))
	in.DisallowUnknownFields()
	if err := in.Decode(v); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
}

// Bencher wants an object of objects of metrics. A metric has a value, and both limits
// or none of them here. Names of benchmarks have 1 to 1024 bytes. Bencher gives the
// ending bencher-ignore a meaning. Names of measures have 1 to 64 bytes and no
// space at an end. The JSON Schema is bmf.json of bencher.dev.
func TestBencher(t *testing.T) {
	var got map[string]map[string]struct {
		Value *float64 `json:"value"`
		Low   *float64 `json:"lower_value"`
		High  *float64 `json:"upper_value"`
	}
	strict(t, written(t, BencherFormat, odd), &got)
	n := 0
	for name, measures := range got {
		if len(name) == 0 || len(name) > 1024 || regexp.MustCompile(`(?i)bencher[-_]?ignore$`).MatchString(name) {
			t.Errorf("the name of a benchmark has %d bytes: %q", len(name), name)
		}
		for measure, m := range measures {
			n++
			if len(measure) == 0 || len(measure) > 64 || strings.TrimSpace(measure) != measure {
				t.Errorf("measure %q", measure)
			}
			if m.Value == nil || (m.Low == nil) != (m.High == nil) || m.Low != nil && !(*m.Low <= *m.Value && *m.Value <= *m.High) {
				t.Errorf("%s: got %+v", name, m)
			}
		}
	}
	if n != len(odd) {
		t.Errorf("got %d metrics, want %d: %v", n, len(odd), got)
	}
	if m := got["linear_solve/steady"][Latency]; m.Value == nil || *m.Value != 1500.5 || *m.Low != 1000 || *m.High != 2000 {
		t.Errorf("got %+v", m)
	}
}

// github-action-benchmark wants a list that is not empty, of objects with strings name and unit
// and a number value; range and extra are strings. It takes the first result of a name.
func TestGitHub(t *testing.T) {
	var got []struct {
		Name  *string  `json:"name"`
		Unit  *string  `json:"unit"`
		Value *float64 `json:"value"`
		Range *string  `json:"range"`
		Extra *string  `json:"extra"`
	}
	strict(t, written(t, GitHubFormat, odd), &got)
	if len(got) != len(odd) {
		t.Fatalf("got %d results, want %d", len(got), len(odd))
	}
	names := map[string]bool{}
	for k, r := range got {
		if r.Name == nil || r.Unit == nil || r.Value == nil || *r.Value != odd[k].Value || *r.Unit != odd[k].Unit || names[*r.Name] {
			t.Errorf("%d: got %+v, want %+v", k, r, odd[k])
			continue
		}
		names[*r.Name] = true
	}
	if r := got[0]; *r.Name != "linear_solve/steady latency" || *r.Range != "1000 … 2000" || *r.Extra != "median" {
		t.Errorf("got %s %s %s", *r.Name, *r.Range, *r.Extra)
	}
	if r := got[1]; r.Range != nil || r.Extra != nil {
		t.Errorf("got %+v", r)
	}
	if text := written(t, GitHubFormat, nil); string(text) != "[]\n" {
		t.Errorf("no figures: got %s", text)
	}
}

// A value that JSON cannot have is an error, and nothing is written.
func TestNotFinite(t *testing.T) {
	for _, format := range Formats() {
		var out bytes.Buffer
		if err := Write(&out, format, []Figure{{Benchmark: "a", Measure: "b", Value: math.NaN()}}); err == nil || out.Len() > 0 {
			t.Errorf("%s: got %v, %q", format, err, &out)
		}
	}
}
