package hlo_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/xla/hlo"
)

// TestHLO reads small modules of which one instruction is of interest.
func TestHLO(t *testing.T) {
	const module = "HloModule m\nENTRY e {\n"
	for _, c := range []struct{ name, in, want string }{
		{"no type", "t = tuple(a)\nROOT w = while(t), condition=c, body=b", "tuple 1, while 1"},
		{"types of operands", "ROOT %r.1 = f32[]{:T(128)} add(f32[] %a, f32[] %b)", "add 1"},
		{"over lines", "x =\n  (u32[],\n   f32[2])\n  custom-call(a,\n   b),\n  custom_call_target=\"t\"", "custom-call 1"},
		{"buffer", "x = b(f32[4]{0}) custom-call(a), custom_call_target=\"Pin\"", "custom-call 1"},
		{"type without dimensions", "x = token after-all()", "after-all 1"},
		{"comment", "/* y = f32[] add(a,b) */ x = f32[] neg(a) // z = f32[] add(a, b)", "neg 1"},
		{"comment in brackets", "x = f32[] add(a, /*index=1)*/b)\ny = f32[] neg(a)", "add 1, neg 1"},
		{"constant", "c = f32[2,2]{1,0} constant({ { 1, -2 }, { nan, inf } })", "constant 1"},
		{"string constant", `c = u8[3] constant("a)\"}")`, "constant 1"},
		{"unknown opcode", "x = f9e9[3] frobnicate-done(a), new={1}, newer=a_b->c, newest=[8]<=[2,4]T(1,0) /*x*/, flag", "frobnicate-done 1"},
		{"line of no kind", "x = f32[] add(a, b)\nthis is none\n= 3\ny = f32[] add(a, b)", "add 2, 2 skipped"},
		{"ends in a comma", "x = f32[] add(a, b), \n}", "add 1"},
		{"collectives", "a = f32[] all-reduce-start(x), to_apply=s\nb = f32[] all-reduce-done(a)\nc = f32[] reduce-scatter(b)", "all-reduce-done 1, all-reduce-start 1, reduce-scatter 1; all-reduce 1, reduce-scatter 1"},
	} {
		m := one(t, module+c.in+"\n}\n", "")
		got := counts(m.OpCounts)
		if len(m.Collectives) > 0 {
			got += "; " + counts(m.Collectives)
		}
		if m.Skipped > 0 {
			got += fmt.Sprint(", ", m.Skipped, " skipped")
		}
		if c.name == "ends in a comma" {
			c.want += ", 1 skipped" // the second brace
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestLaunches has what one instruction of an optimised module launches.
func TestLaunches(t *testing.T) {
	for _, c := range []struct {
		in   string
		want hlo.Launches
	}{
		{"x = f32[] parameter(0)\ny = f32[] constant(0)\nz = () tuple()\nb = f32[] bitcast(x)\ng = f32[] get-tuple-element(z), index=0\na = token[] after-all()", hlo.Launches{}},
		{"x = f32[] fusion(a), kind=kLoop, calls=f", hlo.Launches{AtLeast: 1, Fusions: 1}},
		{"x = f32[] copy-start(a)\ny = f32[] copy-done(x)\nz = f32[] copy(a)", hlo.Launches{AtLeast: 2, Copies: 2}},
		{"x = f32[] all-gather-start(a)\ny = f32[] all-gather-done(x)", hlo.Launches{AtLeast: 1, Collectives: 1}},
		{"x = ((f32[]), f32[]) async-start(a), calls=g\ny = f32[] async-done(x)", hlo.Launches{AtLeast: 2, Fusions: 1, Copies: 1}},
		{"x = f32[] call(a), to_apply=g", hlo.Launches{AtLeast: 2, Fusions: 1, Copies: 1}},
		{"x = f32[] custom-call(a), custom_call_target=\"__cublas$gemm\"\ny = f32[] custom-call(a), custom_call_target=\"Sharding\"", hlo.Launches{AtLeast: 1, CustomCalls: 1}},
		{"x = f32[] sort(a), to_apply=f\ny = f32[] dynamic-update-slice(a)", hlo.Launches{AtLeast: 2, Other: 2}},
		{"x = f32[] conditional(a), true_computation=g, false_computation=f", hlo.Launches{AtLeast: 1, Other: 1}},
		{`x = f32[] while(a), condition=f, body=g, backend_config={"known_trip_count":{"n":"9000000000000000000"}}`, hlo.Launches{AtLeast: 1<<63 - 1, Fusions: 9e18, Copies: 9e18}},
		{`x = f32[] while(a), condition=f, body=g, backend_config={"known_trip_count":{}}`, hlo.Launches{}},
		{"x = f32[] call(a), to_apply=nowhere", hlo.Launches{}},
	} {
		m := one(t, "HloModule m, is_scheduled=true\nf { ROOT r = f32[] negate(q) }\ng { p = f32[] fusion(q), calls=f\n ROOT r = f32[] copy(p) }\nENTRY e {\n"+c.in+"\n}", "")
		got := *m.Launches
		got.AtMost = nil
		if got != c.want {
			t.Errorf("%s:\n%+v, want\n%+v", c.in, got, c.want)
		}
	}
}

// TestCommandBuffer has a loop in what older XLA outlines as a command buffer,
// and one that is not.
func TestCommandBuffer(t *testing.T) {
	m := one(t, `HloModule m, is_scheduled=true
c { ROOT r = pred[] copy(q) }
b { ROOT r = f32[] copy(q) }
command_buffer.1 {
  x = f32[] while(p), condition=c, body=b
  ROOT y = f32[] conditional(x, x), branch_computations={b}
}
ENTRY e {
  x = f32[] call(p), to_apply=command_buffer.1
  ROOT w = f32[] while(x), condition=c, body=b
}`, "")
	a, b := m.Whiles[0], m.Whiles[1]
	if !a.Captured || a.Syncs || b.Captured || !b.Syncs || !m.Conditionals[0].Captured {
		t.Errorf("%+v\n%+v\n%+v", a, b, m.Conditionals)
	}
}

// TestUnreachable has a loop that nothing runs, before one that is run.
func TestUnreachable(t *testing.T) {
	m := one(t, `HloModule m, is_scheduled=true
c { ROOT r = pred[] copy(q) }
b { ROOT r = f32[] custom-call(q), custom_call_target="t" }
unused { ROOT dead = f32[] while(p), condition=c, body=b }
ENTRY e { ROOT live = f32[] while(p), condition=c, body=b }`, "")
	if len(m.Whiles) != 2 || m.Whiles[0].Name != "live" || !m.Whiles[0].Reachable || m.Whiles[1].Name != "dead" || m.Whiles[1].Reachable {
		t.Errorf("%+v", m.Whiles)
	}
	if n := m.Whiles[1].BodyLaunches; n == nil || *n != 2 || m.Launches.AtLeast != 3 {
		t.Errorf("%v, %+v", n, m.Launches)
	}
}

// TestRecursion has computations that run themselves, which is no program.
func TestRecursion(t *testing.T) {
	m := one(t, "HloModule m, is_scheduled=true\nENTRY e { x = f32[] copy(a)\n y = f32[] call(x), to_apply=e }", "")
	if m.Launches.AtLeast != 1 || len(m.Warnings) != 1 || m.Warnings[0].Code != "recursion" {
		t.Errorf("%+v, %v", m.Launches, m.Warnings)
	}
}

func TestTypes(t *testing.T) {
	m := one(t, `HloModule m
ENTRY e {
  a = (f64[2,3], (s4[5], pred[7]), c128[<=2]) parameter(0)
  b = f8e4m3fn[10] parameter(1)
  c = bf16[4]{0} constant({...})
  d = f32[<=8,2] add(c, c)
  e = f32[?] add(c, c)
}`, "")
	if m.Parameters != 2 || m.ParameterBytes != 48+3+7+32+10 || m.ConstantBytes != 8 || m.DynamicShapes != 2 {
		t.Errorf("%d parameters of %d bytes, constants of %d, %d dynamic", m.Parameters, m.ParameterBytes, m.ConstantBytes, m.DynamicShapes)
	}
	want := "[{f32 2 true} {bf16 1 true} {f8e4m3fn 1 true}]"
	if got := fmt.Sprint(m.DTypes); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	m = one(t, `module {
  func.func @main(%arg0: tensor<?x3xcomplex<f64>, #stablehlo.bounds<4, ?>>, %arg1: tensor<ui4>, %arg2: tensor<2xi1>) {
    %0 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
    %1 = stablehlo.not %0 : tensor<2xi1>
    %4 = stablehlo.rng %0 : (tensor<2xi1>) -> tensor<2xui32>
    %2 = stablehlo.f %0 : (tensor<f8E4M3FN>) -> tensor<?xf8E4M3FN>
    %3:2 = "stablehlo.sort"(%1, %2) : (tensor<1xf32>, tensor<1xf32>) -> (tensor<1xf32>, tensor<1xf32>)
    return
  }
}`, "")
	if m.Parameters != 3 || m.ParameterBytes != 48+1+2 || m.ConstantBytes != 2 || m.DynamicShapes != 1 {
		t.Errorf("%d parameters of %d bytes, constants of %d, %d dynamic", m.Parameters, m.ParameterBytes, m.ConstantBytes, m.DynamicShapes)
	}
	if got, want := fmt.Sprint(m.DTypes), "[{pred 2 false} {f8e4m3fn 1 true} {u32 1 false}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestMLIR reads functions of which one operation is of interest.
func TestMLIR(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"no result", "stablehlo.custom_call @print(%0) {has_side_effect = true} : (tensor<f32>) -> ()", "stablehlo.custom_call 1"},
		{"results by name", `%a, %b = "stablehlo.case"(%i) ({ stablehlo.return %x, %x : tensor<i32>, tensor<i32> },{stablehlo.return %x, %x : tensor<i32>, tensor<i32> }) : (tensor<i32>) -> (tensor<i32>, tensor<i32>)`, "stablehlo.case 1"},
		{"call without dialect", "%0 = call @g(%1) : (tensor<f32>) -> tensor<f32>\ncall @g(%1) : (tensor<f32>) -> ()", "func.call 2"},
		{"over lines", "%0:2 = stablehlo.while(%a = %b,\n %c = %d)\n   : tensor<i32>,\n tensor<i32>\n cond {\n %1 = stablehlo.not %a : tensor<i1>\n } do {\n }", "stablehlo.not 1, stablehlo.while 1"},
		{"region of a reduction", "%r:2 = stablehlo.reduce(%a init: %i), (%b init: %j) across dimensions = [1] : (tensor<2x3xf64>, tensor<2x3xi32>, tensor<f64>, tensor<i32>) -> (tensor<2xf64>, tensor<2xi32>)\n reducer(%x: tensor<f64>, %y: tensor<f64>) (%u: tensor<i32>, %v: tensor<i32>)  {\n %c = stablehlo.compare GT, %x, %y, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>\n stablehlo.return %x, %u : tensor<f64>, tensor<i32>\n }", "stablehlo.compare 1, stablehlo.reduce 1"},
		{"attributes", "%1 = stablehlo.add %a, %b {a.b = [[2, 128]], c, \"d\" = \"}{\"} : tensor<i64>\n%2 = stablehlo.convert %1 {x} : (tensor<i64>) -> tensor<i32>", "stablehlo.add 1, stablehlo.convert 1"},
		{"encoding", "%0 = stablehlo.all_reduce(%a) : tensor<4xf32, #stablehlo.bounds<4>>", "stablehlo.all_reduce 1; all-reduce 1"},
		{"region of any dialect", "%0 = sdy.manual_computation(%a) in_shardings=[<@m, [{}]>] out_shardings=[<@m, [{\"x\"}]>] manual_axes={\"x\"} (%b: tensor<f32>) {\n %1 = stablehlo.add %b, %b : tensor<f32>\n sdy.return %1 : tensor<f32>\n } : (tensor<f32>) -> tensor<f32>", "sdy.manual_computation 1, stablehlo.add 1"},
		{"constants", "%0 = stablehlo.constant dense<\"0x0123\"> : tensor<1xi16>\n%1 = stablehlo.constant dense<[(1.0,-2.0), (0.0,1.0)]> : tensor<2xcomplex<f32>>\n%2 = stablehlo.constant dense_resource<blob> : tensor<9xf32>\n%3 = stablehlo.constant dense<-1> : tensor<i32>", "stablehlo.constant 4"},
	} {
		m := one(t, "module @m {\n  func.func public @main(%i: tensor<i32>) -> tensor<i32> {\n"+c.in+"\n  return %i : tensor<i32>\n  }\n}\n\n{-#\n  dialect_resources: { builtin: { blob: \"0x04\" } }\n#-}\n", "")
		got := counts(m.OpCounts)
		if len(m.Collectives) > 0 {
			got += "; " + counts(m.Collectives)
		}
		if got != c.want || m.Skipped != 0 || m.Name != "m" {
			t.Errorf("%s: %s, %d skipped, module %s, want %s", c.name, got, m.Skipped, m.Name, c.want)
		}
	}
}

// TestComputations has what is read as a computation, and of what kind it is.
func TestComputations(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"signatures", "HloModule m\n%a (p: (f32[], /*index=1*/f32[2])) -> f32[2]{0} { x = f32[] copy(y) }\nb () -> token[] { x = f32[] copy(y) }, execution_thread=\"t\", x={1}\nENTRY %c.1 (p: f32[]) -> (f32[], (f32[2]{0})) { x = f32[] copy(y) }",
			"a unused, b unused, c.1 entry"},
		{"names that are words of others", "HloModule m\nmodule { x = f32[] copy(y) }\nfunc { x = f32[] copy(y) }\nENTRY FileNames.1 { x = f32[] call(y), to_apply=module\nz = f32[] sort(x), to_apply=func }", "module called, func applied, FileNames.1 entry"},
		{"used before it is there", "HloModule m\nENTRY e { x = f32[] while(y), condition=%c, body=@b }\nb { x = f32[] copy(y) }\nc { x = f32[] copy(y) }", "e entry, b body, c condition"},
		{"no header", "%a { x = f32[] copy(y) }\nENTRY e { x = f32[] fusion(y), calls=a }", "a fusion, e entry"},
		{"twice", "HloModule m\na { x = f32[] copy(y) }\na { x = f32[] neg(y) }\nENTRY e { x = f32[] call(y), to_apply=a }", "a called, a called, e entry; duplicate-computation on line 3"},
		{"reduction", "func.func @main(%a: tensor<3xf32>) {\n%0 = stablehlo.reduce(%a init: %a) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>\nx.y {\nx.z %a\n}\n}",
			"main entry, main/%0/region0 applied, main/x.y@3/region0 region"},
		{"main is the entry", "func.func @a() { return }\nfunc.func @main() { return }\nfunc.func @b() { return }", "a unused, main entry, b unused"},
		{"the first that is public", "func.func private @a() { return }\n\"func.func\"() <{sym_name = \"b\", sym_visibility = \"private\"}> ({ }) : () -> ()\nfunc.func public @c() { return }", "a unused, b unused, c entry"},
	} {
		m := one(t, c.in, "")
		var words []string
		for _, x := range m.Computations {
			words = append(words, x.Name+" "+x.Kind)
		}
		got := strings.Join(words, ", ")
		for _, w := range m.Warnings {
			got += fmt.Sprintf("; %s on line %d", w.Code, w.Line)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestLocations has what MLIR says about where loops come from: by references
// that are defined later, call sites and names.
func TestLocations(t *testing.T) {
	m := open(t, "testdata/nr_lowered.mlir")
	got := fmt.Sprintf("%+v\n%+v\n%+v", m.Whiles[0].Source, m.Whiles[1].Source, m.Conditionals[0].Source)
	want := "{OpName:jit(transient)/while File:transient.py Line:31 Phase:}\n" +
		"{OpName:jit(transient)/while/body/nr_iteration/while File:newton.py Line:12 Phase:nr_iteration}\n" +
		"{OpName:jit(transient)/while/body/lte/cond File:transient.py Line:31 Phase:lte}"
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if got, want := fmt.Sprint(m.Phases), "[{build_system 4 <nil>} {convergence 4 <nil>} {lte 2 <nil>} {linear_solve 1 <nil>} {nr_iteration 1 <nil>}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for in, want := range map[string]string{
		`loc("a\5C\22b"("f.py":3:4))`:               `a\"b f.py 3`,
		`loc("f.py":3:4 to :9)`:                     ` f.py 3`,
		`loc(fused["x"("f.py":1:2), "y"])`:          `x f.py 1`,
		`loc(callsite("g"(#n) at "h"("h.py":5:6)))`: `g h.py 5`,
		`loc(#loop)`:   `  0`,
		`loc(unknown)`: `  0`,
	} {
		m := one(t, "#n = loc(unknown)\n#loop = loc(#loop)\nfunc.func @main() {\n%0 = stablehlo.while(%a = %b) : tensor<f32> cond {\n} do {\n} "+in+"\n}", "")
		s := m.Whiles[0].Source
		if got := fmt.Sprint(s.OpName, " ", s.File, " ", s.Line); got != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
}

// TestManyOperations has more kinds of operations than are searched one by one.
func TestManyOperations(t *testing.T) {
	var b strings.Builder
	b.WriteString("HloModule m\nENTRY e {\n")
	for range 2 {
		for k := range 200 {
			fmt.Fprintf(&b, "x = f32[] op%d(y)\n", k)
		}
	}
	m := one(t, b.String()+"}", "")
	if len(m.Computations[0].OpCounts) != 200 {
		t.Fatalf("%d operations, want 200", len(m.Computations[0].OpCounts))
	}
	for _, c := range m.Computations[0].OpCounts {
		if c.Count != 2 {
			t.Errorf("%v, want 2", c)
		}
	}
}

// TestCalls has calls in all forms; what they call is not unused.
func TestCalls(t *testing.T) {
	m := one(t, `func.func @main(%a: tensor<f32>) {
  %0 = call @a(%a) : (tensor<f32>) -> tensor<f32>
  %1 = func.call @"b c"(%a) : (tensor<f32>) -> tensor<f32>
  %2 = "func.call"(%a) <{callee = @c}> : (tensor<f32>) -> tensor<f32>
  %3 = "func.call"(%a) {callee = @"d"} : (tensor<f32>) -> tensor<f32>
  %4 = stablehlo.composite "lib.e" %a {composite_attributes = {n = 1 : i64}, decomposition = @e} : (tensor<f32>) -> tensor<f32>
  return
}
func.func private @a() { return }
func.func private @"b c"() { return }
func.func private @c() { return }
func.func private @d() { return }
func.func private @e() { return }
func.func private @f() { return }
"func.func"() ({ "func.return"() : () -> () }) {function_type = () -> (), sym_name = "g", sym_visibility = "private"} : () -> ()`, "")
	var got []string
	for _, c := range m.Computations {
		got = append(got, c.Name+" "+c.Kind)
	}
	if s, want := strings.Join(got, ", "), "main entry, a called, b c called, c called, d called, e called, f unused, g unused"; s != want {
		t.Errorf("%s, want %s", s, want)
	}
}

// TestSeveral reads several modules of one file, and lines before and between
// them.
func TestSeveral(t *testing.T) {
	list, err := hlo.Read(strings.NewReader("I0311 a line of a log: (\n"+
		"HloModule a\nENTRY e { x = f32[] copy(y) }\n\nmodule @b {\nfunc.func @f() {\n%0 = stablehlo.x : tensor<f32>\nreturn\n}\n}\nmore\n// -----\n\nmodule {\n}\nHloModule c, num_partitions=4, replica_count=2\nENTRY %e () -> (f32[], f32[2]{0}) { x = f32[] copy(y) }, execution_thread=\"host\"\n"), hlo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range list {
		got = append(got, fmt.Sprintf("%s %s line %d, %d ops, %d skipped, %d×%d", m.Format, m.Name, m.Line, m.Ops, m.Skipped, m.Partitions, m.Replicas))
	}
	want := "hlo a line 2, 1 ops, 1 skipped, 1×1\nstablehlo b line 5, 1 ops, 1 skipped, 1×1\nstablehlo  line 14, 0 ops, 0 skipped, 1×1\nhlo c line 16, 1 ops, 0 skipped, 4×2"
	if s := strings.Join(got, "\n"); s != want {
		t.Errorf("%s\nwant\n%s", s, want)
	}
	if list[2].Warnings[0].Code != "no-entry" {
		t.Errorf("%v", list[2].Warnings)
	}
}

func TestErrors(t *testing.T) {
	const noModule = "f:1:1: want HLO or StableHLO: no line begins with HloModule, ENTRY or module"
	deep := strings.Repeat("(", 10001)
	for _, c := range []struct{ in, want string }{
		{"", "f:1:1: is empty, want HLO or StableHLO"},
		{"\n \n", "f:1:1: want HLO or StableHLO: no line begins with HloModule, ENTRY or module"},
		{"# A heading\n\nstep.py is a program (of\nmodule x], see README.md.\n", "f:1:1: want HLO or StableHLO: no line begins with HloModule, ENTRY or module; 4:9: want ), got ]"},
		{"# A heading\n\nREADME.md tells\nmodule by module and the\nfunc of each: call me.\n", noModule},
		{"#!/bin/sh\nmodule load cuda\nmodule add jax\n", "f:4:1: want the MLIR module that seems to begin on line 3, got none"},
		{"#h\nfunc private\n", "f:3:1: want the MLIR module that seems to begin on line 2, got none"},
		{"#h\n%0 = stablehlo.add %1, %2 : tensor<f32>\n\"stablehlo.add\"(%0, %0) : () -> ()\nreturn\n", noModule},
		{"// Go.\nfunc plus(a, b int) int { return a + b }\n", "f:3:1: want the MLIR module that seems to begin on line 2, got none"},
		{"\"Quoted\"(1) words.\nreturn home\n", noModule},
		{"a\nb\n", "f:1:1: want HLO or StableHLO: no line begins with HloModule, ENTRY or module"},
		{"%a(]\x00", "f:1:1: want HLO or StableHLO as text, got a binary file"},
		{"\x0a\x04jit_\x00", "f:1:1: want HLO or StableHLO as text, got a binary file"},
		{"HloModule m", "f:1:12: want a computation of the module m, which begins on line 1"},
		{"HloModule m\nENTRY e {\n x = f32[] add(a, b)\n", "f:4:1: input ends within the computation e, which begins at 2:9"},
		{"HloModule m\nENTRY e {\n x = f32[] add(a, ", "f:3:19: input ends within the bracket that begins at 3:15, want )"},
		{"HloModule m\nENTRY e {\n x = f32[] add(a]", "f:3:17: want ), got ]"},
		{"HloModule m\nENTRY e {\n x = f32[] add(\"a", "f:3:18: input ends within the string that begins at 3:16"},
		{"HloModule m\nENTRY e {\n /* x", "f:3:6: input ends within a comment"},
		{"HloModule m\nENTRY e {\n x = f32[] add" + deep, "f:3:10015: brackets are nested deeper than 10000"},
		{"module {\nfunc.func @main() {\n", "f:3:1: input ends within the bracket that begins at 2:19, want }"},
		{"module {\nfunc.func @main() {\n%0 = a.b\n", "f:4:1: input ends within the region that begins at 2:19"},
		{"module {\nfunc.func @main() {\n %0 = stablehlo.add) ", "f:3:20: got ) without an open bracket"},
		{"module {\n\"func.func\"() ({}, x", "f:2:20: want a region, a comma or ')', got 'x'"},
		{"module {\nfunc.func @f(%a: tensor<3xf32>) {\n%0 = stablehlo.a : tensor<", "f:3:27: input ends within the type that begins at 3:26"},
		{"module {" + strings.Repeat("module {", 300), "f:1:1616: regions are nested deeper than 200"},
	} {
		list, err := hlo.Read(strings.NewReader(c.in), hlo.Options{Name: "f"})
		var at *hlo.SyntaxError
		if !errors.As(err, &at) || list != nil || err.Error() != c.want {
			t.Errorf("%.40q: %v, want %s", c.in, err, c.want)
		}
	}
}

// TestShort reads what is small but a module.
func TestShort(t *testing.T) {
	for in, want := range map[string]string{
		"module {}":                              "nothing",
		"# text\nmodule\n@m\n{\n}":               "nothing",
		"module attributes {a.b = 1 : i32} {\n}": "nothing",
		"\"builtin.module\"() ({}) : () -> ()":   "nothing",
		"func.func @main() { return }":           "nothing",
		"#l = loc(unknown)\nfunc.func @main() {\n %0 = stablehlo.iota dim = 0 : tensor<2xi32>\n}": "stablehlo.iota 1",
		"ENTRY e { x = f32[] copy(y) }": "copy 1",
	} {
		got := counts(one(t, in, "").OpCounts)
		if got == "" {
			got = "nothing"
		}
		if got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

// TestTruncated cuts modules everywhere: there is an error with a position in
// the file, or a module.
func TestTruncated(t *testing.T) {
	for _, name := range []string{"nr_optimized.hlo", "nr_lowered.mlir", "nr_lowered_generic.mlir"} {
		text := read(t, "testdata/"+name)
		for k := 0; k < len(text); k += 31 {
			list, err := hlo.Read(strings.NewReader(text[:k]), hlo.Options{Name: name})
			var at *hlo.SyntaxError
			lines := 1 + strings.Count(text[:k], "\n")
			switch {
			case err == nil && len(list) == 0:
				t.Fatalf("%s cut at %d: nothing", name, k)
			case err != nil && (!errors.As(err, &at) || at.Line < 1 || at.Line > lines || at.Col < 1):
				t.Fatalf("%s cut at %d: %v", name, k, err)
			}
		}
	}
}
