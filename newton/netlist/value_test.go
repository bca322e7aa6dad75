package netlist

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// TestNumbers has numbers as ngspice 39 reads them, but for the last line:
// ngspice drops what is behind the letters, here it is an error.
func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		text string
		want float64
	}{
		{"0", 0}, {"1", 1}, {"-5", -5}, {"+5", 5}, {".5", .5}, {"5.", 5}, {"1.25", 1.25},
		{"1e3", 1000}, {"1E-3", .001}, {"1d3", 1000}, {"1.5e+2", 150}, {"1e", 1}, {"1ev", 1},
		{"1t", 1e12}, {"1g", 1e9}, {"1meg", 1e6}, {"1k", 1e3}, {"3m", 3e-3}, {"3u", 3e-6}, {"3n", 3e-9},
		{"3p", 3e-12}, {"3f", 3e-15}, {"1MEG", 1e6}, {"1M", 1e-3}, {"1K", 1e3},
		{"1kohm", 1e3}, {"1.5megohm", 1.5e6}, {"10pf", 10e-12}, {"5nF", 5e-9}, {"3v", 3}, {"1a", 1}, {"2x", 2},
		{"3mil", 76.2e-6}, {"76.9p", 76.9e-12}, {"1e3k", 1e6}, {"0.333", .333}, {"42.0m", .042}, {"1e-15", 1e-15},
		{"10\u00b5F", 10e-6}, {"5\xb5a", 5e-6}, {"1k\u03a9", 1e3}, {"2\u2126", 2}, {"1e3\u00b5\u03a9", 1e-3},
	} {
		got, ok := number(c.text)
		if !ok || math.Abs(got-c.want) > 1e-15*math.Abs(c.want) {
			t.Errorf("%s: got %v, %v, want %v", c.text, got, ok, c.want)
		}
	}
	if got, _ := number("76.9p"); got != 76.9e-12 {
		t.Errorf("76.9p: got %b, want the nearest number %b", got, 76.9e-12)
	}
	for _, text := range []string{"", "-", ".", "e3", "k", "1.2.3", "1_000", "0x10", "1e999", "1e308k", "--1", "nan", "inf", "1\u03bc", "1\u00e9", "1\xce", "2k7"} {
		if got, ok := number(text); ok {
			t.Errorf("%q: got %v, want no number", text, got)
		}
	}
}

// TestExpressions has values that ngspice 39 gave for a resistor of {text}.
func TestExpressions(t *testing.T) {
	const circuit = "t\n.param p=3 q={p*2} z = 'sqrt(16)+1k'\n.param fwd={later+1} later=4 a=1 a=2\nr1 1 0 {%s}\n"
	for _, c := range []struct {
		text string
		want float64
	}{
		{"q", 6}, {"z", 1004}, {"fwd", 5}, {"p + 1", 4}, {"a", 2},
		{"-2^2+100", 96}, {"(-2)^3+100", 108}, {"(-2)**3+100", 108}, {"2**3**2", 64}, {"2/4^2", .125}, {"2^-1", .5},
		{"pwr(-2,3)+100", 108}, {"pwr(-2,2)+100", 104}, {"pow(-2,3)+100", 92},
		{"log(2.718281828)+ln(2.718281828)*10+log10(100)*100", 211}, {"int(2.7)+int(-2.7)*-10", 22},
		{"int(-2.7)+10", 8}, {"floor(-1.5)+ceil(1.2)+100", 100}, {"1kohm + 2meg", 2.001e6}, {"10-4-3", 3},
		{"2*-3+100", 94}, {"2k*1", 2000}, {"--3", 3}, {"+3", 3}, {"-2 - -3", 1}, {"1e3*1E-3", 1},
		{"min(3,2)*max(4,5)", 10}, {"abs(-3)+exp(0)+tan(0)", 4}, {"sin(0)+cos(0)", 1}, {"8/2/2", 2}, {"2+3*4", 14},
		{"((1+2))*3", 9}, {"2\u00b5*1e6", 2}, {"10k\u03a9+1", 10001},
		{"2^-p^2*1000", 15.625}, {"2^-p**2*1000", 15.625}, {"q > 2 && p < 1 || 3", 1}, {"1 == 2 < 3", 1}, {"!p==0", 1}, {"p>4?1:2", 2},
		{"p>4 ? 1 : q>1 ? 5 : 6", 5}, {"p==3", 1}, {"p!=4", 1}, {"p<>4", 1}, {"p>=3", 1}, {"5<=p|| 7", 1}, {"ternary_fcn(p,1,2)", 1}, {"if(p<0,1,2)", 2},
		{"nint(2.5)", 2}, {"sgn(-2)+3", 2}, {"arctan(1)*4", math.Pi}, {"sqr(-3)", 9}, {"q%4", 2}, {"acosh(2.3)", 1.4750447812414251}, {"asinh(1.7)", 1.3008204268406212},
		{"sinh(1)+cosh(1)", math.E}, {"tanh(1)+atanh(0)", .7615941559557649}, {"asin(1)+acos(1)", math.Pi / 2}, {"pwr(-1.7,3)", 4.913}, {"pow(-1.7,3)+10", 5.087},
		// of Xyce
		{"limit(5,0,1)", 1}, {"table(2.5,0,1,2,3)", 3}, {"pwl(3,0,1,2,3)", 4}, {"pi", math.Pi}, {"atan2(1,1)", math.Pi / 4}, {"sign(3,-1)+4", 1}, {"fmod(7,4)", 3}, {"max(1,2,3)", 3},
	} {
		n, err := Parse("x", strings.NewReader(fmt.Sprintf(circuit, c.text)))
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if got := n.Elements[0].Value; math.Abs(got-c.want) > 1e-8*math.Abs(c.want) {
			t.Errorf("%s: got %v, want %v", c.text, got, c.want)
		}
	}
}

