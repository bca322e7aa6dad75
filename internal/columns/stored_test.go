package columns

import (
	"bytes"
	"math"
	"strings"
	"testing"
)

// Rows that were kept as JSON make the same file, byte for byte.
func TestStored(t *testing.T) {
	table := samples()
	stored := table.Stored()
	rows := random(5, 45_000)
	rows = append(rows, sample{n: math.MaxInt64, m: math.MinInt64, hasM: true, f: math.SmallestNonzeroFloat64, g: -math.MaxFloat64, hasG: true, s: "<\u2028\x00\U0001f642>", u: `"`}, sample{f: math.Copysign(0, -1)})
	var want, got bytes.Buffer
	w, s := NewWriter(&want, table, nil), NewWriter(&got, stored, nil)
	for i := range rows {
		text, err := table.JSON(&rows[i])
		if err != nil {
			t.Fatal(err)
		}
		row, err := ReadStored(stored, text)
		if err != nil {
			t.Fatal(err)
		}
		w.Append(rows[i])
		s.Append(row)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want.Bytes()) {
		t.Errorf("got another file: %d bytes, want %d", got.Len(), want.Len())
	}
}

// A number that is not finite has no JSON.
func TestStoredInfinity(t *testing.T) {
	for _, f := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if text, err := samples().JSON(&sample{f: f}); err == nil {
			t.Errorf("%v: got %s, want an error", f, text)
		}
	}
}

// A row of JSON has every column, of its type.
func TestStoredErrors(t *testing.T) {
	stored := samples().Stored()
	const whole = `{"n_ns":1,"m":null,"f":1.5,"g":null,"b":true,"s":"x","u":null,"never":null}`
	if _, err := ReadStored(stored, []byte(whole)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ was, is, want string }{
		{`"n_ns":1,`, ``, "column n_ns: want BIGINT"},
		{`"n_ns":1`, `"n_ns":1.5`, "column n_ns: want BIGINT, got 1.5"},
		{`"n_ns":1`, `"n_ns":null`, "column n_ns: want BIGINT"},
		{`"m":null`, `"m":"1"`, "column m: want BIGINT, got 1"},
		{`"f":1.5`, `"f":1e999`, "column f: want DOUBLE, got 1e999"},
		{`"b":true`, `"b":1`, "column b: want BOOLEAN, got 1"},
		{`"s":"x"`, `"s":false`, "column s: want VARCHAR, got false"},
		{`,"never":null`, ``, "column never: want VARCHAR"},
		{`}`, ``, "a row of test.samples/v3: unexpected EOF"},
	} {
		_, err := ReadStored(stored, []byte(strings.Replace(whole, c.was, c.is, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.is, err, c.want)
		}
	}
}
