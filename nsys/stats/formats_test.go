package stats

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nrkit/nrkit/internal/legible"
)

// errFull is the error of a writer that is full.
var errFull = errors.New("full")

// A fullWriter takes a few bytes.
type fullWriter struct{ left int }

func (w *fullWriter) Write(b []byte) (int, error) {
	if w.left -= len(b); w.left < 0 {
		return 0, errFull
	}
	return len(b), nil
}

// sampleTable returns a table of all kinds of cells.
func sampleTable(texts ...string) *Table {
	t := &Table{Columns: []string{"Name", "Count", "Share (%)", "Size (MB)", "None"}, Null: "None"}
	for i, s := range texts {
		t.Add(String(s), Integer(int64(i-1)), Real(float64(i)/10, 1), Real(float64(i)/1000, 3), Cell{})
	}
	return t
}

func TestFormats(t *testing.T) {
	x := sampleTable("a", `say "b", c`, "two\nlines")
	for _, tt := range []struct {
		name  string
		write func(*bytes.Buffer) error
		want  string
	}{
		{"csv", func(b *bytes.Buffer) error { return x.WriteCSV(b) },
			"Name,Count,Share (%),Size (MB),None\na,-1,0.0,0.000,None\n\"say \"\"b\"\", c\",0,0.1,0.001,None\n\"two\nlines\",1,0.2,0.002,None\n"},
		{"csv with quotes alone", func(b *bytes.Buffer) error { return sampleTable(`a "b"`).WriteCSV(b) }, "Name,Count,Share (%),Size (MB),None\n\"a \"\"b\"\"\",-1,0.0,0.000,None\n"},
		{"text", func(b *bytes.Buffer) error { return x.WriteText(b) },
			"Name        Count  Share (%)  Size (MB)  None\n----------  -----  ---------  ---------  ----\n" +
				"a              -1        0.0      0.000  None\nsay \"b\", c      0        0.1      0.001  None\ntwo\\nlines      1        0.2      0.002  None\n"},
		{"json", func(b *bytes.Buffer) error { return sampleTable("a\t\"").WriteJSON(b) },
			"[\n  {\n    \"Name\": \"a\\t\\\"\",\n    \"Count\": -1,\n    \"Share (%)\": 0.0,\n    \"Size (MB)\": 0.000,\n    \"None\": \"None\"\n  }\n]\n"},
		{"json without rows", func(b *bytes.Buffer) error { return sampleTable().WriteJSON(b) }, "[\n]\n"},
	} {
		var b bytes.Buffer
		if err := tt.write(&b); err != nil || b.String() != tt.want {
			t.Errorf("%s: %v:\n got %s\nwant %s", tt.name, err, b.String(), tt.want)
		}
	}
	big := sampleTable(strings.Split(strings.Repeat("x,", 5000), ",")...)
	for _, err := range []error{big.WriteCSV(&fullWriter{70_000}), big.WriteText(&fullWriter{70_000}), big.WriteJSON(&fullWriter{70_000}),
		x.WriteCSV(&fullWriter{9}), x.WriteText(&fullWriter{9}), x.WriteJSON(&fullWriter{9})} {
		if !errors.Is(err, errFull) {
			t.Errorf("a full disk: got %v", err)
		}
	}
}

// Numbers print as strconv prints them.
func TestNumbers(t *testing.T) {
	for _, v := range []float64{0, 0.1, 0.7, 1, 99.9, 100, 1841630798.3, 17714696, 562949953421311.9, 1 << 60, -0.1, -5, 0.05, 0.25, 1e300} {
		for decimals, format := range map[uint8]string{1: "%.1f", 3: "%.3f", 0: "%.0f"} {
			if got, want := string(appendNumber(nil, v, decimals)), fmt.Sprintf(format, v); got != want {
				t.Errorf("%v with %d digits: got %s, want %s", v, decimals, got, want)
			}
		}
	}
	for k := range 100_000 {
		v := float64(k*37) / 10
		if got, want := string(appendNumber(nil, v, 1)), fmt.Sprintf("%.1f", v); got != want {
			t.Fatalf("%v: got %s, want %s", v, got, want)
		}
	}
}

