package analysis

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/sparsity"
)

// inverters is a chain of n inverters between the rails vdd and ground, with a
// source; named says whether unknowns have names.
func inverters(n int, named bool) *Stamps {
	d := &assembly.Devices{Title: "chain", Unknowns: n + 3}
	source := assembly.Group{Model: "vsource", Len: 1, JacPtr: []int32{0, 4}, JacRow: []int32{0, -1, 1, 1}, JacCol: []int32{1, 1, 0, -1},
		ResPtr: []int32{0, 3}, ResRow: []int32{0, -1, 1}}
	mos := assembly.Group{Model: "pch", JacPtr: []int32{0}, ResPtr: []int32{0}, ParamNames: []string{"w", "v"}, VoltageLike: []int{1}}
	for k := range int32(n) {
		for _, r := range []int32{3 + k, 0} {
			for _, c := range []int32{3 + k, 2 + k, 0, 0} {
				mos.JacRow, mos.JacCol = append(mos.JacRow, r), append(mos.JacCol, c)
			}
			mos.ResRow = append(mos.ResRow, r)
		}
		mos.JacPtr, mos.ResPtr = append(mos.JacPtr, 8*(k+1)), append(mos.ResPtr, 2*(k+1))
		mos.Params = append(mos.Params, float64(k%2), float64(k))
		mos.Len++
	}
	d.Groups = []assembly.Group{source, mos}
	if named {
		for i := range d.Unknowns {
			d.Names = append(d.Names, fmt.Sprint("node", i))
		}
	}
	return &Stamps{Name: "dir/chain.json", Devices: d}
}

func TestRunStamps(t *testing.T) {
	s := inverters(100, true)
	for _, workers := range []int{1, 3} {
		d, err := Run(context.Background(), []Source{s.Source()}, Options{Stamps: s, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		first := text(t, d)
		checkDocument(t, Schema, first)
		a := d.Assembly
		if a == nil || a.Name != "chain.json" || a.Devices != 101 || a.Unstamped != 0 || a.Unstored != 0 {
			t.Fatalf("got %+v", a)
		}
		if d.Input.Format != "nr-devices" || d.Structure.NNZ != a.All.Positions || d.Structure.Entries != a.All.Slots ||
			d.Structure.Duplicates != a.All.Slots-a.All.Positions {
			t.Errorf("the matrix is not that of the stamps: %+v, %+v", d.Input, d.Structure)
		}
		back, err := ReadJSON(first)
		if err != nil || !bytes.Equal(text(t, back), first) {
			t.Errorf("the document read is another than the one written: %v", err)
		}
		all := strings.Join(d.Verdict, "\n")
		for _, want := range []string{
			"101 devices write 802 slots into 404 positions, 1.99 per position on average.",
			"of the slots are in the rows and columns of 1 rail: with them up to 100 devices write one position, and assembly without atomics takes 100 colours.",
			"Without rails, whose voltages are known, no position has more than 1 writer; one pass assembles all devices without atomics.",
			"Terminals are tied together: if each device sums its own slots first, 602 of 802 additions remain.",
			"The static parameters have 3 configurations in 2 models",
		} {
			if !strings.Contains(all, want) {
				t.Errorf("want %q in the verdict, got\n%s", want, all)
			}
		}
	}
}

// The verdict says whether colours pay.
func TestVerdictColours(t *testing.T) {
	for _, c := range []struct {
		n        int
		says     string
		mustLack string
	}{
		{5, "No position has more than 5 writers; assembly without atomics takes 5 colours, one pass per colour, the fewest possible", "too many"},
		{100, "100 colours, one pass per colour, the fewest possible; the largest 95 colours have 95 % of the devices. " +
			"These are too many passes. Sum over a list that is built once: the sum reads 9.40 KiB", "rail"},
	} {
		s := inverters(c.n, false)
		s.Devices.RailsStated = true // there are none
		d, err := Run(context.Background(), []Source{s.Source()}, Options{Stamps: s})
		if err != nil {
			t.Fatal(err)
		}
		if got := said(sayScatter, d); !strings.Contains(got, c.says) || strings.Contains(got, c.mustLack) {
			t.Errorf("%d: want %q and not %q, got %q", c.n, c.says, c.mustLack, got)
		}
		d.Assembly.All.Colouring.LowerBound--
		if got := said(sayScatter, d); strings.Contains(got, "the fewest possible") {
			t.Errorf("%d: got %q", c.n, got)
		}
	}
}

// Devices of another circuit are refused; where the positions differ a warning
// says which.
func TestRunStampsFit(t *testing.T) {
	s := inverters(3, false)
	a := s.Devices.Pattern()
	run := func(a *sparsity.Pattern) (*Document, error) {
		return Run(context.Background(), []Source{Loaded(file("m.mtx", &sparsity.Matrix{Pattern: a}))}, Options{Stamps: s})
	}
	if _, err := run(sparsity.NewPattern(5, 5)); !errors.Is(err, ErrStamps) ||
		!strings.HasSuffix(err.Error(), "dir/chain.json has 6 unknowns, m.mtx is 5×5") {
		t.Errorf("want ErrStamps, got %v", err)
	}
	fewer := &sparsity.Triplets{Rows: 6, Cols: 6}
	for j := range a.Cols {
		for _, i := range a.Col(j) {
			if i != 0 || j != 0 {
				fewer.Row, fewer.Col = append(fewer.Row, i), append(fewer.Col, int32(j))
			}
		}
	}
	fewer.Row, fewer.Col = append(fewer.Row, 5, 2), append(fewer.Col, 2, 5)
	m, _ := fewer.Compress()
	d, err := run(m.Pattern)
	if err != nil {
		t.Fatal(err)
	}
	all := fmt.Sprint(d.Warnings)
	if d.Assembly.Unstamped != 2 || d.Assembly.Unstored != 1 ||
		!strings.Contains(all, "no device of chain.json writes 2 entries of the matrix, the first in row 6, column 3") ||
		!strings.Contains(all, "devices of chain.json write 1 position that the matrix does not have, the first in row 1, column 1") {
		t.Errorf("got %+v, %s", d.Assembly, all)
	}
	s.Devices.Groups[0].JacRow[0] = 77
	if _, err := run(a); err == nil || !strings.Contains(err.Error(), "group 0 (vsource): index 0: want -1..5, got 77") {
		t.Errorf("want an error about devices that are not valid, got %v", err)
	}
}

// A circuit without devices, or without anything at all, has an assembly too.
func TestRunStampsEmpty(t *testing.T) {
	for _, n := range []int{0, 3} {
		s := &Stamps{Name: "empty", Devices: &assembly.Devices{Unknowns: n}}
		d, err := Run(context.Background(), []Source{s.Source()}, Options{Stamps: s})
		if err != nil {
			t.Fatal(err)
		}
		checkDocument(t, Schema, text(t, d))
	}
}
