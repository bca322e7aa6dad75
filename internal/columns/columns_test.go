package columns

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// A sample is a row of the table of the tests.
type sample struct {
	n, m  int64
	hasM  bool
	f, g  float64
	hasG  bool
	b     bool
	s, u  string
	never string
}

func samples() *Table[sample] {
	return &Table[sample]{Program: "test", Name: "samples", Version: 3, About: "A row is a sample.", Columns: []Column[sample]{
		Int("n_ns", "n", func(r *sample) int64 { return r.n }),
		MaybeInt("m", "m", func(r *sample) (int64, bool) { return r.m, r.hasM }),
		Float("f", "f", func(r *sample) float64 { return r.f }),
		MaybeFloat("g", "g", func(r *sample) (float64, bool) { return r.g, r.hasG }),
		Bool("b", "b", func(r *sample) bool { return r.b }),
		Text("s", "s", func(r *sample) string { return r.s }),
		MaybeText("u", "u", func(r *sample) string { return r.u }),
		MaybeText("never", "never", func(r *sample) string { return r.never }),
	}}
}

// values returns what a row has, NULL as nil.
func (r *sample) values() []any {
	v := []any{r.n, nil, r.f, nil, r.b, r.s, nil, nil}
	if r.hasM {
		v[1] = r.m
	}
	if r.hasG {
		v[3] = r.g
	}
	if r.u != "" {
		v[6] = r.u
	}
	return v
}

// random returns rows, of which some parts are constant, rising or without any value.
func random(seed uint64, n int) []sample {
	rng := rand.New(rand.NewPCG(seed, 3))
	list := make([]sample, n)
	for i := range list {
		r := &list[i]
		mode := i / 20_000 % 3
		r.n, r.f, r.s = int64(i)*1000, 1.5, "same"
		if mode > 0 {
			r.n = int64(rng.Uint64() >> rng.IntN(64))
			r.f = rng.NormFloat64()
			r.s = fmt.Sprint("name ", rng.IntN(300))
			r.u = []string{"", "x", "longer text", "ÄÖ"}[rng.IntN(4)]
		}
		if r.hasM = mode == 1 || rng.IntN(50) == 0; r.hasM {
			r.m = -rng.Int64N(1 << 40)
		}
		if r.hasG = mode == 2; r.hasG {
			r.g = rng.ExpFloat64()
		}
		r.b = mode == 2 && rng.IntN(3) > 0
	}
	return list
}

