package circuit

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/newton/netlist"
)

// The positions that Devices states are those of the circuit's Jacobian, and the
// list passes its own check and survives its own format.
func TestDevicesMatchPattern(t *testing.T) {
	for name, text := range map[string]string{
		"every kind": `t
.model d d(is=1p rs=1 cjo=1p)
.model e d
.model n nmos(level=1 rd=1 rs=2)
.model p pmos(level=1)
v1 a 0 1
v2 a b 1
i1 b 0 1
r1 a b 1k
c1 b 0 1u
l1 b c 1m
d1 c 0 d
d2 c b e 2
m1 a b c 0 n
m2 a a 0 0 p w=2u l=1u
.op
.end
`} {
		n, err := netlist.Parse(name, strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		c, err := New(n)
		if err != nil {
			t.Fatal(err)
		}
		d, err := Devices(n, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Check(); err != nil {
			t.Fatal(err)
		}
		if !d.Pattern().Equal(c.Pattern()) {
			t.Errorf("%s: got other positions than the circuit has", name)
		}
		var b bytes.Buffer
		if err := assembly.WriteDevices(&b, d); err != nil {
			t.Fatal(err)
		}
		back, err := assembly.ReadDevices(name, &b)
		if err != nil {
			t.Fatal(err)
		}
		if !back.Pattern().Equal(c.Pattern()) || back.Len() != len(n.Elements) {
			t.Errorf("%s: got %d devices back, want %d at the same positions", name, back.Len(), len(n.Elements))
		}
	}
}

// The devices of the reference circuits are those that another program wrote.
func TestDevicesAgainstReference(t *testing.T) {
	dir := os.Getenv("NRKIT_ORACLE")
	if dir == "" {
		t.Skip("NRKIT_ORACLE is not set")
	}
	for _, name := range []string{"rc", "graetz", "mul", "ring", "c6288"} {
		n, err := netlist.ParseFile(filepath.Join(dir, "circuits", name+".cir"))
		if err != nil {
			t.Fatal(err)
		}
		got, err := Devices(n, nil)
		if err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(filepath.Join(dir, "circuits", "devices", name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		want, err := assembly.ReadDevices(name, f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		same := renaming()
		for k, w := range want.Groups {
			i := slices.IndexFunc(got.Groups, func(g assembly.Group) bool { return g.Model == w.Model })
			if i < 0 {
				t.Fatalf("%s: group %d, %s, is missing", name, k, w.Model)
			}
			g := got.Groups[i]
			if g.Len != w.Len || !same(g.JacRow, w.JacRow) || !same(g.JacCol, w.JacCol) || !same(g.ResRow, w.ResRow) {
				t.Errorf("%s: %s: got other slots than the reference", name, w.Model)
			}
		}
	}
}

// renaming returns a function that says whether two lists are equal up to the
// numbers of unknowns, which are to be renamed one to one in all its calls.
func renaming() func(a, b []int32) bool {
	there, back := map[int32]int32{-1: -1}, map[int32]int32{-1: -1}
	return func(a, b []int32) bool {
		if len(a) != len(b) {
			return false
		}
		for k := range a {
			x, ok := there[a[k]]
			y, ko := back[b[k]]
			if !ok && !ko {
				there[a[k]], back[b[k]] = b[k], a[k]
			} else if !ok || !ko || x != b[k] || y != a[k] {
				return false
			}
		}
		return true
	}
}
