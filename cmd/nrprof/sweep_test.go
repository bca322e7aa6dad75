package main

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"

	"github.com/nrkit/nrkit/sweep"
)

// Every key of the documents of a sweep is in docs/sweep.md, and no other is.
func TestSweepFormats(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "sweep.md"))
	if err != nil {
		t.Fatal(err)
	}
	for section, doc := range map[string]reflect.Type{
		"## sweep/v1": reflect.TypeFor[sweep.Result](), "### run": reflect.TypeFor[sweep.Record](),
		"### regime": reflect.TypeFor[sweep.Regime](),
	} {
		documented := documentedKeys(t, string(text), section)
		eachKey(doc, "", func(key string) {
			if strings.HasPrefix(key, "configurations[].cold.") || strings.HasPrefix(key, "configurations[].warm.") {
				return // are those of a regime
			}
			if !documented[key] {
				t.Errorf("%s: %s is not documented", section, key)
			}
			delete(documented, key)
		})
		for key := range documented {
			t.Errorf("%s: there is no key %s", section, key)
		}
	}
}

// The sweeps of testdata can be run, and no two of their configurations are the
// same.
func TestSweepExamples(t *testing.T) {
	for file, want := range map[string][]string{
		"xla-flags.yaml": {"baseline", "autotune2", "autotune4", "command_buffer", "double_buffer", "pgle", "combined_safe", "combined_aggressive"},
		"orderings.yaml": {"amd trap", "amd gear", "btf+amd trap", "btf+amd gear", "colamd trap", "colamd gear", "btf+colamd trap", "btf+colamd gear"},
	} {
		text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "sweep", file))
		if err != nil {
			t.Fatal(err)
		}
		d, err := sweep.Parse(file, text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := sweep.NewPlan(d, []string{"program", "{capture}"}); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		var names []string
		for i, c := range d.Configurations {
			names = append(names, c.Name)
			for _, other := range d.Configurations[:i] {
				if reflect.DeepEqual(c.Settings, other.Settings) && reflect.DeepEqual(c.Values, other.Values) {
					t.Errorf("%s: %s is the same as %s", file, c.Name, other.Name)
				}
			}
		}
		if !reflect.DeepEqual(names, want) {
			t.Errorf("%s: got %q, want %q", file, names, want)
		}
	}
}

// Lines of benchmarks are those of one run each, and configurations whatever they
// are called are kept apart.
func TestSweepBench(t *testing.T) {
	regime := func() *sweep.Regime {
		return &sweep.Regime{Runs: 2, Metrics: []sweep.Metric{
			{Name: sweep.MetricWall, Unit: "ns", Of: []int{3, 7}, Values: []float64{30, 70}},
			{Name: sweep.MetricRSS, Unit: "B", Of: []int{3, 7}, Values: []float64{300, 700}},
			{Name: "phase/my\u00a0phase", Unit: "ns", Of: []int{7}, Values: []float64{7}},
		}}
	}
	r := &sweep.Result{Configurations: []sweep.Outcome{{Name: "a b", Warm: regime()}, {Name: "a/b", Warm: regime(), Cold: &sweep.Regime{}},
		{Values: map[string]string{"y": "\u2028", "x": "1"}, Warm: regime()}}}
	var b strings.Builder
	if err := benchSweep(&b, r); err != nil {
		t.Fatal(err)
	}
	var got []string
	reader := benchfmt.NewReader(strings.NewReader(b.String()), "")
	for reader.Scan() {
		x, ok := reader.Result().(*benchfmt.Result)
		if !ok {
			t.Fatalf("got %v in\n%s", reader.Result(), b.String())
		}
		line := string(x.Name)
		for _, v := range x.Values {
			if v.OrigUnit != "" {
				v.Value, v.Unit = v.OrigValue, v.OrigUnit
			}
			line += " " + strings.TrimSuffix(strings.TrimSuffix(v.Unit, "/op"), "-ns")
		}
		got = append(got, line)
	}
	name := func(s string) string { return "Sweep/" + s + "/regime=warm" }
	var want []string
	for _, s := range []string{"configuration=a_b", "configuration=a_b/number=2", "x=1/y=_"} {
		want = append(want, name(s)+" ns max_rss-bytes", name(s)+" ns max_rss-bytes my_phase")
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
