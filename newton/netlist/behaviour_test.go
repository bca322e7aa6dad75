package netlist

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/newton/tape"
)

// behaviourOf returns the value of element name at the voltages of its nodes and the
// currents of its elements, at time 2.
func behaviourOf(t *testing.T, n *Netlist, name string, volts, amperes map[string]float64) (float64, *Element) {
	t.Helper()
	for k := range n.Elements {
		e := &n.Elements[k]
		if e.Name != name {
			continue
		}
		m := tape.NewMachine(e.Extra.Behaviour.Program)
		if m.Variables() != len(e.Extra.Names)+len(e.Extra.Nodes)/2 {
			t.Fatalf("%s has %d variables, %v and %v", name, m.Variables(), e.Extra.Names, e.Extra.Nodes)
		}
		for k, who := range e.Extra.Names {
			m.X[k] = amperes[who]
		}
		for k := 0; k < len(e.Extra.Nodes); k += 2 {
			m.X[len(e.Extra.Names)+k/2] = volts[n.Nodes[e.Extra.Nodes[k]]] - volts[n.Nodes[e.Extra.Nodes[k+1]]]
		}
		states := m.States()
		return m.Run(2, tape.Motion{A0: 100, Hist: make([]float64, states), Q: make([]float64, states)}), e
	}
	t.Fatalf("element %s is missing", name)
	return 0, nil
}

var (
	testVolts   = map[string]float64{"a": -1.7, "b": 2.3, "z": 0}
	testAmperes = map[string]float64{"va": 0.25, "v.x1.v1": 3, "l1": 2}
)