func write(t *testing.T, rows []sample) []byte {
	t.Helper()
	var b bytes.Buffer
	w := NewWriter(&b, samples(), map[string]string{"more": "yes"})
	for _, r := range rows {
		w.Append(r)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// open opens a file with the library.
func open(t *testing.T, b []byte) *parquet.File {
	t.Helper()
	f, err := parquet.OpenFile(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// read returns the values of a row group.
func read(t *testing.T, g parquet.RowGroup) [][]any {
	t.Helper()
	rows := g.Rows()
	defer rows.Close()
	buffer := make([]parquet.Row, 1000)
	var out [][]any
	for {
		n, err := rows.ReadRows(buffer)
		for _, r := range buffer[:n] {
			var v []any
			for _, x := range r {
				switch {
				case x.IsNull():
					v = append(v, nil)
				case x.Kind() == parquet.Int64:
					v = append(v, x.Int64())
				case x.Kind() == parquet.Double:
					v = append(v, x.Double())
				case x.Kind() == parquet.Boolean:
					v = append(v, x.Boolean())
				default:
					v = append(v, string(x.ByteArray()))
				}
			}
			out = append(out, v)
		}
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// The library reads what was written, in row groups, and finds its schema and metadata.
func TestRoundTrip(t *testing.T) {
	for _, n := range []int{0, 1, 7, 255, 256, 257, batchRows, batchRows + 1, pageRows - 1, pageRows, pageRows + 1, GroupRows - 1, GroupRows, GroupRows + 1, GroupRows + pageRows + batchRows + 3} {
		rows := random(uint64(n), n)
		f := open(t, write(t, rows))
		if want := (n + GroupRows - 1) / GroupRows; len(f.RowGroups()) != want || f.NumRows() != int64(n) {
			t.Fatalf("%d rows: got %d groups with %d rows, want %d groups", n, len(f.RowGroups()), f.NumRows(), want)
		}
		k := 0
		for _, g := range f.RowGroups() {
			for _, got := range read(t, g) {
				if want := rows[k].values(); !reflect.DeepEqual(got, want) {
					t.Fatalf("%d rows: row %d: got %v, want %v", n, k, got, want)
				}
				k++
			}
		}
		if k != n {
			t.Fatalf("got %d rows, want %d", k, n)
		}
		meta := map[string]string{}
		for _, kv := range f.Metadata().KeyValueMetadata {
			meta[kv.Key] = kv.Value
		}
		if meta["nrkit.schema"] != "test.samples/v3" || meta["nrkit.more"] != "yes" || meta["nrkit.unit.n_ns"] != "ns" || f.Schema().Columns()[7][0] != "never" {
			t.Fatalf("got %v, %v", meta, f.Schema())
		}
	}
}

// The figures of each chunk agree with its values.
func TestStatistics(t *testing.T) {
	rows := random(5, GroupRows+50_000)
	b := write(t, rows)
	f := open(t, b)
	end := int64(len(magic))
	for k, g := range f.Metadata().RowGroups {
		part := rows[k*GroupRows : min((k+1)*GroupRows, len(rows))]
		size := int64(0)
		for i, c := range g.Columns {
			var least, largest any
			nulls := int64(0)
			for j := range part {
				switch x := part[j].values()[i].(type) {
				case nil:
					nulls++
				case int64:
					if least == nil {
						least, largest = x, x
					}
					least, largest = min(least.(int64), x), max(largest.(int64), x)
				case float64:
					if least == nil {
						least, largest = x, x
					}
					least, largest = min(least.(float64), x), max(largest.(float64), x)
				case bool:
					if least == nil {
						least, largest = x, x
					}
					least, largest = least.(bool) && x, largest.(bool) || x
				}
			}
			s := c.MetaData.Statistics
			for _, of := range []struct {
				got  []byte
				want any
			}{{s.MinValue, least}, {s.MaxValue, largest}} {
				var want []byte
				switch x := of.want.(type) {
				case int64:
					want = binary.LittleEndian.AppendUint64(nil, uint64(x))
				case float64:
					want = binary.LittleEndian.AppendUint64(nil, math.Float64bits(x))
				case bool:
					want = []byte{0}
					if x {
						want[0] = 1
					}
				}
				if !bytes.Equal(of.got, want) {
					t.Errorf("group %d, column %d: got bound %x, want %x", k, i, of.got, want)
				}
			}
			if s.NullCount != nulls || c.MetaData.NumValues != int64(len(part)) {
				t.Errorf("group %d, column %d: got %d of %d NULL, want %d of %d", k, i, s.NullCount, c.MetaData.NumValues, nulls, len(part))
			}
			first := c.MetaData.DataPageOffset
			if c.MetaData.DictionaryPageOffset > 0 {
				first = c.MetaData.DictionaryPageOffset
			}
			if first != end {
				t.Errorf("group %d, column %d: begins at %d, want %d", k, i, first, end)
			}
			end += c.MetaData.TotalCompressedSize
			size += c.MetaData.TotalCompressedSize
		}
		if size != g.TotalCompressedSize || g.NumRows != int64(len(part)) {
			t.Errorf("group %d: got %d bytes and %d rows, want %d and %d", k, g.TotalCompressedSize, g.NumRows, size, len(part))
		}
	}
}

// Zeros have both signs as bounds, and with a value that is no number there are none.
func TestBoundsOfFloats(t *testing.T) {
	negative := math.Copysign(0, -1)
	for _, c := range []struct {
		values         []float64
		least, largest float64
		none           bool
	}{
		{values: []float64{0}, least: negative},
		{values: []float64{negative, 5}, least: negative, largest: 5},
		{values: []float64{-3, negative}, least: -3},
		{values: []float64{math.Inf(1), math.Inf(-1)}, least: math.Inf(-1), largest: math.Inf(1)},
		{values: []float64{1, math.NaN(), 2}, none: true},
		{values: []float64{math.NaN()}, none: true},
	} {
		var rows []sample
		for _, x := range c.values {
			rows = append(rows, sample{f: x})
		}
		s := open(t, write(t, rows)).Metadata().RowGroups[0].Columns[2].MetaData.Statistics
		if c.none {
			if s.MinValue != nil || s.MaxValue != nil {
				t.Errorf("%v: got %x and %x", c.values, s.MinValue, s.MaxValue)
			}
			continue
		}
		least, largest := binary.LittleEndian.Uint64(s.MinValue), binary.LittleEndian.Uint64(s.MaxValue)
		if least != math.Float64bits(c.least) || largest != math.Float64bits(c.largest) {
			t.Errorf("%v: got %x and %x", c.values, least, largest)
		}
	}
}
