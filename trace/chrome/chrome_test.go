package chrome_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/chrome"
)

// lines returns the events of each track as text, arguments before the end of
// their range and without a time; those of ranges that never end come last.
func lines(t *trace.Trace) [][]string {
	out := make([][]string, len(t.Tracks))
	args := make([][][]string, len(t.Tracks))
	for e := range t.Events() {
		k := e.Track
		name := ""
		if e.Name >= 0 {
			name = t.Names[e.Name]
		}
		open := len(args[k]) - 1
		switch e.Kind {
		case trace.Begin:
			index := ""
			if e.Index != trace.NoIndex {
				index = fmt.Sprint(" #", e.Index)
			}
			out[k] = append(out[k], fmt.Sprint(e.Time, " begin ", name, index))
			args[k] = append(args[k], nil)
		case trace.End:
			out[k] = append(append(out[k], args[k][open]...), fmt.Sprint(e.Time, " end ", name))
			args[k] = args[k][:open]
		case trace.Arg:
			args[k][open] = append(args[k][open], fmt.Sprint(name, "=", e.Value))
		case trace.Counter:
			out[k] = append(out[k], fmt.Sprint(e.Time, " ", name, "=", e.Value))
		case trace.Instant:
			out[k] = append(out[k], fmt.Sprint(e.Time, " ", name))
		}
	}
	for k, open := range args {
		for _, a := range open {
			out[k] = append(out[k], a...)
		}
	}
	return out
}

func write(t testing.TB, tr *trace.Trace) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := chrome.Write(&b, tr); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestRoundTrip(t *testing.T) {
	traces := []*trace.Trace{walktest.NR(200, true), walktest.Of(0, nil)}
	for seed := range walktest.Seeds(300) {
		traces = append(traces, walktest.Random(seed, 200), dense(seed, 100, 1e9))
	}
	for i, tr := range traces {
		for k := range tr.Tracks { // all of one id, to see that they are told apart
			tr.Tracks[k] = trace.Track{Process: 7, Thread: 8, Device: int32(k) - 1, Context: int32(k), Stream: 3, Rank: int32(i % 3), Name: "a \"b\""}
		}
		tr.Loss.Open, tr.Last = i%2 == 0, int64(i%2^1)*1e12
		text := write(t, tr)
		if !json.Valid(text) {
			t.Fatalf("trace %d: not JSON", i)
		}
		got, warnings, err := chrome.Read(iotest.OneByteReader(bytes.NewReader(text)))
		if err != nil {
			t.Fatalf("trace %d: %v", i, err)
		}
		for _, w := range warnings {
			if w.Code != "open-range" {
				t.Errorf("trace %d: %v", i, w)
			}
		}
		if diff := cmp.Diff(lines(tr), lines(got)); diff != "" {
			t.Fatalf("trace %d: -written +read\n%s", i, diff)
		}
		if diff := cmp.Diff(tr.Header, got.Header); diff != "" {
			t.Fatalf("trace %d: header: -written +read\n%s", i, diff)
		}
		if got.Last != tr.Last {
			t.Fatalf("trace %d: got %d as the last time, want %d", i, got.Last, tr.Last)
		}
		if diff := cmp.Diff(tr.Tracks, got.Tracks); diff != "" {
			t.Fatalf("trace %d: tracks: -written +read\n%s", i, diff)
		}
	}
}

// read returns the tracks and the codes of the warnings, as text.
func read(t *testing.T, in string) string {
	t.Helper()
	tr, warnings, err := chrome.Read(strings.NewReader(in))
	if err != nil {
		return err.Error()
	}
	var out []string
	for i, l := range lines(tr) {
		out = append(out, strings.TrimSpace(tr.Tracks[i].Name+": "+strings.Join(l, ", ")))
	}
	for _, w := range warnings {
		out = append(out, fmt.Sprintf("%d %s", w.Count, w.Code))
	}
	return strings.Join(out, "\n")
}

