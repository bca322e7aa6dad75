package assembly

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func read(text string) (*Devices, error) { return ReadDevices("f.json", strings.NewReader(text)) }

// roundTrip checks that d is the same after it was written and read.
func roundTrip(t *testing.T, d *Devices) {
	t.Helper()
	var b bytes.Buffer
	if err := WriteDevices(&b, d); err != nil {
		t.Fatal(err)
	}
	got, err := ReadDevices("f.json", bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatalf("%v in\n%s", err, b.String())
	}
	want := *d
	want.Warnings = nil
	if diff := cmp.Diff(&want, got, cmpopts.EquateEmpty(), cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("the devices read are not those written: %s", diff)
	}
	var again bytes.Buffer
	if err := WriteDevices(&again, got); err != nil || !bytes.Equal(b.Bytes(), again.Bytes()) {
		t.Errorf("written again it is another text (%v):\n%s\n%s", err, b.String(), again.String())
	}
}

func TestRoundTrip(t *testing.T) {
	for seed := range uint64(60) {
		d := random(int(seed%11), int(seed%17), seed%2 == 0, seed)
		if seed%3 == 0 {
			for i := range d.Unknowns {
				d.Names = append(d.Names, fmt.Sprintf("node \"%d\"\n\u20ac\u2028", i))
			}
			g := &d.Groups[0]
			for k := range g.Len {
				g.DeviceNames = append(g.DeviceNames, fmt.Sprint("x", k))
				g.Cache = append(g.Cache, math.Inf(1), math.Inf(-1), 0.1+float64(k))
			}
			g.CacheWidth = 3
			if g.Len == 0 {
				g.Cache, g.CacheWidth = nil, 0
			}
			g.Shared = []Shared{{"is", 1e-300}, {"a b", math.NaN()}}
			g.EvalNS, g.Kind = 90.5, "mos"
		}
		roundTrip(t, d)
	}
}

const small = `{"format":"nr-devices","version":1,"title":"t","n_unknowns":3,"index_base":0,"groups":[
{"model":"r","n_devices":2,"param_names":["r","n"],"voltage_like":["n"],"jac_rows":[[0,0,1,1],[2]],"jac_cols":[[0,1,0,1],[2]],
"res_rows":[[0,1],[2]],"params":[[1,2],[3,4]]}]}`

// A file is read in any order of its keys, in blocks of any size.
func TestReadOrder(t *testing.T) {
	want, err := read(small)
	if err != nil {
		t.Fatal(err)
	}
	// Numbered from 1, 7 and -1 are ground, padded, what the numbering is comes last.
	other := `{"groups":[{"params":[[1,2],[3,4]],"res_rows":[[1,2],[3]],
	"jac_cols":[[1,2,1,2],[3]],"jac_rows":[[1,1,2,2],[3]],"voltage_like":[1],"param_names":["r","n"],"model":"r"}],
	"index_base":1,"n_unknowns":3,"title":"t","version":1,"format":"nr-devices"}`
	got, err := read(other)
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v: %s", err, diff)
	}
	got, err = ReadDevices("f.json", iotest.OneByteReader(strings.NewReader(small)))
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("byte by byte: %v: %s", err, diff)
	}
	got, err = read(`{"format":"nr-devices","version":1,"n_unknowns":2,"index_base":1,"ground":0,"rails":[2,2],"extra":{"a":[1,{}]},
	"groups":[{"model":"m","jac_rows":[[0,1,-1,2]],"jac_cols":[[1,0,1,2]]}]}`)
	if err != nil {
		t.Fatal(err)
	}
	if g := got.Groups[0]; fmt.Sprint(g.JacRow, g.JacCol, g.ResPtr, got.Rails, got.RailsStated) != "[-1 0 -1 1] [0 -1 0 1] [0 0] [1] true" {
		t.Errorf("got %v", got)
	}
	if len(got.Warnings) != 1 || got.Warnings[0] != (Warning{"unknown-key", "f.json:1: extra is not a key of nr-devices version 1 and is ignored"}) {
		t.Errorf("want a warning about extra, got %v", got.Warnings)
	}
}

