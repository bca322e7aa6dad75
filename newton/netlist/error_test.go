package netlist

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// errorCases are netlists that are refused, behind a title line, with what the
// message says behind the name of the file.
var errorCases = []struct{ text, want string }{
	{"a1 1 2 mod", `2: element "a1" is not supported: XSPICE code models have no equations here`},
	{"\n~1 1 2 .9", `3: element "~1" is not supported: got letter "~", want one of r c l k d q j z m v i e f g h s w t b x`},
	{"q1 1 2 3 mod", `2: q1: model "mod" is not defined`},
	{"k1 l1 0.9", `2: got "0.9", want k1 inductor inductor coefficient`},
	{"e1 1 0 2 0", `2: got the end of the line, want the gain`},
	{"g1 1 0 poly(0) 1 2 3", `2: got "0" variables of poly, want 1 to 100`},
	{"g1 1 0 poly(2) 1 2 3 4", `2: got the end of the line, want the coefficients of poly`},
	{"f1 1 0 v1 2 3", `2: got "3", want name=value or the end of the line`},
	{"t1 1 0 2 0 z0=50 len=1", `2: parameter "len" of t1 is not supported, want z0, zo, td, f, nl or ic`},
	{".model z vdmos2(vto=1 x=y)\nm1 1 2 3 4 z", `2: model "z" of m1 is not supported: got type "vdmos2", want nmos or pmos or vdmos or vdmosp`},
	{".model s sw\ns1 1 0 2 0 s maybe", `3: got "maybe", want name=value or the end of the line`},
	{".subckt s (1 2\nr1 1 2 1\n.ends", `2: got the end of the line, want ) behind the nodes of subcircuit "s"`},
	{".subckt s (1 2 r=1)\nr1 1 2 1\n.ends", `2: got "r", want ) behind the nodes of subcircuit "s"`},
	{"r1 1 0 2k7", `2: got "2k7", want the value`},
	{"r1 1 0", `2: r1 has no value, want r1 node node value`},
	{"r1 1 0 1 2", `2: got "2", want name=value or the end of the line`},
	{"r1 1 0 1k bad=1m", `2: parameter "bad" of r1 is not supported, want r, m or ac`},
	{"c1 1 0 1n noisy=3", `2: parameter "noisy" of c1 is not supported, want c, m or ic`},
	{"r1 1 0 1k rm", `2: r1: model "rm" is not defined`},
	{"r1 1 0 rm l=1u\n.model rm c(cj=1)", `2: r1: got model "rm" of type c, want r`},
	{"r1 1 0 rm l=1u\n.model rm r(tc1=1)", `2: r1: got neither a value nor a model with a value for its size`},
	{"r1 1 0 rm l=1u\n.model rm r(rsh=1 foo=1)", `3: rm: parameter foo is not supported`},
	{"c1 1 0 cm l=1u\n.model cm c(cj=1 level=2)", `3: cm: level 2 is not supported, want 1`},
	{"r1 1", `2: got the end of the line, want node 2 of 2`},
	{"r1 (1 0 5", `2: got "5", want ) after 2 nodes`},
	{"r1 1 0 5 m=0", `2: r1: got m=0, want it above 0`},
	{"r1 1 0 5\nr1 1 0 6", `3: element "r1" is already defined on line 2`},
	{"r1 1 0 mod", `2: r1: parameter "mod" is not defined`},
	{"r1 1 0 {1", `2: the expression {1 has no end, want the brace } that closes it`},
	{"r1 1 0 1}", `2: got } without a { before it`},
	{"r1 1 0\n* c\n+ 1 2", `4: got "2", want name=value or the end of the line`},
	{"+ 1", `2: got a continuation (+), want a line before it`},
	{"d1 1 0 dm", `2: d1: model "dm" is not defined`},
	{".model n nmos\nd1 1 0 n", `3: d1: got model "n" of type nmos, want d`},
	{".model d d\nm1 1 2 3 4 d", `3: m1: got model "d" of type d, want nmos or pmos or vdmos or vdmosp`},
	{".model d d\nd1 1 0 d 0", `3: d1: got area 0, want it above 0`},
	{".model d d\nd1 1 0 d perimeter=1", `3: parameter "perimeter" of d1 is not supported, want area, pj, m, ic, temp, dtemp or off`},
	{".model n nmos\nm1 1 2 3 n", `3: m1: got 3 nodes with a model of type nmos, want 4`},
	{".model n nmos\nm1 1 2 3 n w=1u", `3: m1: got 3 nodes with a model of type nmos, want 4`},
	{".model n vdmos2(vto=1 mtriode=2)\nm1 1 2 3 n", `2: model "n" of m1 is not supported: got type "vdmos2", want nmos or pmos or vdmos or vdmosp`},
	{"m1 1 2 n", `2: got the end of the line, want node 4 of 4`},
	{"m1 (1 2 3 4) n", `2: m1: model "n" is not defined`},
	{"l1 1 0 1\nl2 2 0 1\nk1 l1 l2 0.9 core1", `4: model "core1" of k1 is not supported: magnetic cores are left out`},
	{"l1 1 0 1\nk1 l1 1 core1", `3: model "core1" of k1 is not supported: magnetic cores are left out`},
	{".model v vdmos\nm1 1 2 3 tn tc v thermal", `3: flag thermal of m1 is not supported: temperatures do not change while a circuit runs`},
	{".model n nmos\nm1 1 2 3 4 n 5u", `3: got "5u", want off or name=value`},
	{".model n nmos\nm1 1 2 3 4 n w=-5u", `3: m1: got -5e-06 for a width, length, area or perimeter, want it from 0 up`},
	{".model n nmos\nm1 1 2 3 4 n geo=1", `3: parameter "geo" of m1 is not supported, want w, l, ad, as, pd, ps, nrd, nrs, m, ic, temp, dtemp or off`},
	{".model n npn(bf=1)\nd1 1 0 n", `3: d1: got model "n" of type npn, want d`},
	{".model n d(is=1", `2: got the end of the line, want )`},
	{".model n d(is)", `2: got "is", want name=value`},
	{".model n d\n.model n d", `3: model "n" is already defined on x.cir:2`},
	{"v1 1 0 am(0 1)", `2: got "am", want dc, ac, pulse, sin, pwl, exp, sffm, pat or a value`},
	{"v1 1 0 dc 0 trnoise(1n 1n 0 0)", `2: waveform "trnoise" is not supported: its values are random`},
	{"v1 1 0 pulse(0)", `2: got 1 arguments for pulse, want 2 to 8`},
	{"v1 1 0 pulse(0 1 0 1 1 1 1 1 1)", `2: got 9 arguments for pulse, want 2 to 8`},
	{"v1 1 0 pulse(0 1 0 1 1 1 1 -1)", `2: v1: got -1 pulses, want them from 0 up`},
	{"v1 1 0 pulse(0 1 0 -1n)", `2: v1: got rise time -1e-09 of pulse, want it from 0 up`},
	{"v1 1 0 pwl(0 1 2)", `2: got 3 arguments for pwl, want pairs of time and value`},
	{"v1 1 0 pwl(0 1 1 2 .5 3)", `2: v1: got time 0.5 after 1 in pwl, want ascending times`},
	{"v1 1 0 pwl(0 1 1 2 r=1)", `2: v1: got r=1 of pwl, want it below the last time 1`},
	{"v1 1 0 pwl(0 1 1 2) q=1", `2: got "q", want one of pulse, sin, pwl, exp and sffm`},
	{"v1 1 0 sin(0 1 r=0)", `2: parameter "r" of sin is not supported`},
	{"v1 1 0 2 td=1", `2: parameter "td" of a source is not supported`},
	{"v1 1 0 (sin 0 1 1k", `2: got the end of the line, want )`},
	{"v1 1 0 sin(0 1", `2: got the end of the line, want ) after the arguments of sin`},
	{"v1 1 0 1 dc 2", `2: got "2", want one DC value`},
	{"v1 1 0 sin(0 1) pulse(0 1)", `2: got "pulse", want one of pulse, sin, pwl, exp and sffm`},
	{"x1 1 2 inv", `2: x1: subcircuit "inv" is not defined`},
	{"x1", `2: got the end of the line, want x1 node … subcircuit`},
	{".subckt inv a b\nr1 a b 1\n.ends\nx1 1 inv", `5: x1: got 1 nodes, want the 2 of subcircuit "inv"`},
	{".subckt inv a b\nr1 a b 1\n.ends\nx1 1 2 inv p=1", `5: x1: subcircuit "inv" has no parameter "p"`},
	{".subckt inv a b p=1\nr1 a b {p-1}\nr2 a b {1/p}\n.ends\nx1 1 2 inv p=0", `4: r2: 1/0 gives +Inf, want a finite number`},
	{".subckt inv a a", `2: node "a" occurs twice in the line of subcircuit "inv"`},
	{".dc", `2: got .dc without a source, want .dc source start stop step`},
	{".dc v1 0 1", `2: got the end of the line, want the step of .dc`},
	{".dc v1 0 1 -1", `2: got a step of -1 from 0 to 1 in .dc, want one that leads there`},
	{".dc v1 0 1 0", `2: got a step of 0 from 0 to 1 in .dc, want one that leads there`},
	{".dc v1 0 1 1e-9", `2: got more than 10000000 points of .dc`},
	{".dc v1 dec 0 1 1", `2: got dec from 0 to 1 with 1 points in .dc, want 0 < first <= last and 1 point or more`},
	{".dc v1 list", `2: got the end of the line, want values of v1`},
	{".dc data=x", `2: table "x" of .data is not defined`},
	{".dc a=x", `2: a= of .dc is not supported, want source start stop step`},
	{".data t a b\n+ 1 2 3\n.enddata", `3: got 3 values in .data, want rows of the 2 names`},
	{"r1 1 0 1\n.dc r1:b 0 1 1", `3: .dc: parameter "b" of r1 is not supported`},
	{"r1 1 0 1\n.dc v1 0 1 1", `3: .dc: "v1" is no parameter, element or model`},
	{"r1 1 0 1\n.dc temp -300 1 1", `3: got temp=-300 in .dc, want it above -273.15`},
	{".if (x==1)\n.endif", `2: .if: parameter "x" is not defined`},
	{".if 1\nr1 1 0 1", `2: got .if without .endif after it`},
	{".elseif 1", `2: got .elseif without .if before it`},
	{".if 0\n.else\n.elseif 1\n.endif", `4: got .elseif after .else, want .endif`},
	{".if 0\n.control\n.endc\n.endif", `3: .control inside a condition that does not hold is not supported`},
	{".subckt s a\n.if 1\n.endif\n.ends", `3: .if inside .subckt is not supported`},
	{"z1 1 2 0 m temp=3\n.model m nmf", `2: parameter "temp" of z1 is not supported, want area, m or ic`},
	{".step r1 1 2 1", `2: .step: "r1" is no parameter, element or model`},
	{".lib a\nr1 1 0 1", `2: got .lib without .endl after it`},
	{".endl", `2: got .endl without .lib before it`},
	{".lib a b c", `2: got 3 words behind .lib, want .lib FILE SECTION`},
	{".subckt inv a", `2: got .subckt inv without .ends after it`},
	{".subckt inv a\n.ends foo", `3: got .ends foo, want .ends inv`},
	{".ends", `2: got .ends without .subckt before it`},
	{".subckt s a\n.ends\n.subckt s a\n.ends", `4: subcircuit "s" is already defined on x.cir:2`},
	{".subckt a 1\nx1 1 b\n.ends\n.subckt b 1\nx2 1 c\n.ends\n.subckt c 1\nx3 1 b\n.ends\nx1 1 a", `9: x3: subcircuit contains itself: b > c > b`},
	{".subckt a 1\nx1 1 a\n.ends\nx1 1 a", `3: x1: subcircuit contains itself: a > a`},
	{".subckt a 1\nr1 1 0 1\n.ends\nx1 1 a m=-1", `5: x1: got m=-1, want it above 0`},
	{".param", `2: got .param alone, want .param name=expression`},
	{".param a", `2: got "a", want name=expression`},
	{".param a=", `2: got the end of the line, want the value of "a"`},
	{".param a=1=2", `2: got "1", want the value of "a"`},
	{".param a=(=2", `2: got =, want the value of "a" first`},
	{".ic 1=2", `2: got "1", want v(node)=value`},
	{".tran 1n", `2: got the end of the line, want the stop time`},
	{".tran -1n 1n", `2: got step -1e-09 of .tran, want it from 0 up`},
	{".tran 1n -1n", `2: got stop time -1e-09 of .tran, want it above 0`},
	{".tran 1n 1u 1u", `2: got start time 1e-06 of .tran, want it from 0 to below the stop time 1e-06`},
	{".tran 1n 1u 0 1n uic 3", `2: got "3", want tstep tstop [tstart [tmax]] [uic]`},
	{".tran 1n 1u\n.tran 1n 1u", `3: got a second .tran, want one`},
	{".op 3", `2: got "3", want the end of the line after .op`},
	{".options method=rk4", `2: got method "rk4", want trap, gear or euler`},
	{".options reltol=0", `2: got reltol=0, want it above 0`},
	{".options reltol", `2: got option reltol alone, want reltol=value`},
	{".options itl1=1.5", `2: got itl1=1.5, want an integer in 1..1e+09`},
	{".options maxord=7", `2: got maxord=7, want an integer in 1..6`},
	{".temp -300", `2: got temp=-300, want it above -273.15`},
	{".lib foo.lib tt", `2: got file "foo.lib", but this netlist has no directory to read it from`},
	{".foo", `2: got ".foo", want a dot card of the subset: .model .subckt .ends .param .func .global .ic .nodeset .options .temp .op .dc .tran .save .print .include .lib .control .end`},
	{".control\nrun", `2: got .control without .endc after it`},
	{"r1 1 0 '2*x", "2: the expression '2*x has no end, want the quote ' that closes it"},
	{`.include "foo`, `2: the name "foo has no end, want the quote that closes it`},
	{`v1 1 0 pwl file="foo`, `2: the name "foo has no end, want the quote that closes it`},
	{"e1 1 0 table {v(2)} = (0,0) (1,1", `2: got the end of the line, want ) behind the last point of the table`},
	{"e1 1 0 table {v(2)} = (0,0) (1,1))", `2: got ) in the table without a ( before it`},
	{"v1 1 0 1\n.dc v1 0 1 1 v1 0 1 1", `3: source "v1" is swept twice in .dc, want different sources`},
	{"m1 1 2 0 0 n nf=2\n.model n nmos level=54 nf=1", `3: model "n" of m1 is not supported: level 54 is BSIM4`},
	{"m1 1 2 0 0 0 p l=1u\n.model p pmos level=10", `3: model "p" of m1 is not supported: level 10 is BSIM-SOI`},
	{"q1 1 2 0 n sw_et=1\n.model n npn level=11", `3: model "n" of q1 is not supported: level 11 is VBIC`},
	{"m1 1 2 0 0 n nf=2\nr1 1\n.model n nmos level=1", `2: parameter "nf" of m1 is not supported, want w, l, ad, as, pd, ps, nrd, nrs, m, ic, temp, dtemp or off`},
	{"m1 1 2 0 0 n l=1u\n.model n.2 nmos level=54\n.model n.1 nmos level=54 lmin=1u", `4: model "n.1" of m1 is not supported: level 54 is BSIM4`},
	{"m1 1 2 0 0 n l=1u\n.model n.1 nmos level=1 lmin=1u", `3: model "n.1" of m1 is not supported: models for ranges of sizes are left out`},
	{".endc", `2: got .endc without .control before it`},
	{".include foo", `2: got file "foo", but this netlist has no directory to read it from`},
	{"r1 1 0 1\x00", `2: got a NUL byte, want text`},
	{"=", `2: got "=", want an element or a dot card`},
}

