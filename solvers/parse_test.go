package solvers

import (
	"reflect"
	"strings"
	"testing"
)

// The text has each element of the format: two sonames, a for block with substitution,
// fields with blanks, maps, narrowing, checks, flags, constants.
const everything = `# comment
library klu
soname libklu.so.1* libklu.so.2
for P=klu_ I=i32 V=f64 C=klu_ | P=klu_l_ I=i64 V=c64 C=klu_l_   # two variants
function ${P}factor factor
  ap=a0 ai=a1 ax = a2
  n = a3[40]:$I   @klu.h ${C}symbolic.n
  layout = compressed   index = $I   value = $V   base = 1   stack = 2   flags = transposed overwrites
  status = ret:i32   symmetry = -1 rcond = f1
  selector = a7[8]:ptr[-4]:u64{0=i32 1=i64} @klu.h+amd.h - =8*AMD_OK
  makes-factor = ret memory = a0:i32? | a1[4]:i32{0=1 1=2 2=3 3=4}*-3 & 7|a5   @x.h s.m - 
end
soname *
function klu_free_numeric free
  frees = a0[0]:ptr
`

func TestParse(t *testing.T) {
	l, err := Parse("klu", strings.NewReader(everything))
	if err != nil {
		t.Fatal(err)
	}
	arg := func(k uint8, steps ...Step) Expression { return Expression{Base: BaseArgument, K: k, Steps: steps} }
	row := func(symbol, soname string, index IndexType, load Load, value ValueType) Function {
		return Function{Symbol: symbol, Library: "klu", Soname: soname, Phase: PhaseFactor, Layout: LayoutCompressed,
			Index: index, Value: value, Base: 1, Stack: 2, Flags: FlagTransposed | FlagOverwrites,
			Expressions: map[Field]Expression{
				FieldAp: arg(0), FieldAi: arg(1), FieldAx: arg(2),
				FieldN:        arg(3, Step{Offset: 40, Type: load}),
				FieldStatus:   {Base: BaseReturn, Steps: []Step{{Type: LoadI32, Narrow: true}}},
				FieldSymmetry: {Base: BaseConstant, Constant: -1},
				FieldRcond:    {Base: BaseFloat, K: 1},
				FieldSelector: {Base: BaseArgument, K: 7, Steps: []Step{{Offset: 8, Type: LoadPointer}, {Offset: -4, Type: LoadPointer}},
					Maps: []Map{{0, 1}, {1, 2}}},
				FieldMakesFactor: {Base: BaseReturn},
				FieldMemory:      memory(),
			}}
	}
	want := []Function{
		row("klu_factor", "libklu.so.1*", IndexI32, LoadI32, ValueF64),
		row("klu_factor", "libklu.so.2", IndexI32, LoadI32, ValueF64),
		row("klu_l_factor", "libklu.so.1*", IndexI64, LoadI64, ValueC64),
		row("klu_l_factor", "libklu.so.2", IndexI64, LoadI64, ValueC64),
		{Symbol: "klu_free_numeric", Library: "klu", Phase: PhaseFree,
			Expressions: map[Field]Expression{FieldFrees: arg(0, Step{Type: LoadPointer})}},
	}
	if len(l.Functions) != len(want) {
		t.Fatalf("%d functions, want %d", len(l.Functions), len(want))
	}
	for k, f := range l.Functions {
		if !reflect.DeepEqual(f, want[k]) {
			t.Errorf("row %d:\n%+v, want\n%+v", k, f, want[k])
		}
	}
	checks := []Check{
		{0, FieldN, 0, 0, []string{"klu.h"}, "klu_symbolic.n", 7},
		{1, FieldN, 0, 0, []string{"klu.h"}, "klu_symbolic.n", 7},
		{0, FieldSelector, 0, 0, []string{"klu.h", "amd.h"}, "-", 10},
		{1, FieldSelector, 0, 0, []string{"klu.h", "amd.h"}, "-", 10},
		{0, FieldSelector, 0, 1, []string{"klu.h", "amd.h"}, "=8*AMD_OK", 10},
		{1, FieldSelector, 0, 1, []string{"klu.h", "amd.h"}, "=8*AMD_OK", 10},
		{0, FieldMemory, 1, 0, []string{"x.h"}, "s.m", 11},
		{1, FieldMemory, 1, 0, []string{"x.h"}, "s.m", 11},
		{0, FieldMemory, 2, -1, []string{"x.h"}, "-", 11},
		{1, FieldMemory, 2, -1, []string{"x.h"}, "-", 11},
		{2, FieldN, 0, 0, []string{"klu.h"}, "klu_l_symbolic.n", 7},
		{3, FieldN, 0, 0, []string{"klu.h"}, "klu_l_symbolic.n", 7},
	}
	if !reflect.DeepEqual(l.Checks[:len(checks)], checks) {
		t.Errorf("checks\n%+v, want\n%+v", l.Checks, checks)
	}
}