// What is wrong is said with its place, what there is and what there should be.
func TestReadErrors(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"[2]],\"jac_cols", "[17]],\"jac_cols", "f.json:2:96: groups[0].jac_rows[1][0]: got 17, want below n_unknowns 3, or -1 for ground"},
		{"[2]],\"jac_cols", "[-2]],\"jac_cols", "f.json:2:96: groups[0].jac_rows[1][0]: got -2, want at least 0, or -1 for ground"},
		{"[2]],\"jac_cols", "[1.5]],\"jac_cols", "f.json:2:96: groups[0].jac_rows[1][0]: want an integer, got 1.5"},
		{"[2]],\"jac_cols", "[99999999999]],\"jac_cols", "f.json:2:96: groups[0].jac_rows[1][0]: got 99999999999, want a number of 32 bits"},
		{"[0,1,0,1],[2]", "[0,1,0],[2]", "f.json:2:118: groups[0].jac_cols[0]: want 4 numbers, as jac_rows has, got 3"},
		{"[0,1,0,1],[2]", "[0,1,0,1]", "f.json:3:46: groups[0]: want jac_rows and jac_cols of as many devices, got 2 and 1"},
		{"[0,1,0,1],[2]", "[0,1,0,1],[2],[]", "groups[0].jac_cols[2]: want 2 devices, as jac_rows has, got more"},
		{"[[0,1],[2]]", "[[0,1]]", "groups[0]: res_rows: want 2 devices, as jac_rows has, got 1"},
		{"\"n_devices\":2", "\"n_devices\":3", "groups[0]: n_devices: want 2 devices, as jac_rows has, got 3"},
		{"[3,4]", "[3]", "f.json:3:42: groups[0].params[1]: want 2 values, got 1"},
		{"[3,4]", "[3,x]", "f.json:3:43: groups[0].params[1][1]: want a number, got x"},
		{"[3,4]", "[3,04]", "groups[0].params[1][1]: want a number, got 04"},
		{"[\"n\"]", "[\"m\"]", "groups[0]: voltage_like[0]: got \"m\", want one of the 2 param_names or its index from 0"},
		{"[\"n\"]", "[2]", "groups[0]: voltage_like[0]: got 2, want one of the 2 param_names or its index from 0"},
		{"\"voltage_like\"", "\"discrete\":[1],\"voltage_like\"", "groups[0]: parameter 1 (n) is both voltage_like and discrete"},
		{"\"model\":\"r\"", "\"model\":\"\"", "groups[0]: want a model, got none"},
		{"\"model\":\"r\"", "\"model\":\"r\",\"model\":\"s\"", "groups[0]: the key \"model\" is repeated"},
		{"nr-devices", "nr-device", "f.json:1:11: format: want \"nr-devices\", got \"nr-device\""},
		{"\"version\":1", "\"version\":2", "f.json:1:34: version: want 1, got 2: a later version of the format"},
		{"\"version\":1,", "", "f.json: version: is missing"},
		{"\"n_unknowns\":3", "\"n_unknowns\":2000000000", "f.json: n_unknowns: got 2000000000 in a file of 272 bytes"},
		{"\"n_unknowns\":3", "\"n_unknowns\":-3", "n_unknowns: want 0 to 2147483646, got -3"},
		{"\"n_unknowns\":3,\"index_base\":0", "\"n_unknowns\":2", "f.json: groups[0].jac_rows[1][0]: got 2, want below n_unknowns 2, or -1 for ground"},
		{"\"index_base\":0", "\"index_base\":2", "index_base: want 0 or 1, got 2"},
		{"\"index_base\":0", "\"index_base\":1", "groups[0].jac_rows[0][0]: got 0, want at least 1, or -1 for ground"},
		{"\"index_base\":0", "\"index_base\":0,\"rails\":[-1]", "rails[0]: got -1, want at least 0"},
		{"\"index_base\":0", "\"index_base\":0,\"unknown_names\":[\"a\"]", "f.json: unknown_names: want 3, as n_unknowns says, got 1"},
		{"\"title\":\"t\"", "\"title\":\"t\x01\"", "f.json:1:44: title: a string holds the control character 0x1, want it escaped"},
		{"\"title\":\"t\"", "\"title\":\"\\q\"", "title: a string is not valid"},
		{"\"title\":\"t\"", "\"title\":t", "f.json:1:44: title: want a string, got 't'"},
		{"[3,4]]}]}", "[3,4]]}]", "f.json:3:48: want ',' or '}', got the end of the file: is it truncated?"},
		{"[3,4]]}]}", "[3,4]]}]}}", "f.json:3:49: want the end of the file, got '}'"},
		{small, "", "f.json:1:1: want an object, got the end of the file: is it truncated?"},
		{small, "%%MatrixMarket", "f.json:1:1: want an object, got '%'"},
		{small, strings.Repeat("[", 9), "f.json:1:1: want an object, got '['"},
		{small, "{\"x\":" + strings.Repeat("[", 9999), "want at most 1024 nested values, got more"},
	} {
		text := strings.Replace(small, c.from, c.to, 1)
		if text == small {
			t.Errorf("%q is not in the file", c.from)
			continue
		}
		d, err := read(text)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || d != nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("want %q, got %v", c.want, err)
		}
	}
	broken := errors.New("broken")
	if _, err := ReadDevices("f.json", io.MultiReader(strings.NewReader(small[:50]), iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Errorf("want the error of the reader, got %v", err)
	}
}