// TestBehaviour has values that ngspice 39 gave for a voltage source, but for those of
// functions that only Xyce has, and for time and currents.
func TestBehaviour(t *testing.T) {
	for _, c := range []struct {
		text string
		want float64
	}{
		{"v(a)^2", 2.89}, {"v(a)^3", 4.913}, {"v(a)**3", 4.913}, {"v(a)^2.5", 3.768099}, {"pow(v(a),3)", 4.913}, {"pwr(v(a),3)", -4.913},
		{"log(v(b))", .8329091}, {"log10(v(b))", .3617278}, {"ln(v(z))", -1e99}, {"1/v(z)", 1e32}, {"v(z)/v(z)", 0}, {"exp(v(b)*10)", 9.744803e9},
		{"exp(800*v(b))", 1e99}, {"nint(v(b))", 2}, {"ceil(v(a))", -1}, {"floor(v(a))", -2}, {"pwl(v(a),-1,0,0,5)", -3.5}, {"pwl(v(b),-1,0,0,5)", 16.5},
		{"ternary_fcn(v(a),1,2)", 1}, {"v(a)>0?1:2", 2}, {"v(a)>0 ? 1 : v(b) > 1 ? 5 : 6", 5}, {"v(a)!=-1.6", 1}, {"!v(a)", 0}, {"v(a)&&v(b)", 1},
		{"v(a)||0", 1}, {"u(v(z))", .5}, {"u2(v(b)/4)", .575}, {"uramp(v(a))", 0}, {"sgn(v(a))", -1}, {"min(v(a),v(b))", -1.7}, {"max(v(a),v(b))", 2.3},
		{"p*v(a)", -5.1}, {"p^2^3", 729}, {"2^3^2", 64}, {"-2^2", -4}, {"2^-2", .25}, {"-v(b)^2", -5.29}, {"v(b)^2^2", 27.9841}, {"temper", 27},
		{"hertz", 0}, {"pi", 3.141592653589793}, {"e", 2.718281828}, {"sin(v(b)*100)", -.616064}, {"tan(v(b))", -1.119214}, {"asinh(v(a))", -1.30082},
		{"sinh(v(a))", -2.64563}, {"cosh(v(a))", 2.828315}, {"tanh(v(a))", -.935409}, {"+v(a)", -1.7}, {"v(b,a)", 4}, {"V(a)<>v(b)", 1}, {"1k*v(b)", 2300},
		{"2mil*v(b)", 1.1684e-4}, {"{v(a)*{p}}", -5.1}, {"'v(a)*p'", -5.1}, {`"v(a)*p"`, -5.1}, {"2*-3*v(b)", -13.8}, {"!v(a)==0", 1}, {"1 == 2 < 3", 1},
		{"v(b)*(-2)", -4.6}, {"v(b)^v(a)", .242696}, {"v(a)^v(b)", 3.388695}, {"pwr(v(a),v(b))", -3.3887}, {"v(b) ^ -v(a)", 4.12038}, {"2^-v(a)^2", .1349035},
		{"v(a)>0 && v(b)>0 || 1", 1}, {"{v(a)} * {p} + 1", -4.1},
		// of Xyce
		{"atan2(v(b),v(a))", math.Atan2(2.3, -1.7)}, {"int(v(a))", -1}, {"if(v(a)>0,1,2)", 2}, {"limit(v(a),0,1)", 0}, {"limit(v(b),0,1)", 1},
		{"table(v(b),-2,0,0,5,1,7)", 7}, {"table(v(a),-2,0,0,5)", .75}, {"sign(3,v(a))", -3}, {"stp(v(b))+stp(v(z))", 1}, {"sqr(v(a))", 2.89}, {"fmod(v(b),2)", .3},
		{"min(v(a),v(b),-5)", -5}, {"v(b)%2", .3}, {"pwrs(v(a),3)", -4.913}, {"table {v(b)} (-2,0) (0,5) (1,7)", 7}, {"1+{table {v(a)} = (-2,0), (0,5)}", 1.75}, {"(v(a)<0)&(v(b)>0)|0", 1}, {"~(v(a)<0)", 0}, {"m(v(a))", 1.7}, {"freq", 0},
		{"sdt(v(b))", .023}, {"temper+temp", 54}, {"hot", 54}, {"arctan(v(b))", math.Atan(2.3)}, {"temp", 27}, {"ddt(v(b))*2+ddt(3)", 460},
		{"time+i(va)", 2.25}, {"sq(v(a))+sq(2)", 6.89}, {"twice(v(b)) + later(1)", 9.6},
	} {
		for _, kind := range []string{"b1 o 0 v=", "b1 o 0 i = "} {
			n, err := Parse("x", strings.NewReader("t\n.param p=3 q=-2 hot={2*temper}\n.func sq(x) {x*x}\nva a 0 1\nr1 b z 1\n"+kind+c.text+"\n.func twice(x) 'sum(x,x)'\n.func sum(x,y)=x+y\n.param later(x)=x+p+1\n"))
			if err != nil {
				t.Errorf("%s: %v", c.text, err)
				continue
			}
			got, e := behaviourOf(t, n, "b1", testVolts, testAmperes)
			if !(math.Abs(got-c.want) <= 2e-6*math.Abs(c.want)) || e.Kind != Behavioural || e.Extra.Behaviour.Voltage != strings.Contains(kind, "v") {
				t.Errorf("%s%s: got %v, want %v", kind, c.text, got, c.want)
			}
		}
	}
}

