package sweep

import (
	"reflect"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"
)

// Lines of benchmarks are those of one run each, and configurations whatever they
// are called are kept apart.
func TestSweepBench(t *testing.T) {
	regime := func() *Regime {
		return &Regime{Runs: 2, Metrics: []Metric{
			{Name: MetricWall, Unit: "ns", Of: []int{3, 7}, Values: []float64{30, 70}},
			{Name: MetricRSS, Unit: "B", Of: []int{3, 7}, Values: []float64{300, 700}},
			{Name: "phase/my\u00a0phase", Unit: "ns", Of: []int{7}, Values: []float64{7}},
		}}
	}
	r := &Result{Configurations: []Outcome{{Name: "a b", Warm: regime()}, {Name: "a/b", Warm: regime(), Cold: &Regime{}},
		{Values: map[string]string{"y": "\u2028", "x": "1"}, Warm: regime()}}}
	var b strings.Builder
	if err := r.WriteBench(&b); err != nil {
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