// Every file that is cut off is refused.
func TestReadTruncated(t *testing.T) {
	for k := range len(small) {
		if _, err := read(small[:k]); err == nil || !strings.Contains(err.Error(), "truncated") {
			t.Fatalf("cut at %d: want it called truncated, got %v", k, err)
		}
	}
}

func FuzzReadDevices(f *testing.F) {
	f.Add(small)
	f.Add(`{"format":"nr-devices","version":1,"n_unknowns":1,"groups":[{"model":"vsource","kind":"x","jac_rows":[[0,-1]],"jac_cols":[[0,0]],` +
		`"cache":[[null,NaN,-Infinity,1e999]],"eval_ns":1e3,"shared_params":{"a\u00e9":true}}],"unknown_names":["\ud83d\ude00"],"rails":[0],"z":{"a":[{}]}}`)
	f.Add(`{"groups":[],"n_unknowns":0,"index_base":1,"ground":0,"version":1,"format":"nr-devices"}`)
	f.Fuzz(func(t *testing.T, text string) {
		d, err := read(text)
		if err != nil {
			var syntax *SyntaxError
			if !errors.As(err, &syntax) || d != nil {
				t.Fatalf("want a SyntaxError, got %T %v", err, err)
			}
			return
		}
		if err := d.Check(); err != nil {
			t.Fatalf("read, but not valid: %v", err)
		}
		if d.Unknowns < 1000 && d.Slots() < 1000 {
			Analyze(d)
			d.Warnings = nil
			roundTrip(t, d)
		}
	})
}

// BenchmarkRead reads devices of the size of a multiplier of 64×64 bits.
func BenchmarkRead(b *testing.B) {
	var text bytes.Buffer
	if err := WriteDevices(&text, large()); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		if _, err := ReadDevices("f.json", bytes.NewReader(text.Bytes())); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAnalyze analyzes them.
func BenchmarkAnalyze(b *testing.B) {
	d := large()
	b.ReportMetric(float64(d.Slots()), "slots")
	for b.Loop() {
		Analyze(d)
	}
}

// large returns 169,728 transistors of 16 slots between local nodes and two
// rails.
func large() *Devices {
	d := &Devices{Unknowns: 84_866, Rails: []int32{0, 1}, RailsStated: true}
	for rail := range int32(2) {
		g := Group{Model: fmt.Sprint("ch", rail), JacPtr: []int32{0}, ResPtr: []int32{0}, ParamNames: []string{"w", "l", "ad", "as", "vgs", "vds", "vbs"}, VoltageLike: []int{4, 5, 6}}
		for k := range int32(84_864) {
			t := [4]int32{2 + k, 2 + (k*7+3)%84_864, rail, rail}
			for _, r := range t {
				for _, c := range t {
					g.JacRow, g.JacCol = append(g.JacRow, r), append(g.JacCol, c)
				}
			}
			g.ResRow = append(g.ResRow, t[:]...)
			g.Params = append(g.Params, 5e-7, 2e-7, 2.5e-13, 2.5e-13, 0, 0, 0)
			g.JacPtr, g.ResPtr = append(g.JacPtr, int32(len(g.JacRow))), append(g.ResPtr, int32(len(g.ResRow)))
			g.Len++
		}
		d.Groups = append(d.Groups, g)
	}
	return d
}
