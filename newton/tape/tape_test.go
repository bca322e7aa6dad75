package tape

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// A tree is an expression that is evaluated in the obvious way.
type tree struct {
	op   Op // none for a leaf
	k    int
	v    float64
	args []*tree
}

// at returns the value at x and at time 3.
func (t *tree) at(x []float64) float64 {
	if t.op == none {
		switch {
		case t.k < 0:
			return t.v
		case t.k == len(x):
			return 3
		}
		return x[t.k]
	}
	a := make([]float64, len(t.args))
	for k, q := range t.args {
		a[k] = q.at(x)
	}
	return plain(t.op, a)
}

// plain has operations by their definitions.
func plain(o Op, a []float64) float64 {
	switch o {
	case Neg:
		return -a[0]
	case Sin:
		return math.Sin(a[0])
	case Cos:
		return math.Cos(a[0])
	case Atan:
		return math.Atan(a[0])
	case Tanh:
		return math.Tanh(a[0])
	case Asinh:
		return math.Asinh(a[0])
	case Add:
		return a[0] + a[1]
	case Sub:
		return a[0] - a[1]
	case Mul:
		return a[0] * a[1]
	case Atan2:
		return math.Atan2(a[0], a[1])
	case Less:
		return truth(a[0] < a[1])
	case Select:
		if a[0] != 0 {
			return a[1]
		}
		return a[2]
	}
	panic("not an operation of trees")
}

var treeOps = []Op{Neg, Sin, Cos, Atan, Tanh, Asinh, Add, Sub, Mul, Mul, Select}

func drawTree(t *rapid.T, vars, depth int) *tree {
	if depth == 0 || rapid.IntRange(0, 4).Draw(t, "leaf") == 0 {
		k := rapid.IntRange(-1, vars).Draw(t, "variable")
		return &tree{k: k, v: rapid.Float64Range(-2, 2).Draw(t, "constant")}
	}
	n := &tree{op: rapid.SampledFrom(treeOps).Draw(t, "op")}
	if n.op == Select {
		n.args = append(n.args, &tree{op: Less, args: []*tree{drawTree(t, vars, depth-1), drawTree(t, vars, 0)}}, drawTree(t, vars, depth-1), drawTree(t, vars, depth-1))
		return n
	}
	for range n.op.Arguments() {
		n.args = append(n.args, drawTree(t, vars, depth-1))
	}
	return n
}

func (t *tree) build(b *Builder) Ref {
	if t.op == none {
		switch {
		case t.k < 0:
			return b.Const(t.v)
		case t.k == b.Variables:
			return b.Time()
		}
		return b.Var(t.k)
	}
	var a []Ref
	for _, q := range t.args {
		a = append(a, q.build(b))
	}
	return b.Op(t.op, a...)
}

// TestPrograms compares programs of random trees with the trees, and derivatives with
// differences.
func TestPrograms(t *testing.T) {
	compared := 0
	rapid.Check(t, func(t *rapid.T) {
		vars := rapid.IntRange(0, 4).Draw(t, "variables")
		tr := drawTree(t, vars, 5)
		x := rapid.SliceOfN(rapid.Float64Range(-2, 2), vars, vars).Draw(t, "x")
		b := &Builder{Variables: vars}
		m := NewMachine(b.Program(tr.build(b)))
		if m.Variables() != vars || m.States() != 0 {
			t.Fatalf("got %d variables and %d states", m.Variables(), m.States())
		}
		copy(m.X, x)
		want := tr.at(x)
		for range 2 { // a run leaves nothing behind
			if got := m.Run(3, Motion{}); math.Abs(got-want) > 1e-12*(1+math.Abs(want)) {
				t.Fatalf("got %g, want %g", got, want)
			}
		}
		d := append([]float64(nil), m.D...)
		for k := range x {
			const h = 1e-5
			x[k] += h
			up := tr.at(x)
			x[k] -= 2 * h
			down := tr.at(x)
			x[k] += h
			if math.Abs(up+down-2*want) > 1e-7*(1+math.Abs(want)) {
				continue // a step of a condition, or a strong bend
			}
			by := (up - down) / (2 * h)
			compared++
			if math.Abs(d[k]-by) > 1e-5*(1+math.Abs(by)+math.Abs(want)) {
				t.Fatalf("derivative %d: got %g, %g by differences", k, d[k], by)
			}
		}
	})
	if compared < 50 {
		t.Errorf("compared %d derivatives, want at least 50", compared)
	}
}