func TestErrors(t *testing.T) {
	for _, c := range errorCases {
		n, err := Parse("x.cir", strings.NewReader("title\n"+c.text+"\n"))
		var e *SyntaxError
		if want := "x.cir:" + c.want; !errors.As(err, &e) || err.Error() != want || n != nil {
			t.Errorf("%q: got error\n\t%v, want\n\t%s", c.text, err, want)
		}
	}
	if _, err := Parse("x.cir", strings.NewReader("")); err == nil || err.Error() != "x.cir: got an empty file, want a title line" {
		t.Errorf("empty file: got error %v", err)
	}
	if _, err := Parse("x.cir", strings.NewReader("\x7fELF\x00\n.op\n")); err == nil || err.Error() != "x.cir:1: got a NUL byte, want text" {
		t.Errorf("binary file: got error %v", err)
	}
}

// TestLimits has inputs that are small and ask for much.
func TestLimits(t *testing.T) {
	bomb := &strings.Builder{} // 10^9 resistors
	bomb.WriteString("t\n.subckt s0 a\nr1 a 0 1\n.ends\n")
	chain := &strings.Builder{} // 150 levels
	chain.WriteString("t\n.subckt s0 a\nr1 a 0 1\n.ends\n")
	for k := 1; k <= 9; k++ {
		fmt.Fprintf(bomb, ".subckt s%d a\n", k)
		for i := range 10 {
			fmt.Fprintf(bomb, "x%d a s%d\n", i, k-1)
		}
		bomb.WriteString(".ends\n")
	}
	bomb.WriteString("x1 1 s9\n")
	for k := 1; k <= 150; k++ {
		fmt.Fprintf(chain, ".subckt s%d a\nx a s%d\n.ends\n", k, k-1)
	}
	chain.WriteString("x1 1 s150\n")
	params := &strings.Builder{}
	params.WriteString("t\n.param p0=1\n")
	for k := 1; k <= 2000; k++ {
		fmt.Fprintf(params, ".param p%d=p%d+1\n", k, k-1)
	}
	params.WriteString("r1 1 0 p2000\n")
	for _, c := range []struct{ text, want string }{
		{bomb.String(), "x.cir:79: expanded netlist takes more than 512 MiB, the limit for a text of 929 bytes"},
		{chain.String(), "x.cir:155: subcircuits nest deeper than 100 at s51"},
		{params.String(), `x.cir:2003: r1: parameters nest deeper than 1000 at "p1000"`},
		{"t\n" + strings.Repeat(".subckt s a\n", 200), "x.cir:102: definitions of subcircuits nest deeper than 100"},
		{"t\nr1 1 0 1\n" + strings.Repeat("+ m=1"+strings.Repeat(" m=1", 250)+"\n", 17000),
			"x.cir:16696: line has more than 16777216 bytes with its continuations"},
	} {
		_, err := Parse("x.cir", strings.NewReader(c.text))
		if err == nil || err.Error() != c.want {
			t.Errorf("%.20q: got error %v, want %s", c.text, err, c.want)
		}
	}
}