// TestForms reads each form of an element with an expression.
func TestForms(t *testing.T) {
	n, err := Parse("x", strings.NewReader(`t
.param p=3
.options temp=37
va a 0 1
e1 c 0 value={v(b)*p}
e2 c 0 vol='v(b)*p'
g1 c 0 cur={v(b,a)+1} m=2
e3 c 0 table {v(b)} = (0,0) (1,{p}) (2,4)
g2 c 0 table {v(b)} 0,0 1,2
r1 b 0 {2+v(a)} m=3
r2 b a r='1k+temper*1' tc1=0.1
c1 b a c={1+v(z)}
c2 b 0 q={v(b)*2}
l1 b z l='2+i(va)' m=2
b1 c 0 i=v(a)*1m tc1=0.1 tc2=1 temp=29 m=4
b2 c 0 v={v(a)} tc1=0.1
b3 c 0 i=1 dtemp=-8 tc1=0.5
.subckt s in out k=2
v1 in m 0
b1 out 0 i=i(v1)*k*v(in,out)
l1 in out l={1+i(l1)}
.ends
x1 a b s k=5
x2 a b s
rz z 0 1
`))
	if err != nil {
		t.Fatal(err)
	}
	amperes := map[string]float64{"va": .25, "l1": 2, "v.x1.v1": 3, "v.x2.v1": 4, "l.x1.l1": 3}
	for name, want := range map[string]float64{
		"e1": 6.9, "e2": 6.9, "g1": 5, "e3": 4, "g2": 2, "r1": 2.3 / .3, "r2": 4 / (1037. * 2), "c1": 400, "c2": 460, "l1": 2.25 * 200,
		"b1": -1.7e-3 * 5.2, "b2": -1.7 * 2, "b3": 2, "b.x1.b1": 3 * 5 * -4, "b.x2.b1": 4 * 2 * -4, "l.x1.l1": 4 * 300,
	} {
		got, e := behaviourOf(t, n, name, testVolts, amperes)
		if math.Abs(got-want) > 1e-12*math.Abs(want) {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
		wantM := map[string]float64{"g1": 2, "r1": 3, "l1": 2, "b1": 4}[name]
		if e.M != max(wantM, 1) {
			t.Errorf("%s: got m=%g, want %g", name, e.M, wantM)
		}
		if voltage := strings.Contains("e1 e2 e3 l1 b2 l.x1.l1", name); e.Extra.Behaviour.Voltage != voltage {
			t.Errorf("%s: got voltage %v, want %v", name, e.Extra.Behaviour.Voltage, voltage)
		}
	}
	program := func(name string) *tape.Program {
		_, e := behaviourOf(t, n, name, nil, nil)
		return e.Extra.Behaviour.Program
	}
	if program("b.x1.b1") == program("b.x2.b1") || program("l.x1.l1") != program("l.x2.l1") {
		t.Error("want a program for each instance if it uses parameters, and one for all otherwise")
	}
}

// behaviourErrors are elements with expressions that are refused.
var behaviourErrors = []struct{ text, want string }{
	{"b1 1 0", `2: got the end of the line, want v=expression or i=expression`},
	{"b1 1 0 v=", `2: got the end of the line, want the expression of b1`},
	{"b1 1 0 v=v(1)+", `2: expression "v(1)+" ends where a number, a name or ( is wanted`},
	{"b1 1 0 v=v(1", `2: unexpected "1" in expression "v(1", want ) behind the name of v(`},
	{"b1 1 0 v=v(1,2,3)", `2: got v(1,2,3) in an expression, want v(node), v(node,node) or i(element)`},
	{"b1 1 0 v=i(v1,v2)", `2: got i(v1,v2) in an expression, want v(node), v(node,node) or i(element)`},
	{"b1 1 0 v=ddx(v(1))", `2: ` + unknownFunction("ddx").Error()},
	{"b1 1 0 v={table {v(1)} (1,2}", `2: unexpected "}" in a table, want )`},
	{"b1 1 0 v={table {v(1)} = (1,2)}", `2: got 3 arguments for table, want at least 5`},
	{"b1 1 0\n+ v={v(1)*\n+ nosuch(v(1))}", `3: ` + unknownFunction("nosuch").Error()},
	{"b1 1 0 v={v(1)*nosuch}", `2: b1: parameter "nosuch" is not defined`},
	{"b1 1 0 v=v(1) ic=1", `2: parameter "ic" of b1 is not supported, want m, tc1, tc2, temp or dtemp`},
	{"b1 1 0 v=v(1) v(2)", `2: got "v", want name=value or the end of the line`},
	{"b1 1 0 v=2~x", `2: unexpected "~x" behind the expression of b1, want an operator or its end`},
	{"b1 1 0 v=v(1)?1", `2: unexpected "" in expression "v(1)?1", want a colon`},
	{"b1 1 0 v=table(v(1),0,1,v(2),3)", `2: b1: the points of table are not constants`},
	{"b1 1 0 v=pwl(v(1),0,1,0,3)", `2: b1: got x=0 after x=0 in pwl, want ascending values`},
	{"b1 1 0 v=pwl(v(1),0,1,0)", `2: got 4 arguments for pwl, want at least 5`},
	{"b1 1 0 v=pwl(v(1),0,1,2,3,4)", `2: got 6 arguments for pwl, want x and pairs of x and y`},
	{"b1 1 0 v=ln(-1)", `2: b1: expression gives NaN, want a finite number`},
	{"e1 1 0 value={v(2)} m=1 tc1=1", `2: parameter "tc1" of e1 is not supported, want m`},
	{"e1 1 0 table {v(2)} = (0,0)", `2: got 2 numbers in the table, want two or more pairs of x and y`},
	{"e1 1 0 table {v(2)} = (0,0) (0,1)", `2: e1: got x=0 after x=0 in table, want ascending values`},
	{"e1 1 0 laplace {v(2)} = {1/(1+s)}", `2: got "laplace": this form of e1 is not supported, want a gain, poly(n), value={expression} or table`},
	{"f1 1 0 value={v(2)}", `2: got "value": this form of f1 is not supported, want a gain or poly(n)`},
	{"r1 1 0 tc1=1 r={v(1)}", `2: got {v(1)} behind the parameters of r1, want the expression in front`},
	{"c1 1 0 q={1n}", `2: got a charge that does not depend on a voltage, want c=FARAD`},
	{"c1 1 0 q=1n", `2: got "1n", want the charge as {expression}`},
	{"c1 1 0 c={1n*v(1)} ic=1", `2: parameter "ic" of c1 is not supported, want m, tc1, tc2, temp or dtemp`},
	{"v1 1 0 {v(2)}", `2: got v(2) in the value of a parameter, want numbers and parameters`},
	{".param p={time}\nr1 1 0 {p}", `3: r1: parameter "time" is not defined`},
	{".param p={ddt(3)}\nr1 1 0 {p}", `2: ddt is not supported in a parameter`},
	{".func f(x) {x*v(a)}", `2: got v(a) in the value of a parameter, want numbers and parameters`},
	{".func f x {x}", `2: got "x", want .func name(argument, …) {expression}`},
	{".func f(x,x) {x}", `2: argument "x" of function f occurs twice`},
	{".func f(x) {x}\n.func f(x) {x}", `3: function "f" is already defined`},
	{".func f(x)", `2: got the end of the line, want the value of "f"`},
	{"r1 1 0 {f(1,2)}\n.func f(x) {x}", `2: got 2 arguments for f, want 1`},
	{".func f(x) {x}\nr1 1 0 {f(1,2)}", `3: got 2 arguments for f, want 1`},
	{"r1 1 0 {sqrt(4)}\n.func sqrt(x) {x}", `3: function "sqrt" is defined behind its first use, where it is the built-in function: want .func in front`},
	{".func f(x) {f(x)}\nr1 1 0 {f(1)}", `3: r1: functions nest deeper than 100 at f`},
	{".func f(x) {f(x)}\nb1 1 0 i=f(v(1))", `3: b1: functions nest deeper than 100 at f`},
}

func TestBehaviourErrors(t *testing.T) {
	for _, c := range behaviourErrors {
		_, err := Parse("x.cir", strings.NewReader("title\n"+c.text+"\n"))
		var e *SyntaxError
		if want := "x.cir:" + c.want; !errors.As(err, &e) || err.Error() != want {
			t.Errorf("%q: got error\n\t%v, want\n\t%s", c.text, err, want)
		}
	}
}

// TestFunctions has functions of the netlist in parameters: a function in an instance
// goes before one around it, and before a built-in function.
func TestFunctions(t *testing.T) {
	n, err := Parse("x", strings.NewReader("t\n.func f(x) {x+1}\n.func sqrt(x) {-x}\n.param p={f(2)*f(f(1))} k=7\nr1 1 0 {p}\nr2 1 0 {100+sqrt(4)}\n"+
		".subckt s a\n.func f(x) {x*k}\nr1 a 0 {f(2)}\n.ends\nx1 1 s\n.func zero() {3}\nr3 1 0 {zero()+(1<2)+(2<=1)+(3>2 ? 10 : 20)+!0}\n"))
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range []float64{9, 96, 14, 15} {
		if e := n.Elements[k]; e.Value != want {
			t.Errorf("%s: got %g ohm, want %g", e.Name, e.Value, want)
		}
	}
}

// TestManyCalls wants functions that call each other many times to be stopped.
func TestManyCalls(t *testing.T) {
	b := &strings.Builder{}
	b.WriteString("t\n.func f0(x) {x+1}\n")
	for k := range 40 {
		b.WriteString(strings.NewReplacer("N", string(rune('a'+k/26))+string(rune('a'+k%26)), "P", previous(k)).Replace(".func fN(x) {P(x)+P(2*x)}\n"))
	}
	for _, line := range []string{"r1 1 0 {fbn(1)}\n", "b1 1 0 i=fbn(v(1))\n"} {
		_, err := Parse("x", strings.NewReader(b.String()+line))
		if err == nil || !strings.Contains(err.Error(), "operations with the functions that it calls") {
			t.Errorf("%s: got %v, want a limit", line, err)
		}
	}
}

func previous(k int) string {
	if k == 0 {
		return "f0"
	}
	return "f" + string(rune('a'+(k-1)/26)) + string(rune('a'+(k-1)%26))
}

// FuzzExpression wants no expression to panic, and one that both languages read without
// a difference to have one value.
func FuzzExpression(f *testing.F) {
	for _, c := range []string{"1+2*3", "-2^2", "2^3^2", "p*v(a)^2", "v(a)>0 ? 1 : i(v1)", "table(v(a),0,1,2,3)", "ddt(v(a,b))", "{'v(a)'}*2", "!!1==0", "limit(1,2,3)%2", "f(2)&&f(v(a))||time"} {
		f.Add(c)
	}
	user := &userFunction{params: []string{"x"}, body: &expr{op: '*', args: []*expr{{op: opName, name: "x"}, {op: opName, name: "x"}}}}
	calls := func(e *expr) error {
		if e.name == "f" {
			e.user = user
			return e.checkArguments()
		}
		if e.fn == nil {
			return unknownFunction(e.name)
		}
		return nil
	}
	f.Fuzz(func(t *testing.T, text string) {
		p := &probes{}
		c := compiler{s: text, calls: calls, probes: p}
		e, err := c.all()
		if err != nil {
			return
		}
		l := lowering{env: oneParameter{}, amperes: len(p.amperes)}
		l.b.Variables = len(p.amperes) + len(p.volts)
		root, err := l.ref(e, nil)
		if err != nil {
			return
		}
		constant, fixed := l.b.Value(root)
		m := tape.NewMachine(l.b.Program(root))
		s := m.States()
		got := m.Run(0, tape.Motion{Hist: make([]float64, s), Q: make([]float64, s)})
		if fixed && got != constant && got == got {
			t.Fatalf("%q: the program gives %g, the constant is %g", text, got, constant)
		}
		other, err := compile(text, calls)
		if err != nil || strings.ContainsAny(text, "pe^*/%l") {
			return // other powers, quotients, names and logarithms
		}
		if v, err := other.eval(oneParameter{}); err == nil && fixed && v != constant && math.Abs(v-constant) > 1e-9*math.Abs(v) {
			t.Fatalf("%q: %g as a parameter, %g as a behaviour", text, v, constant)
		}
	})
}

// oneParameter has the parameter p.
type oneParameter struct{}

func (oneParameter) param(name string) (float64, error) {
	if name == "p" {
		return 3, nil
	}
	return 0, errors.New("not defined")
}
