//go:build linux

package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// expressionCases are currents that are expressions of the voltages a, b and c: single
// functions, forms of elements, and trees of random operators.
func expressionCases() []*testCase {
	wide := []terminal{{"a", -3, 3}, {"b", -3, 3}, {"c", 0.1, 3}, {"p", -1, 1}}
	var list []*testCase
	add := func(name, line string) {
		list = append(list, &testCase{name: name, line: line, terminals: wide, static: true, models: behaviourParams})
	}
	for _, e := range singleExpressions {
		add("expression "+e, "b# p# 0 i={"+strings.NewReplacer("$a", "v(a#)", "$b", "v(b#)", "$c", "v(c#)").Replace(e)+"}")
	}
	for _, e := range []struct{ name, line string }{
		{"b m", "b# p# 0 i=v(a#)*v(b#,c#)*1m m=3"},
		{"b tc", "b# p# 0 i=v(a#)^2*k tc1=0.01 tc2=-1m temp=57"},
		{"b dtemp", "b# p# 0 i=v(a#)^2*k tc1=0.01 dtemp=20"},
		{"b current", "vq# b# q# 0\nrq# q# 0 1k\nb# p# 0 i=i(vq#)^2*1k"},
		{"g value", "g# p# 0 value={v(a#)*v(b#)} m=2"},
		{"g cur", "g# p# 0 cur='v(a#)*v(b#)'"},
		{"e value", "e# q# 0 value={v(a#)*v(b#)+tanh(v(c#))}\nr# q# p# 1k"},
		{"e vol", "e# q# 0 vol='v(a#)/v(c#)'\nr# q# p# 1k"},
		{"b voltage", "b# q# p# v=v(a#)/v(c#)-{k}\nr# q# 0 1k"},
		{"r", "r# p# 0 r={1k+v(a#)^2*100+temper}"},
		{"func", ".func sq#(x,y) {x*x+k*y}\nb# p# 0 i=sq#(v(a#),v(b#))+sq#(2,3)*1m"},
	} {
		add("form "+e.name, e.line)
	}
	table := &testCase{name: "form e table", line: "e# q# 0 table {v(a#)} = (-2,1) (-1,-1) (0.5,2) (2.5,2.2)\nr# q# p# 1k", terminals: wide, static: true}
	list = append(list, table, &testCase{name: "form g table", line: "g# p# 0 table {v(a#)+v(b#)} (-2,1) (-1,-1) (0.5,2) (2.5,2.2)", terminals: wide, static: true})
	return append(list, &testCase{name: "random expressions", random: true, terminals: wide, static: true, models: behaviourParams})
}

const behaviourParams = ".param k=0.7 n=2"

// singleExpressions use each operator and function.
var singleExpressions = []string{
	"$a+$b-$c*2", "$a*$b/$c", "$a/$b", "$a^2", "$a^3+$b**2", "$a^2.5", "$c^$a", "$a^$b", "2^$a", "-$a^2", "$a^n", "2^-$a^2",
	"abs($a)", "acos($a/4)", "acosh($c+1)", "asin($a/4)", "asinh($a)", "atan($a)", "atanh($a/4)", "cos($a)", "cosh($a)", "exp($a)",
	"ln($c)", "log($c)", "log10($c)", "sgn($a)", "sin($a*20)", "sinh($a)", "sqrt($c)", "tan($a)", "tanh($a)", "u($a)", "uramp($a)", "u2($a)",
	"ceil($a)", "floor($a)", "nint($a)", "pow($a,3)", "pow($a,$c)", "pwr($a,3)", "pwr($a,$c)", "pwr($a,0.5+k)", "min($a,$b)", "max($a,$b)",
	"$a>$b?$a:$c", "($a>0)+($b<0)*2+($a>=$c)*4+($b<=$c)*8", "($a==$b)+($a!=$b)*2+($a<>$b)", "($a>0&&$b>0)+($a>0||$b>0)*2+!($a>0)*4",
	"ternary_fcn($a>0,$b,$c)", "pwl($a,-2,1,0,0,1,4,2,2)", "$a>0 ? 1 : $b>0 ? $c : $a", "k*$a+{n}*$b", "temper*$a+hertz+pi+e", "exp(100*$a)*1e-120", "1.5k*$a+2mil*$b+10m*$c",
	"time*1e9*$a+$b",
}

// randomExpression is a tree of random operators, whose functions have arguments in
// their domain.
func randomExpression(rnd *rand.Rand, depth int, k string) string {
	if depth == 0 {
		return []string{"v(a" + k + ")", "v(b" + k + ")", "v(c" + k + ")", "v(a" + k + ",c" + k + ")", "k", fmt.Sprintf("%.3g", 0.1+3*rnd.Float64())}[rnd.IntN(6)]
	}
	x, y := randomExpression(rnd, rnd.IntN(depth), k), randomExpression(rnd, depth-1, k)
	switch rnd.IntN(20) {
	case 0, 1, 2:
		return "(" + x + "+" + y + ")"
	case 3, 4:
		return "(" + x + "-" + y + ")"
	case 5, 6, 7:
		return "(" + x + ")*(" + y + ")"
	case 8:
		return "(" + x + ")/(1+abs(" + y + "))"
	case 9:
		return "tanh(" + y + ")"
	case 10:
		return "exp(-abs(" + y + "))"
	case 11:
		return "ln(1+abs(" + y + "))"
	case 12:
		return "sqrt(0.1+abs(" + y + "))"
	case 13:
		return "sin(" + y + ")"
	case 14:
		return "((" + x + ")>(" + y + ") ? (" + x + ") : (" + y + "))"
	case 15:
		return "atan(" + y + ")"
	case 16:
		return "pwr(" + y + ",1.5)"
	case 17:
		return "(1+abs(" + y + "))^tanh(" + x + ")"
	case 18:
		return "min(" + x + "," + y + ")"
	}
	return "max(" + x + ",uramp(" + y + "))"
}