// TestOperations compares the derivatives of every operation with differences, at
// points of its domain.
func TestOperations(t *testing.T) {
	points := map[Op][]float64{Sqrt: {0.3, 2}, Ln: {0.3, 2}, Log10: {0.3, 2}, Asin: {-0.5, 0.7}, Acos: {-0.5, 0.7}, Acosh: {1.2, 3}, Atanh: {-0.5, 0.7}}
	for o := Neg; o < Select; o++ {
		xs := points[o]
		if xs == nil {
			xs = []float64{-2.3, -0.7, 0.6, 1.7}
		}
		ys := []float64{-1.3, 0.4, 2.2}
		if o.Arguments() == 1 {
			ys = ys[:1]
		}
		for _, x := range xs {
			for _, y := range ys {
				b := &Builder{Variables: 2}
				m := NewMachine(b.Program(b.Op(o, []Ref{b.Var(0), b.Var(1)}[:o.Arguments()]...)))
				at := func(x, y float64) float64 {
					m.X[0], m.X[1] = x, y
					return m.Run(0, Motion{})
				}
				const h = 1e-6
				dx, dy := (at(x+h, y)-at(x-h, y))/(2*h), (at(x, y+h)-at(x, y-h))/(2*h)
				at(x, y)
				for k, want := range []float64{dx, dy} {
					if math.Abs(m.D[k]-want) > 1e-7*(1+math.Abs(want)) {
						t.Errorf("operation %d at %g, %g: derivative %d is %g, want %g", o, x, y, k, m.D[k], want)
					}
				}
			}
		}
	}
}

// TestEdges has values and derivatives where mathematics has none; the values are from
// ngspice 39.
func TestEdges(t *testing.T) {
	for _, c := range []struct {
		op           Op
		x, y         float64
		want, dx, dy float64
	}{
		{Div, 1, 0, 1e32, 0, -1e32}, {Div, 0, 0, 0, 0, 0},
		{Ln, 0, 0, -1e99, 1e32, 0}, {Log10, 0, 0, -1e99, 1e32 / math.Ln10, 0},
		{Exp, 229, 0, 1e99, 1e99, 0}, {Sqrt, 0, 0, 0, 1e32, 0},
		{Power, -1.7, 3, 4.913, -8.67, 4.913 * math.Log(1.7)}, {Power, 0, 0, 1, 0, 0}, {Power, 0, 0.5, 0, 0, 0},
		{SignPower, -1.7, 3, -4.913, 8.67, -4.913 * math.Log(1.7)}, {SignPower, 0, 1, 0, 1, 0}, {SignPower, 0, 0.5, 0, 1e32, 0},
		{Step, 0, 0, 0.5, 0, 0}, {Ramp, 0, 0, 0, 0.5, 0}, {Sgn, 0, 0, 0, 0, 0}, {Abs, 0, 0, 0, 0, 0}, {Ramp2, 0.575, 0, 0.575, 1, 0},
		{Min, 2, 2, 2, 0, 1}, {Max, 2, 2, 2, 0, 1}, {Round, 2.5, 0, 2, 0, 0}, {Round, -1.7, 0, -2, 0, 0}, {Atan2, 0, 0, 0, 0, 0},
		{Asin, 1, 0, math.Pi / 2, 1e32, 0}, {Mod, -2.3, 2, -0.3, 1, 1},
	} {
		b := &Builder{Variables: 2}
		m := NewMachine(b.Program(b.Op(c.op, []Ref{b.Var(0), b.Var(1)}[:c.op.Arguments()]...)))
		m.X[0], m.X[1] = c.x, c.y
		near := func(got, want float64) bool { return math.Abs(got-want) <= 1e-12*(1+math.Abs(want)) }
		if got := m.Run(0, Motion{}); !near(got, c.want) || !near(m.D[0], c.dx) || !near(m.D[1], c.dy) {
			t.Errorf("operation %d of %g, %g: got %g with derivatives %g, want %g, %g, %g", c.op, c.x, c.y, got, m.D, c.want, c.dx, c.dy)
		}
		if got := Apply(c.op, []float64{c.x, c.y}[:c.op.Arguments()]...); !near(got, c.want) {
			t.Errorf("operation %d of constants %g, %g: got %g, want %g", c.op, c.x, c.y, got, c.want)
		}
	}
}

