package builtin

import (
	"fmt"
	"strings"
)

// An array writes the gates of an n×n multiplier. Gates and nets are numbered
// as they are written.
type array struct {
	w           *strings.Builder
	n           int
	gates, nets int
}

// zero stands for an input that is always 0.
const zero = ""

// build writes the partial products, then rows 1 to n-1 of carry-save adders,
// then a row in which the carries ripple.
//
// Bit i of row j has weight i+j. Its adder takes bit i+1 of the sums above,
// bit i of the carries above and the partial product a<i>·b<j>; the sum of bit
// 0 is final.
func (g *array) build() {
	n := g.n
	sum := make([]string, n)   // of the row above, bit i
	carry := make([]string, n) // zero above row 1
	pp := g.products()
	for i := range n {
		sum[i] = pp[i][0]
	}
	for j := 1; j < n; j++ {
		row := make([]string, n)
		for i := range n - 1 {
			name := ""
			if i == 0 {
				name = fmt.Sprintf("p%d", j)
			}
			row[i], carry[i] = g.adder(sum[i+1], carry[i], pp[i][j], name, "")
		}
		row[n-1] = pp[n-1][j]
		sum = row
	}
	ripple := zero
	for k := range n - 1 {
		last := ""
		if k == n-2 {
			last = fmt.Sprintf("p%d", 2*n-1)
		}
		_, ripple = g.adder(sum[k+1], carry[k], ripple, fmt.Sprintf("p%d", n+k), last)
	}
}

// products writes the AND gates. The net pp[i][j] is a<i>·b<j>.
func (g *array) products() [][]string {
	pp := make([][]string, g.n)
	for i := range pp {
		pp[i] = make([]string, g.n)
		for j := range pp[i] {
			net := fmt.Sprintf("pp%d_%d", i, j)
			if i == 0 && j == 0 {
				net = "p0"
			}
			pp[i][j] = g.gate("and", net, fmt.Sprintf("a%d", i), fmt.Sprintf("b%d", j))
		}
	}
	return pp
}

// adder writes x+y+z and returns the nets of the sum and of the carry, called
// sumName and carryName unless these are empty.
func (g *array) adder(x, y, z, sumName, carryName string) (sum, carry string) {
	q, both := g.xnor(x, y, "")
	sum, through := g.xnor(q, z, sumName)
	return sum, g.nor(carryName, both, through)
}

// xnor writes four NOR gates for the equality of x and y, and returns its net
// and that of NOR(x,y). The adder needs no XOR: the XNOR of an XNOR and z is
// the XOR of all three.
func (g *array) xnor(x, y, name string) (q, n1 string) {
	n1 = g.nor("", x, y)
	n2 := g.nor("", x, n1)
	n3 := g.nor("", y, n1)
	return g.nor(name, n2, n3), n1
}

// nor writes a NOR gate, or an inverter where an input is zero, and returns
// its net, a new one unless it has a name.
func (g *array) nor(name, x, y string) string {
	if name == "" {
		g.nets++
		name = fmt.Sprintf("n%d", g.nets)
	}
	switch {
	case x == zero:
		return g.gate("not", name, y)
	case y == zero:
		return g.gate("not", name, x)
	}
	return g.gate("nor", name, x, y)
}

// gate writes a gate and returns its output.
func (g *array) gate(kind, out string, in ...string) string {
	fmt.Fprintf(g.w, "x%d %s %s %s\n", g.gates, out, strings.Join(in, " "), kind)
	g.gates++
	return out
}
