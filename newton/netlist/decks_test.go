package netlist

import (
	"io"
	"math"
	"slices"
	"strings"
	"testing"
)

// TestPassiveModels compares values with what ngspice 39 says of the same cards.
func TestPassiveModels(t *testing.T) {
	n := parse(t, `.param rm2=7
r1 1 0 rm l=20u w=2u
r2 1 0 1k rm dtemp=10
r3 1 0 rm2
r4 1 0 2k tc=1m,2m temp=37
r5 1 0 rm 5k
r6 1 0 rd
r7 1 0 1k tce=0.7 dtemp=23
r8 1 0 re 1k temp=50
c1 1 0 cm l=10u w=5u
c2 1 0 1n tc1=1m dtemp=5
l1 1 0 1u tc1=2m dtemp=5
.model rm r(rsh=100 narrow=0.1u short=0.2u tc1=1m)
.model rd res(r=3)
.model re r tce 0.7 tc1=5 tnom 27
.model cm c(cj=50u cjsw=20p narrow=1u)
.options tnom=27`)
	want := map[string]float64{
		"r1": 100 * (20e-6 - 0.4e-6) / (2e-6 - 0.2e-6), "r2": 1e3 * 1.01, "r3": 7, "r4": 2e3 * (1 + 1e-3*10 + 2e-3*100), "r5": 5e3, "r6": 3,
		"r7": 1173.7459801428022, "r8": 1173.7459801428022,
		"c1": 50e-6*4e-6*10e-6 + 20e-12*2*(4e-6+10e-6), "c2": 1e-9 * 1.005, "l1": 1e-6 * 1.01,
	}
	for k := range n.Elements {
		e := &n.Elements[k]
		if w := want[e.Name]; math.Abs(e.Value-w) > 1e-12*w {
			t.Errorf("%s: got %g, want %g", e.Name, e.Value, w)
		}
		delete(want, e.Name)
	}
	if len(want) > 0 || len(n.Models) > 0 {
		t.Errorf("missing %v; models %v", want, n.Models)
	}
}

// TestLib takes sections of a file that itself has one that takes another.
func TestLib(t *testing.T) {
	files := map[string]string{
		"dir/a b.lib": "* all\n.lib tt\nr1 1 0 1\n.lib 'a b.lib' common\n.endl\n.lib ff\nr1 1 0 2\n.endl ff\n.lib common\nr9 1 0 9\n.endl\n",
		"dir/plain":   "r7 1 0 7\n",
		"dir/open":    "* all\n.lib tt\nr1 1 0 1\n",
	}
	rd := &Reader{Open: func(path string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(files[path])), nil
	}}
	for text, want := range map[string]string{
		".LIB \"a b.lib\" TT":                    "r1=1 r9=9 ",
		".lib 'a b.lib' ff":                      "r1=2 ",
		".lib ./plain":                           "r7=7 ",
		".lib here\nr1 1 0 1\n.endl\nr2 1 0 2\n": "r2=2 ",
	} {
		n, err := rd.Parse("dir/main.cir", strings.NewReader("t\n"+text+"\n.op\n"))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		got := ""
		for _, e := range n.Elements {
			got += e.Name + "=" + string('0'+byte(e.Value)) + " "
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{
		".lib 'a b.lib' none": "dir/main.cir:2: got section \"none\" of dir/a b.lib, want tt, ff or common",
		".lib ./plain none":   "dir/main.cir:2: got section \"none\" of dir/plain, which has no sections",
		".lib open tt":        "dir/open:2: got .lib without .endl after it",
	} {
		if _, err := rd.Parse("dir/main.cir", strings.NewReader("t\n"+text+"\n")); err == nil || err.Error() != want {
			t.Errorf("%s: got error %v, want %s", text, err, want)
		}
	}
}

// TestDC reads the forms of .dc.
func TestDC(t *testing.T) {
	for text, want := range map[string][][]float64{
		".dc v1 0 1 0.25":                  {{0, 0.25, 0.5, 0.75, 1}},
		".dc v1 1 0 -0.5 i1 2 2 1":         {{1, 0.5, 0}, {2}},
		".dc lin v1 0 1 1":                 {{0, 1}},
		".dc v1 list 1 5 3 i1 dec 1 100 1": {{1, 5, 3}, {1, 10, 100}},
		".dc oct v1 1 4 1":                 {{1, 2, 4}},
		".control\ndc v1 0 2 1\n.endc":     {{0, 1, 2}},
		".param a=2\n.dc v1 0 {a} a":       {{0, 2}},
	} {
		n := parse(t, "v1 a 0 1\ni1 a 0 1\n"+text)
		if n.DC == nil {
			t.Errorf("%s: got no sweep", text)
			continue
		}
		for k, s := range n.DC.Sweeps {
			if k >= len(want) || !slices.Equal(s.Values, want[k]) || s.Element != k {
				t.Errorf("%s: got %+v, want %v", text, s, want)
			}
		}
		if len(n.DC.Sweeps) != len(want) {
			t.Errorf("%s: got %d sweeps", text, len(n.DC.Sweeps))
		}
	}
}

// TestSchematicsNames reads nodes that a comment could begin with.
func TestSchematicsNames(t *testing.T) {
	n := parse(t, "r1 $N_0001 $g_a 1k $ comment\nr2 $N_0001 0 1k $comment")
	if want := []string{"0", "$n_0001", "$g_a"}; !slices.Equal(n.Nodes, want) {
		t.Errorf("got %q, want %q", n.Nodes, want)
	}
}

// TestFunctionInAnalysis calls functions in cards that are settled after all others.
func TestFunctionInAnalysis(t *testing.T) {
	n := parse(t, ".tran 1n {twice(1u)}\n.func twice(x) {2*x}")
	if n.Tran == nil || n.Tran.Stop != 2e-6 {
		t.Errorf("got %+v", n.Tran)
	}
	_, err := Parse("x", strings.NewReader("t\n.tran 1n 1u 0 {schedule(1,2)}\n"))
	if err == nil || !strings.Contains(err.Error(), `got function "schedule"`) {
		t.Errorf("got error %v", err)
	}
}