// TestTables has values of pwl, and of a TABLE source, in ngspice 39.
func TestTables(t *testing.T) {
	for _, c := range []struct {
		corner Corner
		points []float64
		x, y   []float64
	}{
		{Extended, []float64{-1, 0, 0, 5}, []float64{-1.7, -0.5, 2.3}, []float64{-3.5, 2.5, 16.5}},
		{Held, []float64{-1, 0, 0, 5}, []float64{-1.7, -1, -0.5, 0, 2.3}, []float64{0, 0, 2.5, 5, 5}},
		{Rounded, []float64{0, 0, 1, 2, 2, 3}, []float64{-3, 0.89, 0.92, 0.97, 1, 1.08, 1.12, 1.9, 2, 2.1, 3}, []float64{0, 1.78, 1.839, 1.92775, 1.975, 2.079, 2.12, 2.9, 2.975, 3, 3}},
		{Rounded, []float64{0, 0, 1, 2, 5, 3}, []float64{0.9, 0.95, 1, 1.08, 1.2}, []float64{1.8, 1.8890625, 1.95625, 2.01825, 2.05}},
	} {
		for k, x := range c.x {
			b := &Builder{Variables: 1}
			m := NewMachine(b.Program(b.Table(b.Var(0), c.points, c.corner)))
			at := func(x float64) float64 {
				m.X[0] = x
				return m.Run(0, Motion{})
			}
			if got := at(x); math.Abs(got-c.y[k]) > 1e-12 {
				t.Errorf("corner %d at %g: got %g, want %g", c.corner, x, got, c.y[k])
			}
			const h = 1e-7
			up, down := at(x+h), at(x-h)
			if at(x); c.corner == Rounded && math.Abs(m.D[0]-(up-down)/(2*h)) > 1e-5 {
				t.Errorf("corner %d at %g: derivative %g, %g by differences", c.corner, x, m.D[0], (up-down)/(2*h))
			}
			var f Builder
			if got, ok := f.Value(f.Table(f.Const(x), c.points, c.corner)); !ok || math.Abs(got-c.y[k]) > 1e-12 {
				t.Errorf("corner %d at the constant %g: got %g", c.corner, x, got)
			}
		}
	}
}

// TestBuilder wants constants to be computed, equal instructions to be built once, and
// the branch that is not taken not to matter.
func TestBuilder(t *testing.T) {
	b := &Builder{Variables: 1}
	if v, ok := b.Value(b.Op(Add, b.Const(2), b.Op(Mul, b.Const(3), b.Const(4)))); !ok || v != 14 || b.Len() != 0 {
		t.Errorf("got %g and %d instructions, want 14 and none", v, b.Len())
	}
	if first, second := b.Op(Sin, b.Var(0)), b.Op(Sin, b.Var(0)); first != second || b.Len() != 1 {
		t.Errorf("got %d instructions for two equal sines, want 1", b.Len())
	}
	x := b.Var(0)
	r := b.Op(Select, b.Op(Less, b.Const(0), x), b.Op(Ln, x), b.Op(Mul, x, x))
	m := NewMachine(b.Program(r))
	m.X[0] = -2
	if got := m.Run(0, Motion{}); got != 4 || m.D[0] != -4 {
		t.Errorf("got %g with derivative %g, want 4 and -4", got, m.D[0])
	}
	if m.Bytes() < 100 {
		t.Errorf("got %d bytes, want what 5 instructions take", m.Bytes())
	}
}

// TestDerivative wants a derivative by time to be that of the integration formula.
func TestDerivative(t *testing.T) {
	b := &Builder{Variables: 2}
	if v, ok := b.Value(b.Derivative(b.Const(3))); !ok || v != 0 {
		t.Errorf("derivative of a constant is %g, want 0", v)
	}
	q := b.Op(Mul, b.Var(0), b.Var(1))
	m := NewMachine(b.Program(b.Op(Add, b.Derivative(q), b.Derivative(b.Var(0)))))
	if m.States() != 2 {
		t.Fatalf("got %d states, want 2", m.States())
	}
	m.X[0], m.X[1] = 3, 5
	s := Motion{A0: 10, Hist: []float64{1, 2}, Q: make([]float64, 2)}
	if got := m.Run(0, s); got != 150+1+30+2 || s.Q[0] != 15 || s.Q[1] != 3 || m.D[0] != 60 || m.D[1] != 30 {
		t.Errorf("got %g with derivatives %g and states %g, want 183, [60 30], [15 3]", got, m.D, s.Q)
	}
}

// TestIntegral wants an integral to be the state whose derivative is the argument.
func TestIntegral(t *testing.T) {
	b := &Builder{Variables: 1}
	m := NewMachine(b.Program(b.Integral(b.Op(Mul, b.Var(0), b.Const(3)))))
	m.X[0] = 5
	s := Motion{A0: 10, Hist: []float64{2}, Q: make([]float64, 1)}
	if got := m.Run(0, s); got != 1.3 || s.Q[0] != 1.3 || math.Abs(m.D[0]-0.3) > 1e-15 {
		t.Errorf("got %g with derivative %g and state %g, want 1.3, 0.3, 1.3", got, m.D[0], s.Q[0])
	}
	s.A0 = 0
	if got := m.Run(0, s); got != 0 || s.Q[0] != 0 || m.D[0] != 0 {
		t.Errorf("at rest: got %g with derivative %g and state %g, want 0", got, m.D[0], s.Q[0])
	}
}

func TestMisuse(t *testing.T) {
	for name, f := range map[string]func(b *Builder){
		"arguments": func(b *Builder) { b.Op(Add, b.Const(1)) },
		"order":     func(b *Builder) { b.Table(b.Var(0), []float64{1, 2, 1, 3}, Held) },
		"few":       func(b *Builder) { b.Table(b.Var(0), []float64{1, 2}, Held) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f(&Builder{Variables: 1})
		}()
	}
}
