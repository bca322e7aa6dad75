//go:build linux

package main

import (
	"testing"

	"github.com/nrkit/nrkit/bench/prediction/dataset"
)

// L and the supernodes of SuperLU are predicted exactly as SuperLU reported them for
// generated matrices, which need no interchange of rows. U may lack 1.5 % of the zeros
// that SuperLU stores for unsymmetric matrices.
func TestSuperLU(t *testing.T) {
	rows, err := dataset.Read("../dataset/epyc.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]*dataset.Row{}
	for k := range rows {
		at[rows[k].Name()] = &rows[k]
	}
	names := map[string]bool{"grid2d_40": true, "grid9_20": true, "random_60": true, "rails_15": true, "points_300": true, "elastic_3": true, "layers_16": true}
	all, err := inputs(nil, func(name string) bool { return names[name] })
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, in := range all {
		m, err := in.read()
		if err != nil {
			t.Fatal(err)
		}
		variants, err := variantsOf(m, []string{"btf+amd", "btf+mmf"})
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range variants {
			r := at[in.name+" "+v.name]
			if r == nil {
				continue
			}
			n++
			f, c := v.features().SuperLU, r.Counts
			if float64(f.L) != c["superlu/l"] || float64(f.U) > c["superlu/u"] || float64(f.U) < 0.985*c["superlu/u"] || float64(f.Supernodes) != c["superlu/supernodes"] {
				t.Errorf("%s %s: predicted L %d, U %d, %d supernodes; SuperLU has %g, %g, %g", in.name, v.name,
					f.L, f.U, f.Supernodes, c["superlu/l"], c["superlu/u"], c["superlu/supernodes"])
			}
		}
	}
	if n < 8 {
		t.Errorf("%d factorizations compared", n)
	}
}