func TestRead(t *testing.T) {
	const b, e, x = `{"ph":"B","name":"a","ts":`, `{"ph":"E","ts":`, `{"ph":"X","name":"x","ts":`
	for _, c := range []struct{ name, in, want string }{
		{"array", `[` + x + `1,"dur":2}]`, ": 1000 begin x, 3000 end x"},
		{"unterminated", `[` + x + `1,"dur":2},`, ": 1000 begin x, 3000 end x"},
		{"object unterminated", `{"traceEvents":[` + x + `1,"dur":2}`, ": 1000 begin x, 3000 end x\n1 unterminated"},
		{"empty last event", `[` + x + `1,"dur":2},{}]`, ": 1000 begin x, 3000 end x"},
		{"empty", `[`, ""},
		{"byte order mark", "\xef\xbb\xbf[]", ""},
		{"decimals", `[` + x + `1700000000000000.0005,"dur":"0.0015"}]`, ": 1700000000000000001 begin x, 1700000000000000002 end x"},
		{"exponent", `[` + x + `1.5e3,"dur":25e-1}]`, ": 1500000 begin x, 1502500 end x"},
		{"negative", `[` + x + `-1.0004,"dur":1}]`, ": -1000 begin x, 0 end x"},
		{"nested by thirds", `[` + x + `0.3333,"dur":0.6666},{"ph":"X","name":"y","ts":0.6666,"dur":0.3333}]`,
			": 333 begin x, 667 begin y, 1000 end y, 1000 end x"},
		{"order", `[` + e + `9},` + b + `1}]`, ": 1000 begin a, 9000 end a"},
		{"no end", `[` + b + `1}]`, ": 1000 begin a\n1 open-range"},
		{"no begin", `[` + e + `1},` + e + `2}]`, ":\n2 end-without-begin"},
		{"overlap", `[` + x + `0,"dur":2},{"ph":"X","name":"y","ts":1,"dur":2,"tid":"0"}]`,
			": 0 begin x, 2000 end x\n(overlap 1): 1000 begin y, 3000 end y\n1 overlap"},
		{"rounded neighbours", `[` + x + `0.001,"dur":1.001},{"ph":"X","name":"y","ts":1.001,"dur":1}]`,
			": 1 begin x, 1001 end x, 1001 begin y, 2001 end y\n1 rounding"},
		{"rounded child", `[` + x + `0,"dur":5},{"ph":"X","name":"y","ts":1,"dur":4.001},{"ph":"X","name":"z","ts":2,"dur":3.001}]`,
			": 0 begin x, 1000 begin y, 2000 begin z, 5000 end z, 5000 end y, 5000 end x\n2 rounding"},
		{"rounded nest and neighbour", `[` + x + `0,"dur":5.001},{"ph":"X","name":"y","ts":1,"dur":4.001},{"ph":"X","name":"z","ts":5,"dur":1}]`,
			": 0 begin x, 1000 begin y, 5000 end y, 5000 end x, 5000 begin z, 6000 end z\n2 rounding"},
		{"rounded in a pair", `[` + b + `0},{"ph":"X","name":"y","ts":1,"dur":4.001},` + e + `5}]`,
			": 0 begin a, 1000 begin y, 5000 end y, 5000 end a\n1 rounding"},
		{"beyond rounding", `[` + x + `0,"dur":2.002},{"ph":"X","name":"y","ts":2,"dur":2,"tid":"0"}]`,
			": 0 begin x, 2002 end x\n(overlap 1): 2000 begin y, 4000 end y\n1 overlap"},
		{"pairs are not rounded", `[` + b + `0},{"ph":"B","name":"b","ts":1},{"ph":"E","name":"a","ts":2},{"ph":"E","name":"b","ts":2.001}]`,
			": 0 begin a, 2000 end a\n(overlap 1): 1000 begin b, 2001 end b\n1 end-not-innermost\n1 overlap"},
		{"ends crossed", `[` + b + `0},{"ph":"B","name":"b","ts":1},{"ph":"E","name":"a","ts":2},{"ph":"E","name":"b","ts":2}]`,
			": 0 begin a, 1000 begin b, 2000 end b, 2000 end a\n1 end-not-innermost"},
		{"longer is outer", `[` + x + `0,"dur":2},{"ph":"X","name":"y","ts":0,"dur":3}]`,
			": 0 begin y, 0 begin x, 2000 end x, 3000 end y"},
		{"no dur", `[` + x + `1}]`, ": 1000 begin x, 1000 end x\n1 no-duration"},
		{"tdur", `[` + x + `1,"tdur":2}]`, ": 1000 begin x, 3000 end x\n1 no-duration"},
		{"negative dur", `[` + x + `1,"dur":-2}]`, ":\n1 negative-duration"},
		{"no ts", `[{"ph":"B"}]`, "1 no-timestamp"},
		{"no phase", `[{"ts":1}]`, "1 no-phase"},
		{"flow", `[{"ph":"s","ts":1},{"ph":"f","ts":1}]`, "2 skipped-phase"},
		{"counter", `[{"ph":"C","name":"c","ts":1,"args":{"u":1,"value":"2","index":3}}]`, ": 1000 c u=1, 1000 c=2, 1000 c index=3"},
		{"instant", `[{"ph":"I","name":"i","ts":1},{"ph":"i","ts":2}]`, ": 1000 i, 2000 (unnamed)"},
		{"args", `[` + x + `1,"dur":2,"args":{"index":4,"r":0.5,"s":"word","n":null,"o":{"p":[1]}}}]`,
			": 1000 begin x #4, r=0.5, 3000 end x\n3 skipped-argument"},
		{"names", `[{"ph":"M","name":"thread_name","tid":"gpu","args":{"name":"stream"}},` + x + `1,"dur":0,"tid":"cpu"}]`,
			"stream:\ncpu: 1000 begin x, 1000 end x"},
		{"escapes", `[{"ph":"i","ts":0,"name":"\u00e9\ud83d\ude00\ud83d\n\/"}]`, ": 0 é😀\ufffd\n/"},

		{"no input", ``, "1:1: want [ or {, got the end of the input"},
		{"not JSON", `trace`, `1:1: want [ or {, got 't'`},
		{"cut event", "[\n{\"ph\":", "2:7: want a value, got the end of the input"},
		{"cut string", `[{"ph`, `1:6: want ", got the end of the input`},
		{"no events", `{"a":[1,{"b":[]}]}`, "1:18: want traceEvents in the object, got none"},
		{"events no list", `{"traceEvents":3}`, `1:16: want [ for traceEvents, got '3'`},
		{"event no object", `[3]`, `1:2: want an event or ], got '3'`},
		{"comma", `[{} {}]`, `1:5: want , or ] after an event, got '{'`},
		{"ts", `[{"ts":"noon"}]`, `1:8: want a number of microseconds for ts, got "noon"`},
		{"ts beyond", `[{"ts":1e300}]`, `1:8: want a number of microseconds for ts, got "1e300"`},
		{"sum beyond", `[` + x + `9e15,"dur":9e15}]`, `1:2: want ts + dur within 292 years, got more`},
		{"value", `[{"a":}]`, `1:7: want a value, got '}'`},
		{"literal", `[{"a":nil}]`, `1:9: want a value, got "nil"`},
		{"number", `[{"a":1.2.3}]`, `1:11: want a value, got "1.2.3"`},
		{"after", `[] 3`, `1:4: want the end of the input, got '3'`},
		{"deep", `[{"a":` + strings.Repeat("[", 10001), `1:10007: want values at most 10000 deep`},
	} {
		if got := read(t, c.in); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got, c.want)
		}
	}
}

