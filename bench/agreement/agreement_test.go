//go:build linux

package main

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/bench/ngspice/peer"
	"github.com/nrkit/nrkit/newton/netlist"
)

// write writes files into a new folder and returns it.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFind(t *testing.T) {
	dir := write(t, map[string]string{
		"b/tran.cir":   "t\n.TRAN 1n 1u\n.end\n",
		"a/op.SP":      "t\n .op\n",
		"a/script.net": "t\n.control\ntran 1n 1u\n.endc\n",
		"a/models.cir": "* models\n.model n nmos\n",
		"a/op1.cir":    "t\nop 1 2\n",
		"a/text.txt":   ".tran 1n 1u\n",
	})
	decks, err := find([]string{dir}, regexp.MustCompile(""))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, d := range decks {
		names = append(names, strings.TrimPrefix(d.name, filepath.Base(dir)+"/"))
	}
	if want := []string{"a/op.SP", "a/script.net", "b/tran.cir"}; !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
	if _, err := find([]string{dir}, regexp.MustCompile("none")); err == nil {
		t.Error("got no error for a folder without netlists")
	}
}

func TestSample(t *testing.T) {
	decks := make([]deck, 100)
	for k := range decks {
		decks[k].name = strings.Repeat("x", k)
	}
	one, two, other := sample(decks, 1, 10), sample(decks, 1, 10), sample(decks, 2, 10)
	if len(one) != 10 || !slices.Equal(one, two) || slices.Equal(one, other) {
		t.Errorf("got samples %v, %v and %v", one, two, other)
	}
	if !slices.IsSortedFunc(one, func(a, b deck) int { return len(a.name) - len(b.name) }) {
		t.Errorf("got %v, want an ascending order", one)
	}
	if len(sample(decks, 1, 0)) != 100 || len(sample(decks, 1, 200)) != 100 {
		t.Error("got fewer than all decks")
	}
}