// files are the files that TestInclude reads.
var files = map[string]string{
	"dir/a.inc":     "r1 1 0 1k\n.include sub/b.inc\nr3 1 0 3k\n",
	"dir/sub/b.inc": "r2 1 0 {p}\n.end\nr9 1 0 9k\n",
	"dir/bad.inc":   "r1 1 0 1k\n\nr2 1 0\n",
	"dir/loop.inc":  "* a line\n.include loop.inc\n",
}

func readFiles(text string) (*Netlist, error) {
	rd := Reader{Open: func(path string) (io.ReadCloser, error) {
		if s, ok := files[strings.ReplaceAll(path, "\\", "/")]; ok {
			return io.NopCloser(strings.NewReader(s)), nil
		}
		return nil, fmt.Errorf("open %s: no such file", path)
	}}
	return rd.Parse("dir/main.cir", strings.NewReader(text))
}

func TestInclude(t *testing.T) {
	n, err := readFiles("title\n.param p=7\n.INCLUDE \"a.inc\"\nr4 1 0 4k\n")
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, e := range n.Elements {
		got += fmt.Sprintf("%s=%g %s:%d; ", e.Name, e.Value, n.Files[e.File], e.Line)
	}
	got = strings.ReplaceAll(got, "\\", "/")
	if want := "r1=1000 dir/a.inc:1; r2=7 dir/sub/b.inc:1; r3=3000 dir/a.inc:3; r4=4000 dir/main.cir:4; "; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for _, c := range []struct{ text, want string }{
		{"t\n.include bad.inc", "dir/bad.inc:3: r2 has no value, want r1 node node value"},
		{"t\n.include none.inc", "dir/main.cir:2: open dir/none.inc: no such file"},
		{"t\n.include", "dir/main.cir:2: got .include without a name, want .include FILE"},
		{"t\n.include loop.inc", "dir/loop.inc:2: included files nest deeper than 20: dir/loop.inc > dir/loop.inc > dir/loop.inc > loop.inc"},
	} {
		if _, err := readFiles(c.text); err == nil || strings.ReplaceAll(err.Error(), "\\", "/") != c.want {
			t.Errorf("%q: got error %v, want %s", c.text, err, c.want)
		}
	}
}

func TestParseFile(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("sub/Models.inc", ".model dm d is=1f\n")
	main := write("main.cir", "t\n.include 'sub/Models.inc'\nd1 1 0 dm\n")
	n, err := ParseFile(main)
	if err != nil || len(n.Elements) != 1 || n.Models[0].Param["is"] != 1e-15 || len(n.Files) != 2 || n.Files[0] != main {
		t.Errorf("got %+v, %v", n, err)
	}
	none := filepath.Join(dir, "none.cir")
	_, err = ParseFile(none)
	if !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), none+": ") {
		t.Errorf("got error %v, want one that the file does not exist", err)
	}
	_, err = ParseFile(write("bad.cir", "t\n.include none.inc\n"))
	if want := filepath.Join(dir, "bad.cir") + ":2: "; !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got error %v, want %s and that the file does not exist", err, want)
	}
	if _, err = ParseFile(dir); err == nil || !strings.HasPrefix(err.Error(), dir+": ") {
		t.Errorf("got error %v for a directory", err)
	}
}