// FuzzFormats: any text comes back from CSV and JSON.
func FuzzFormats(f *testing.F) {
	f.Add("void f<int>(double *, char)", "\"\r\n\x00\x1f,")
	f.Fuzz(func(t *testing.T, a, b string) {
		x := sampleTable(a, b)
		var text bytes.Buffer
		if err := x.WriteCSV(&text); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(a+b, "\r") { // which the reader drops
			rows, err := csv.NewReader(&text).ReadAll()
			if err != nil || len(rows) != 3 || rows[1][0] != a || rows[2][0] != b {
				t.Fatalf("CSV of %q and %q: %v, %q", a, b, err, rows)
			}
		}
		text.Reset()
		if err := x.WriteJSON(&text); err != nil {
			t.Fatal(err)
		}
		var rows []map[string]any
		if err := json.Unmarshal(text.Bytes(), &rows); err != nil {
			t.Fatalf("JSON of %q and %q: %v", a, b, err)
		}
		if utf8.ValidString(a) && rows[0]["Name"] != a || utf8.ValidString(b) && rows[1]["Name"] != b {
			t.Fatalf("JSON of %q and %q: %v", a, b, rows)
		}
	})
}

func TestParse(t *testing.T) {
	report, o, err := Parse("cuda_gpu_kern_sum:base:nvtx-name:start=5:end=90:nvtx=step@solver/3:rows=7")
	want := Options{Base: true, NVTXName: true, Start: 5, End: 90, Range: "step@solver/3", Rows: 7}
	if err != nil || report != "cuda_gpu_kern_sum" || o != want {
		t.Errorf("got %q, %+v, %v", report, o, err)
	}
	for spec, want := range map[string]string{
		"a:bas":          `report a: argument "bas": no report has this argument: want base, mangled, nvtx-name, start, end, nvtx, range, rows, gap, threshold, chunks`,
		"a:base=1":       `report a: argument "base=1": takes no value`,
		"a:nvtx":         `report a: argument "nvtx": want nvtx=RANGE[@DOMAIN][/INDEX]`,
		"a:start=x":      `report a: argument "start=x": want start=NUMBER with a whole number of at least 0`,
		"a:end=-1":       `report a: argument "end=-1": want end=NUMBER with a whole number of at least 0`,
		"a:chunks=0":     `report a: argument "chunks=0": want 1 to 1000 chunks`,
		"a:chunks=1001":  `report a: argument "chunks=1001": want 1 to 1000 chunks`,
		"a:":             `report a: argument "": no report has this argument`,
		"a:rows=1:rows=": `report a: argument "rows=": want rows=NUMBER`,
	} {
		var bad *ArgumentError
		if _, _, err := Parse(spec); !errors.As(err, &bad) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", spec, err, want)
		}
	}
	for _, r := range Reports() {
		for _, name := range []string{r.Name, r.Old} {
			if name != "" && Find(name).Title != r.Title {
				t.Errorf("%s is another report", name)
			}
		}
		if err := Check(r.Name, Options{Base: true}); (err == nil) != (len(r.Args) > 0 && strings.Contains(strings.Join(r.Args, " "), "base")) {
			t.Errorf("%s:base: %v", r.Name, err)
		}
	}
	if err := Check("nothing", Options{}); !errors.As(err, new(*UnknownReportError)) {
		t.Errorf("unknown report: %v", err)
	}
}

// FuzzParse: any arguments are parsed or refused.
func FuzzParse(f *testing.F) {
	f.Add("cuda_gpu_kern_sum:base:start=5:nvtx=a@b/1")
	f.Fuzz(func(t *testing.T, spec string) {
		report, o, err := Parse(spec)
		if err == nil && (o.Start < 0 || o.End < 0 || o.Chunks > 1000 || strings.Contains(report, ":")) {
			t.Fatalf("%q: %q, %+v", spec, report, o)
		}
	})
}

// On a terminal names give way to figures.
func TestTextWithin(t *testing.T) {
	x := &Table{Columns: []string{"Time (ns)", "Name", "Domain"}}
	x.Add(Integer(1234567), String("void solver::factor<double, 32>(solver::Panel<double> const*, int)\x1b[2J"), String("a domain of thirty characters."))
	var b bytes.Buffer
	if err := x.WriteTextWithin(&b, 46); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		if n := legible.Width(strings.TrimSuffix(line, "\n")); n > 46 {
			t.Errorf("%d columns in %q", n, line)
		}
	}
	if strings.Contains(b.String(), "\x1b") || !strings.Contains(b.String(), "1234567  void s") || strings.Count(b.String(), "…") != 2 {
		t.Errorf("got\n%s", b.String())
	}
}