func TestCopy(t *testing.T) {
	dir := write(t, map[string]string{
		"lib/m.inc": "* m\n",
		"deck.cir": "title .include lib/m.inc\n.include lib/m.inc\n.LIB 'lib/m.inc' tt ; x\n.inc gone.inc\nr1 1 0 1\n" +
			".control\nset a=1\nshell rm -rf /\nif 1\nalter r1=7\nend\nalter r1=2\nrun\nalter r1=3\nwrite x\n.endc\n.print tran v(1)\n* c\n+ v(2)\n" +
			".options timeint method=gear\n.options acct reltol=1e-3\n+ abstol=1e-9\n.tran 1n 1u\n.end\nbehind\n",
	})
	to := filepath.Join(dir, "copy.cir")
	if err := copyDeck(to, filepath.Join(dir, "deck.cir"), &netlist.Options{RelTol: 1e-6, HasTemp: true, Temp: 50, Method: "gear", MaxOrd: 3}); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(to)
	if err != nil {
		t.Fatal(err)
	}
	path := `"` + filepath.Join(dir, "lib/m.inc") + `"`
	want := "title .include lib/m.inc\n.include " + path + "\n.LIB " + path + " tt ; x\n.inc gone.inc\nr1 1 0 1\n" +
		".control\nset a=1\nalter r1=2\n.endc\n* c\n" +
		".options acct reltol=1e-3\n+ abstol=1e-9\n.options reltol=9.9999999999999995e-07 method=gear maxord=3 temp=50\n.end\n"
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// spice are the tolerances of a netlist that gives none.
var spice = tolerances(&netlist.Options{})

// TestTolerances wants a difference within the tolerance of a quantity that stands still to count as agreement.
func TestTolerances(t *testing.T) {
	wave := func(v float64) *peer.Waves {
		return &peer.Waves{Time: []float64{0, 1}, Names: []string{"v(a)"}, Values: [][]float64{{v, v}}}
	}
	tight := tolerances(&netlist.Options{RelTol: 1e-6})
	for _, c := range []struct {
		off  float64
		t    tolerance
		want bool
	}{{4.9e-3, spice, true}, {5.1e-3, spice, false}, {9e-6, tight, true}, {1.1e-5, tight, false}} {
		if f := worst(wave(5+c.off), wave(5), c.t); (f.time <= bound) != c.want {
			t.Errorf("%g: got %v, want agreement %v", c.off, f, c.want)
		}
	}
}

// TestWorst compares a ramp with ramps that are off in one place or another.
func TestWorst(t *testing.T) {
	n := 201
	at, ramp, spike, shift, still := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for k := range n {
		at[k] = float64(k)
		ramp[k] = float64(k) / 200
		spike[k], shift[k], still[k] = ramp[k], ramp[k]+0.02, 1e-5
	}
	waves := func(names []string, values ...[]float64) *peer.Waves {
		return &peer.Waves{Time: at, Names: names, Values: values}
	}
	ours := waves([]string{"v(a)", "v(b)"}, ramp, make([]float64, n))
	// v(b) is off by 10 µV of 1 mV
	if f := worst(ours, waves([]string{"v(b)", "v(a)"}, still, ramp), spice); math.Abs(f.time-0.01) > 1e-12 || f.time != f.points || f.quantity != "v(b)" {
		t.Errorf("still: got %v, want 0.01 in v(b)", f)
	}
	if f := worst(ours, waves([]string{"v(b)", "v(a)"}, still, shift), spice); math.Abs(f.time-0.02) > 1e-12 || f.time != f.points || f.quantity != "v(a)" {
		t.Errorf("shifted: got %v, want 0.02 in v(a)", f)
	}
	// One point is off: two intervals of 200, and one point of 201, which are what 99 % leave out.
	spike[50] = 5
	if f := worst(ours, waves([]string{"v(a)"}, spike), spice); f.time > 1e-12 || f.points > 1e-12 {
		t.Errorf("one point: got %v, want 0", f)
	}
	spike[51] = 5 // three intervals, two points
	if f := worst(ours, waves([]string{"v(a)"}, spike), spice); f.time < 0.5 || f.points > 1e-12 {
		t.Errorf("two points: got %v, want almost 1 in time, 0 at points", f)
	}
	spike[52] = math.NaN()
	if f := worst(ours, waves([]string{"v(a)"}, spike), spice); f.time <= bound || f.points <= bound {
		t.Errorf("not a number: got %v, want more than the bound", f)
	}
	if f := worst(ours, waves([]string{"v(c)"}, spike), spice); f.quantity != "" {
		t.Errorf("nothing in common: got %v", f)
	}
	op := &peer.Waves{Names: []string{"v(a)", "i(v)"}, Values: [][]float64{{5}, {1e-12}}}
	near := &peer.Waves{Names: []string{"v(a)", "i(v)"}, Values: [][]float64{{5.1}, {2e-12}}}
	if f := worst(op, near, spice); math.Abs(f.time-0.1/5.1) > 1e-12 || f.quantity != "v(a)" {
		t.Errorf("operating point: got %v, want %g in v(a)", f, 0.1/5.1)
	}
}

func TestAsked(t *testing.T) {
	w := &peer.Waves{Time: []float64{0}, Names: []string{"v(a)", "i(v1)"}, Values: [][]float64{{1}, {2}}}
	for _, c := range []struct {
		w    *peer.Waves
		save []string
		want int
	}{{w, nil, 1}, {w, []string{"v(z)"}, 1}, {w, []string{"i(v1)"}, 2}, {&peer.Waves{Names: w.Names, Values: w.Values}, nil, 2}} {
		if got := asked(c.w, c.save); len(got.Names) != c.want || len(got.Values) != c.want {
			t.Errorf("%v: got %v, want %d quantities", c.save, got, c.want)
		}
	}
}

// TestOtherSteps compares straight lines that have other time points: nothing differs between them.
func TestOtherSteps(t *testing.T) {
	ours := &peer.Waves{Time: []float64{0, 1, 4}, Names: []string{"v(a)"}, Values: [][]float64{{0, 1, 4}}}
	theirs := &peer.Waves{Time: []float64{0, 2, 3, 4}, Names: []string{"v(a)"}, Values: [][]float64{{0, 2, 3, 4}}}
	if f := worst(ours, theirs, spice); f.time > 1e-12 || f.points > 1e-12 {
		t.Errorf("got %v, want 0", f)
	}
	theirs.Values[0][1] = 3 // at 2, between nrkit's points: wrong from 0 to 3
	if f := worst(ours, theirs, spice); math.Abs(f.time-0.25) > 1e-12 || math.Abs(f.points-0.5/4) > 1e-12 {
		t.Errorf("got %v, want 0.25 in time and 0.125 at points", f)
	}
}

func TestReason(t *testing.T) {
	for msg, want := range map[string]string{
		`/a/b.cir:12: model "x1.m" of level 54 is not supported`: "model … of level N is not supported",
		`b.cir: got 3e-9|x`: "got N/x",
		`b.cir:1: n1: level 49 (BSIM3) is not supported`:     "level N (BSIM3) is not supported",
		`b.cir:1: parameter "z" of m.x1.m1 is not supported`: "parameter … of  is not supported",
	} {
		if got := reason(msg); got != want {
			t.Errorf("%s: got %q, want %q", msg, got, want)
		}
	}
}

// fake stands for ngspice: a program that writes the values it is asked for.
func fake(t *testing.T, body string) *peer.NGSpice {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ngspice")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body), 0o700); err != nil {
		t.Fatal(err)
	}
	return &peer.NGSpice{Program: path, Limit: 10 * time.Second}
}

