package assembly

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"
)

// TestValues compares the values of a parameter with a search for each value.
func TestValues(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	choice := []float64{1, 2, 3, -1, 0, math.Copysign(0, -1), math.NaN(), math.Inf(1), 1e-6, 2e-6, 4, 5, 6, 7, 8}
	same := func(a, b float64) bool { return a == b || a != a && b != b }
	for range 200 {
		n := r.IntN(40)
		table := make([]float64, 0, 2*n)
		for range n {
			table = append(table, 42, choice[r.IntN(1+r.IntN(len(choice)))])
		}
		g := group("m", 2, table...)
		got := valuesOf(&g, 1)
		distinct, devices := 0, 0
		for d := range n {
			first := true
			for e := range d {
				first = first && !same(table[2*d+1], table[2*e+1])
			}
			if first {
				distinct++
			}
		}
		for k, v := range got {
			count := 0
			for d := range n {
				if same(table[2*d+1], float64(v.Value)) {
					count++
				}
			}
			devices += v.Devices
			if count != v.Devices || math.Signbit(float64(v.Value)) && v.Value == 0 {
				t.Fatalf("%v: %v has %d devices, want %d", table, v.Value, v.Devices, count)
			}
			if k > 0 && (got[k-1].Devices < v.Devices || got[k-1].Devices == v.Devices && got[k-1].Value >= v.Value) {
				t.Fatalf("%v: got %v before %v", table, got[k-1], v)
			}
		}
		if len(got) != distinct || devices != n {
			t.Fatalf("%v: got %d values of %d devices, want %d of %d", table, len(got), devices, distinct, n)
		}
	}
	text, err := json.Marshal([]Number{1e-6, Number(math.NaN()), Number(math.Inf(-1)), 2})
	if err != nil || string(text) != "[1e-6,null,null,2]" && string(text) != "[0.000001,null,null,2]" {
		t.Errorf("got %s, %v", text, err)
	}
}

// Of many values the ten that most devices have are listed.
func TestSplitValuesAreTen(t *testing.T) {
	var table []float64
	for k := range 12 {
		for range k + 1 {
			table = append(table, float64(k))
		}
	}
	r := Analyze(&Devices{Groups: []Group{group("m", 1, table...)}})
	s := r.Models[0].SplitBy
	if len(s) != 1 || s[0].Distinct != 12 || len(s[0].Values) != 10 || s[0].Values[0] != (SplitValue{11, 12}) || s[0].Values[9] != (SplitValue{2, 3}) {
		t.Errorf("got %+v", s)
	}
}