// The files of speedscope's tests, with what is in them.
func TestFilesOfSpeedscope(t *testing.T) {
	data := os.Getenv("NRKIT_ORACLE")
	if data == "" {
		t.Skip("NRKIT_ORACLE is not set: it names the folder with traces/chrome")
	}
	files, err := filepath.Glob(filepath.Join(data, "traces", "chrome", "speedscope__*.json"))
	if err != nil || len(files) != len(speedscope) {
		t.Fatalf("got %d files, want %d (%v)", len(files), len(speedscope), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(file), "speedscope__"), ".json")
		if got := read(t, string(text)); got != speedscope[name] {
			t.Errorf("%q: %q,", name, got)
		}
	}
}

func TestManyOverlaps(t *testing.T) {
	var in strings.Builder
	in.WriteString("[")
	for i := range 100 {
		fmt.Fprintf(&in, `{"ph":"X","name":"x","ts":%d,"dur":1000},`, i)
	}
	tr, warnings, err := chrome.Read(strings.NewReader(in.String()))
	if err != nil {
		t.Fatal(err)
	}
	if len(tr.Tracks) != 65 || tr.Loss.Ranges != 35 || len(warnings) != 2 {
		t.Errorf("got %d tracks, %d ranges lost, %v; want 65, 35", len(tr.Tracks), tr.Loss.Ranges, warnings)
	}
}