// TestRefusals wants the right class for netlists that have no figure.
func TestRefusals(t *testing.T) {
	dir := write(t, map[string]string{
		"bad.cir":  "t\nr1 1\n.op\n",
		"none.cir": "t\nr1 1 0 1\n.end\n",
		"good.cir": "t\nv1 1 0 1\nr1 1 0 1\n.op\n.end\n",
		"list.cir": "t\nv1 1 0 1\nr1 1 0 1\n.dc v1 list 1 2 4\n.end\n",
		"fail.cir": "t\nv1 1 0 1\nv2 1 0 2\n.op\n.end\n",
	})
	g := fake(t, "exit 1\n")
	for name, want := range map[string]class{"bad": refused, "none": refused, "good": alone, "list": alone, "fail": failed} {
		p := pair{deck: deck{name, filepath.Join(dir, name+".cir")}, ngspice: g, copy: filepath.Join(dir, "copy"), limit: 5 * time.Second}
		if r := p.run(nil); r.class != want || r.why == "" || strings.Contains(r.why, "\n") {
			t.Errorf("%s: got %v", name, r)
		}
	}
}

func TestCensus(t *testing.T) {
	dir := write(t, map[string]string{"a.cir": "t\nv1 1 0 1\nr1 1 0 1\n.op\n", "b.cir": "t\na1 1 2 m\n.op\n", "c.cir": "t\na2 1 2 m\n.op\n"})
	var b strings.Builder
	if err := run([]string{"-census", dir}, &b); err != nil {
		t.Fatal(err)
	}
	if got := b.String(); !strings.Contains(got, "builds 1 of 3 (33.3 %)") || !strings.Contains(got, "\n| 2 | ") || !strings.Contains(got, "b.cir") {
		t.Errorf("got\n%s", got)
	}
	if err := run([]string{"-census"}, &b); err == nil {
		t.Error("got no error without a folder")
	}
}

func TestTotals(t *testing.T) {
	var r totals
	for _, q := range []*result{
		{class: agrees, analysis: "tran", figure: figure{time: 1e-3, points: 0.1}}, {class: differs, analysis: "tran", figure: figure{time: 0.5}, refined: &result{class: agrees}},
		{class: differs, analysis: "op", figure: figure{time: 0.7, points: 0.7}, refined: &result{class: differs}}, {class: refused}, {class: alone},
	} {
		r.add(q)
	}
	var b strings.Builder
	r.print(&b, true)
	for _, want := range []string{"sample 5: built 4, refused 1;", "ngspice does not run 1,", "both run 3\n", "agree: 1 of 3 (33.3 %); median figure 0.5\n",
		"plain or refined: 2 of 3", "by time points: 1 of 3", "  tran 1 of 2", "  op   0 of 1"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("got %q, want %q in it", b.String(), want)
		}
	}
}