// TestExpressionErrors has expressions that are refused.
func TestExpressionErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"2*(3+4", `unexpected "" in expression "2*(3+4", want )`},
		{"undefd", `r1: parameter "undefd" is not defined`},
		{"2 k", `unexpected "k" in expression "2 k", want an operator or its end`},
		{"5mil", `got "5mil" in an expression, where ngspice reads mil as milli: want the length in metres`},
		{"1/0", "1/0 gives +Inf, want a finite number"},
		{"sqrt(-4)", "sqrt(-4) gives NaN, want a finite number"},
		{"0/p*0+1/(p-p)", "r1: 1/0 gives +Inf, want a finite number"},
		{"foo(1)", unknownFunction("foo").Error()},
		{"min(1)", "got 1 arguments for min, want at least 2"},
		{"sqrt(1,2,3)", "got 3 arguments for sqrt, want 1"},
		{"", `expression "" ends where a number, a name or ( is wanted`},
		{"1+", `expression "1+" ends where a number, a name or ( is wanted`},
		{"1 = 2", `unexpected "= 2" in expression "1 = 2", want an operator or its end`},
		{"limit(1)", "got 1 arguments for limit, want 3"}, {"agauss(1,2)", "got 2 arguments for agauss, want 3"},
		{"loop", `r1: parameter "loop" depends on itself`},
		{"1e999", `got "1e999", want a number`},
		{strings.Repeat("(", 300), "expression nests deeper than 200"},
		{strings.Repeat("1+", 40000) + "1", "expression has 80001 characters, want at most 65536"},
	} {
		_, err := Parse("x", strings.NewReader("t\n.param p=3 loop=loop2+1 loop2=loop\nr1 1 0 {"+c.text+"}\n"))
		if want := "x:3: " + c.want; err == nil || err.Error() != want {
			t.Errorf("%.20s: got error %v, want %s", c.text, err, want)
		}
	}
}

// TestBuiltInParameters wants parameters that no netlist defines, and parameters of the same
// names in front of them.
func TestBuiltInParameters(t *testing.T) {
	n := parse(t, "r1 1 0 {vt}\nr2 1 0 {1+freq}\nr3 1 0 {gmin}\nr5 1 0 {temp}\nx1 1 s\n.subckt s a vt=7\nr6 a 0 {vt}\n.ends\n.temp 127\n.options gmin=1e-10")
	for k, want := range []float64{0.03448225, 1, 1e-10, 127, 7} {
		if got := n.Elements[k].Value; math.Abs(got-want) > 1e-6*want {
			t.Errorf("%s: got %g, want %g", n.Elements[k].Name, got, want)
		}
	}
}
