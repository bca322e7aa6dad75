package compare

import (
	"bytes"
	"maps"
	"math"
	"testing"

	oracle "golang.org/x/perf/benchfmt"
)

// A text gives the results and the configuration that the library of benchstat
// reads, and is refused where that refuses a line.
func checkBenchLines(t *testing.T, text []byte) {
	in := oracle.NewReader(bytes.NewReader(text), "x")
	config := map[string]string{}
	line := 0
	scan := func() oracle.Record {
		for in.Scan() {
			switch rec := in.Result().(type) {
			case *oracle.UnitMetadata:
			case *oracle.SyntaxError:
				if bytes.HasPrefix(bytes.Split(text, []byte("\n"))[rec.Line-1], []byte("Benchmark")) {
					return rec
				}
			default:
				return rec
			}
		}
		return nil
	}
	for raw := range bytes.Lines(text) {
		line++
		raw = bytes.TrimSuffix(bytes.TrimSuffix(raw, []byte("\n")), []byte("\r"))
		if !bytes.HasPrefix(raw, []byte("Benchmark")) {
			if key, value, ok := parseConfig(string(raw)); ok {
				if config[key] = value; value == "" {
					delete(config, key)
				}
			}
			continue
		}
		res, _, msg := parseResult(string(raw))
		if res == nil && msg == "" {
			continue
		}
		rec := scan()
		want, ok := rec.(*oracle.Result)
		if ok && want.Iters <= 0 && msg != "" {
			continue // refused here alone
		}
		if ok != (res != nil) {
			t.Fatalf("line %d %q: got %+v (%s), want %+v", line, raw, res, msg, rec)
		}
		if !ok {
			continue
		}
		checkResult(t, res, want, config)
	}
	if rec := scan(); rec != nil {
		t.Fatalf("the library has one more: %+v", rec)
	}
}

func checkResult(t *testing.T, res *result, want *oracle.Result, config map[string]string) {
	if res.name != string(want.Name) || res.calls != int64(want.Iters) || len(res.values) != len(want.Values) {
		t.Fatalf("got %+v, want %+v", res, want)
	}
	for i, v := range want.Values {
		x, unit := v.Value, v.Unit
		if v.OrigUnit != "" {
			x, unit = v.OrigValue, v.OrigUnit
		}
		if got := res.values[i]; got.unit != unit || got.x != x && !(math.IsNaN(got.x) && math.IsNaN(x)) {
			t.Fatalf("got %+v, want %v %s", got, x, unit)
		}
	}
	got := map[string]string{}
	for _, c := range want.Config {
		got[c.Key] = string(c.Value)
	}
	if !maps.Equal(got, config) {
		t.Fatalf("got configuration %q, want %q", config, got)
	}
}

func TestBenchLines(t *testing.T) {
	checkBenchLines(t, []byte("goos: linux\ngoos:\npkg:x\ncpu:\tA B\nBenchmarkA\nBenchmarkA-8  \t12 3.5e2 ns/op 7 B/op\r\nBenchmark 1 2 x\n"+
		"ß: s\nNot: x\nBenchmarkB \nBenchmarkB 1\nBenchmarkB 1 2\nBenchmarkB 1 x y\nBenchmarkB x 1 y\nBenchmarkB -1 1 y\nBenchmarkB 1 Inf ns/op 2\nUnit x\nUnits\nPASS\nBenchmarkC 1 0 ns/op"))
}

func FuzzBenchLines(f *testing.F) {
	f.Add([]byte("goos: linux\nBenchmarkA-8 12 3.5e2 ns/op 7 B/op\r\n"))
	f.Add([]byte("Unit ns/op assume=exact\nBenchmark\u00a0A 1 0x1p3 s\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 60_000 { // the library takes no longer lines
			return
		}
		checkBenchLines(t, text)
	})
}