func TestErrorsOfReaderAndWriter(t *testing.T) {
	bad := errors.New("bad disk")
	if _, _, err := chrome.Read(io.MultiReader(strings.NewReader("[\n{"), iotest.ErrReader(bad))); !errors.Is(err, bad) {
		t.Errorf("got %v, want the reader's error", err)
	}
	if err := chrome.Write(failing{bad}, walktest.NR(1, false)); !errors.Is(err, bad) {
		t.Errorf("got %v, want the writer's error", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"otherData":{"labels":{"a":"b"},"start":"2026-01-01T00:00:00Z"},"traceEvents":[{"ph":"X","ts":1.5,"dur":2,"args":{"index":1,"a":2.5}}`))
	f.Add([]byte(`[{"ph":"B","ts":"1","name":"\u1234"},{"ph":"E","ts":1e-3},{"ph":"M","name":"thread_name","args":{"name":"n"}}]`))
	f.Add([]byte("[{\"ph\":\"X\",\"ts\":1,\"name\":\"n\x96\",\"args\":{\"inde\x96\x97\":1}}]"))
	f.Add([]byte(`[{"ph":"X","name":"x","ts":1,"dur":1.001},{"ph":"X","name":"y","ts":2,"dur":2},{"ph":"i","ts":2},{"ph":"X","name":"z","ts":3,"dur":1.001},{"ph":"B","ts":3.5},{"ph":"E","ts":4.001}]`))
	f.Add(write(f, walktest.Random(1, 60)))
	f.Fuzz(func(t *testing.T, in []byte) {
		tr, warnings, err := chrome.Read(bytes.NewReader(in))
		if err != nil {
			var at *chrome.SyntaxError
			if !errors.As(err, &at) || at.Line < 1 || at.Col < 0 {
				t.Fatalf("error without a place: %v", err)
			}
			return
		}
		seen := map[string]bool{}
		for _, w := range warnings {
			if seen[w.Code] || w.Count < 1 {
				t.Fatalf("warning %v", w)
			}
			seen[w.Code] = true
		}
		last := make([]int64, len(tr.Tracks))
		depth := make([]int, len(tr.Tracks))
		for i := range last {
			last[i] = -1 << 63
		}
		for e := range tr.Events() {
			if e.Time < last[e.Track] {
				t.Fatalf("track %d goes back from %d to %d", e.Track, last[e.Track], e.Time)
			}
			last[e.Track] = e.Time
			switch e.Kind {
			case trace.Begin:
				depth[e.Track]++
			case trace.End:
				if depth[e.Track]--; depth[e.Track] < 0 {
					t.Fatal("an end without a begin")
				}
			}
		}
		// What was read is written and read again as it is.
		again, _, err := chrome.Read(bytes.NewReader(write(t, tr)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(lines(tr), lines(again)); diff != "" {
			t.Fatalf("-read +written and read\n%s", diff)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	text := write(b, walktest.NR(5000, true))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, _, err := chrome.Read(bytes.NewReader(text)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	tr := walktest.NR(5000, true)
	b.SetBytes(int64(len(write(b, tr))))
	for b.Loop() {
		if err := chrome.Write(io.Discard, tr); err != nil {
			b.Fatal(err)
		}
	}
}
