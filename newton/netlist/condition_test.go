package netlist

import (
	"fmt"
	"testing"
)

// TestConditions wants the lines of the branches that hold, whatever the others have.
func TestConditions(t *testing.T) {
	const text = `.param a=%d b=%d
.if (a == 1)
r1 1 0 1
.elseif (a = 2)
r1 1 0 2
.elseif (a >= 2)
  .if (b == 1)
r1 1 0 31
  .elseif b==2
r1 1 0 32
  .else
r1 1 0 39
  .endif
.else
r1 1 0 {b+}
.endif
c1 1 0 1`
	for _, c := range []struct{ a, b, want int }{{1, 0, 1}, {2, 0, 2}, {3, 1, 31}, {3, 2, 32}, {4, 0, 39}} {
		n := parse(t, fmt.Sprintf(text, c.a, c.b))
		if len(n.Elements) != 2 || n.Elements[0].Value != float64(c.want) {
			t.Errorf("a=%d b=%d: got %+v, want r1 of %d ohm and c1", c.a, c.b, n.Elements, c.want)
		}
	}
	n := parse(t, ".param a=0\n.if {a}\n.subckt s x\n.include none\n.ends\n.nonsense\n.else\nr1 1 0 5\n.endif")
	if len(n.Elements) != 1 || n.Elements[0].Value != 5 {
		t.Errorf("got %+v, want one resistor of 5 ohm", n.Elements)
	}
}