// memory is a chain of alternatives with a guard.
func memory() Expression {
	last := Expression{Base: BaseArgument, K: 5}
	seven := Expression{Base: BaseConstant, Constant: 7, Otherwise: &last}
	many := Expression{Base: BaseArgument, K: 1, Steps: []Step{{Offset: 4, Type: LoadI32}}, Scale: -3,
		Maps: []Map{{0, 1}, {1, 2}, {2, 3}, {3, 4}}, Otherwise: &seven, Guard: true}
	return Expression{Base: BaseArgument, Steps: []Step{{Type: LoadI32, Narrow: true}}, ZeroUnknown: true, Otherwise: &many}
}

func TestParseErrors(t *testing.T) {
	const head = "library l\nfunction f factor\n"
	for _, c := range []struct{ text, want string }{
		{"function f factor", `x:1:1: function without library before it`},
		{"library", `x:1:1: want library NAME`},
		{"library a b", `x:1:1: want library NAME`},
		{"library l\nsoname", `x:2:1: want soname FILE..., where FILE may end in *`},
		{"library l\nsoname lib*.so", `x:2:8: soname "lib*.so": want a file name, with a * at its end only`},
		{"library l\nfunction f", `x:2:1: want function SYMBOL PHASE`},
		{"library l\nfunction f fact", `x:2:12: unknown phase "fact"; the phases are analyze, factor, refactor, solve, analyze+factor, factor+solve, analyze+factor+solve, free, setup, newton, integrate, function-evaluation, jacobian-evaluation, query, linear-solve, other`},
		{"library l\nwatch f", `x:2:1: want library, soname, for, end, function or FIELD = EXPRESSION, got "watch"`},
		{"n = a0", `x:1:1: field without function before it`},
		{"library l\nfunction f free\nfunction f free", `x:3:10: function f has a row for this soname before`},
		{head + " m = a0", `x:3:2: unknown field "m"; the fields are stack, flags, n, rows, nnz`},
		{head + " n =", `x:3:2: want FIELD = EXPRESSION`},
		{head + " n = a0 a1", `x:3:9: want one value for n, got "a1" after it`},
		{head + " n = a0 n = a1", `x:3:9: n is set twice`},
		{head + " n = b0", `x:3:6: expression "b0": want aK, fK, ret, fret or a number`},
		{head + " n = a200", `x:3:6: expression "a200"`},
		{head + " n = a0[8]", `x:3:11: want :TYPE after ]`},
		{head + " n = a0[x]:i32", `x:3:9: want the offset as a number after [`},
		{head + " n = a0[8:i32", `x:3:10: want ] after the offset`},
		{head + " n = a0[8]:int", `x:3:12: want one of the types i32, i64, u32, ptr, u8, f64, f32, i16`},
		{head + " n = a0]", `x:3:8: want [OFFSET]:TYPE, :TYPE, {FROM=TO}, *FACTOR or ?, got "]"`},
		{head + " n = a0?*3", `x:3:9: want [OFFSET]:TYPE, :TYPE, {FROM=TO}, *FACTOR or ?, got "*3"`},
		{head + " n = a0*1", `x:3:9: want a whole number other than 0 and 1 after *`},
		{head + " n = a0 |", `x:3:9: want an expression after |`},
		{head + " n = a0 & ", `x:3:9: want an expression after &`},
		{head + " n = a0 | a1 a2", `x:3:14: want one value for n, got "a2" after it`},
		{head + " n = a0{0=1 1=1 2=1 3=1 4=1} & a1", `x:3:6: want at most 4 maps before &`},
		{head + " n = 1" + strings.Repeat("|1", 32), `x:3:70: more than 32 alternatives`},
		{head + " n = a0[1]:ptr[2]:ptr[3]:ptr[4]:ptr[5]:i32", `more than 4 steps`},
		{head + " n = 3[1]:i32", `nothing may follow the number 3`},
		{head + " n = a0{0=1", `want FROM=TO between { and }`},
		{head + " n = a0{}", `x:3:10: want FROM=TO between { and }`},
		{head + " n = a0{0=70000}", `want two numbers of 16 bits`},
		{head + " n = a6", `x:2:10: f: field n: argument a6 is beyond the 0 words of the stack: want stack = 1 or more`},
		{head + " n = ret", `x:2:10: f: field n: ret is evaluated before the call returns`},
		{head + " stack = 300", `x:3:10: stack = "300": want the number of words, at most 255`},
		{head + " flags = fast", `x:3:10: unknown flag "fast"; the flags are pointers, transposed, overwrites, status-returned`},
		{head + " layout = 9", `x:3:11: layout = 9 is out of range`},
		{head + " base = 2", `x:3:9: base = 2 is out of range`},
		{head + " n = a0[8]:i32 @h.h", `x:3:16: 0 items after @HEADER, and 1 offsets before it`},
		{head + " n = a0[8]:i32 @ s.n", `x:3:16: want @HEADER or @HEADER+HEADER`},
		{head + " n = a0[8]:i32 @h.h s", `x:3:21: "s": want TYPE.MEMBER, =EXPRESSION or -`},
		{head + " selector = 4 @h.h s.n", `x:3:20: "s.n": want =EXPRESSION or - for a number`},
		{head + " n = $N", `x:3:6: no for block sets $N`},
		{"for", `x:1:1: want NAME=VALUE after for and after |`},
		{"for P=1 |", `x:1:9: want NAME=VALUE after for and after |`},
		{"for p=1", `x:1:5: want NAME=VALUE with a name of capitals and digits, got "p"`},
		{"for P=1 P=2\nend", `x:1:9: P is set twice`},
		{"for P=1 | Q=1\nend", `x:1:13: variant sets Q, and the first variant sets P`},
		{"for P=1", `x:1:1: for without end`},
		{"end", `x:1:1: end without for`},
		{"end x", `x:1:5: nothing may follow end`},
		{strings.Repeat("for P=1\n", 5) + strings.Repeat("end\n", 5), `x:5:1: for blocks nest more than 4 deep`},
		{"# " + strings.Repeat("x", maxLine), `x:1:1: line has more than 16384 bytes`},
	} {
		_, err := Parse("x", strings.NewReader(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %s", c.text, err, c.want)
		}
		if _, ok := err.(*SyntaxError); !ok {
			t.Errorf("%q: error of type %T", c.text, err)
		}
	}
}

// A nested block sees the names of the outer one, and an empty value is allowed.
func TestParseNested(t *testing.T) {
	l, err := Parse("x", strings.NewReader("library l\nfor A=a | # goes on\n\n  A=\nfor B=1 | B=2\nfunction ${A}f$B solve\nend\nend\n"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range l.Functions {
		got = append(got, f.Symbol)
	}
	if want := []string{"af1", "af2", "f1", "f2"}; !reflect.DeepEqual(got, want) {
		t.Errorf("symbols %q, want %q", got, want)
	}
}

// A term with more than four maps becomes several alternatives.
func TestParseManyMaps(t *testing.T) {
	l, err := Parse("x", strings.NewReader("library l\nfunction f setup\n phase = a0[4]:i32{-1=setup -2=free 1=analyze 2=factor 3=solve} | 16 @h.h s.job =16\n"))
	if err != nil {
		t.Fatal(err)
	}
	const want = "a0[4]:i32{-1=9 -2=8 1=1 2=2} | a0[4]:i32{3=4} | 16"
	if got := l.Functions[0].Expressions[FieldPhase].String(); got != want {
		t.Errorf("phase = %s, want %s", got, want)
	}
	checks := []Check{{0, FieldPhase, 0, 0, []string{"h.h"}, "s.job", 3}, {0, FieldPhase, 2, -1, []string{"h.h"}, "=16", 3}}
	if !reflect.DeepEqual(l.Checks, checks) {
		t.Errorf("checks %+v, want %+v", l.Checks, checks)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(everything)
	for _, l := range Lists() {
		data, err := files.ReadFile("lists/" + l.Name + ".list")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := Parse("x", strings.NewReader(text))
		if err != nil {
			if _, ok := err.(*SyntaxError); !ok {
				t.Fatalf("error of type %T: %v", err, err)
			}
			return
		}
		for _, fn := range l.Functions {
			for _, e := range fn.Expressions {
				var p parser
				if again, _, err := p.expression(FieldX, split(e.String(), 1)); err != nil || !reflect.DeepEqual(again, e) {
					t.Fatalf("%v is read again as %v, %v", e, again, err)
				}
			}
		}
		for _, c := range l.Checks {
			if c.Function >= len(l.Functions) || len(c.Headers) == 0 {
				t.Fatalf("check %+v", c)
			}
		}
		checkTable(t, &Table{Functions: l.Functions})
	})
}
