package sparseio

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestBoeingElements assembles random elements and compares with sums by map.
func TestBoeingElements(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		field := rapid.SampledFrom([]string{"r", "c", "p"}).Draw(t, "field")
		symmetry := rapid.SampledFrom([]string{"s", "u", "z", "h"}).Draw(t, "symmetry")
		if symmetry == "h" && field == "r" {
			field = "c"
		}
		n := rapid.IntRange(1, 6).Draw(t, "variables")
		w := &rbWriter{kind: field + symmetry + "e", rows: n, ptrFmt: "(16I5)", indFmt: "(16I5)", perPtr: 16, perInd: 16,
			widths: [3]int{5, 5, 8}, ptr: []int{1}, newline: "\n"}
		if field != "p" {
			w.valFmt, w.perVal = "(9F8.1)", 9
		}
		want := map[[2]int]complex128{}
		for range rapid.IntRange(0, 4).Draw(t, "elements") {
			w.cols++
			vars := rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 4).Draw(t, "element")
			for b, j := range vars {
				w.ind = append(w.ind, j+1)
				for a, i := range vars {
					if symmetry != "u" && a < b || symmetry == "z" && a == b {
						continue
					}
					var v complex128
					w.elemental++
					if field != "p" {
						re, im := float64(rapid.IntRange(-9, 9).Draw(t, "re")), 0.0
						w.values = append(w.values, fmt.Sprintf("%.1f", re))
						if field == "c" {
							im = float64(rapid.IntRange(-9, 9).Draw(t, "im"))
							w.values = append(w.values, fmt.Sprintf("%.1f", im))
						}
						v = complex(re, im)
					}
					want[[2]int{i, j}] += v
					if symmetry != "u" && a != b {
						want[[2]int{j, i}] += map[string]complex128{"s": v, "z": -v, "h": complex(real(v), -imag(v))}[symmetry]
					}
				}
			}
			w.ptr = append(w.ptr, len(w.ind)+1)
		}
		f, err := Read("x.rse", strings.NewReader(w.text()), Options{})
		if err != nil {
			t.Fatalf("%v in\n%s", err, w.text())
		}
		mustHave(t, f.Matrix, n, n, want)
		if f.Layout != "elemental" || f.Entries != w.elemental || f.Duplicates != 0 {
			t.Fatalf("got %+v", f)
		}
	})
}
