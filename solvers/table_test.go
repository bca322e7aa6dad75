package solvers

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// checkTable writes and reads a table, and looks up each symbol as the watching
// library does. Tables with too many different expressions cannot be written.
func checkTable(t interface{ Fatalf(string, ...any) }, table *Table) []byte {
	data, err := table.MarshalBinary()
	if err != nil {
		t.Fatalf("%v", err)
	}
	var again Table
	if err := again.UnmarshalBinary(data); err != nil {
		t.Fatalf("%v", err)
	}
	if !reflect.DeepEqual(again, *table) {
		t.Fatalf("read again:\n%+v, want\n%+v", again, *table)
	}
	return data
}

// The hash is the one of the gABI's extension by GNU: published values of names.
func TestSymbolHash(t *testing.T) {
	for name, want := range map[string]uint32{"": 0x1505, "printf": 0x156b2bb8, "exit": 0x7c967e3f, "syscall": 0xbac212a0, "flapenguin.me": 0x8ae9f18e} {
		if got := symbolHash(name); got != want {
			t.Errorf("%q: %#x, want %#x", name, got, want)
		}
	}
}

func TestTableOfLists(t *testing.T) {
	functions, err := Select("auto")
	if err != nil {
		t.Fatal(err)
	}
	data := checkTable(t, &Table{functions, Options{MatricesNumbers, [][2]uint64{{1, 1}, {100, 110}}, DefaultSample}})
	t.Logf("%d functions, %d bytes", len(functions), len(data))
	checkTable(t, &Table{})
}

func TestTableLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := &Table{}
		table.Matrices = Matrices(rapid.IntRange(0, 4).Draw(t, "matrices"))
		table.Sample = rapid.Uint64().Draw(t, "sample")
		for range rapid.IntRange(0, 2).Draw(t, "ranges") {
			first := rapid.Uint64Range(0, 1000).Draw(t, "first")
			table.Ranges = append(table.Ranges, [2]uint64{first, first + rapid.Uint64Range(0, 10).Draw(t, "more")})
		}
		for range rapid.IntRange(0, 40).Draw(t, "functions") {
			table.Functions = append(table.Functions, drawFunction(t))
		}
		checkTable(t, table)
	})
}

func drawFunction(t *rapid.T) Function {
	small := func(limit int, name string) uint8 { return uint8(rapid.IntRange(0, limit).Draw(t, name)) }
	f := Function{
		Symbol:  fmt.Sprint("s", small(30, "symbol")), // often the same
		Library: rapid.SampledFrom([]string{"", "klu", "SuperLU é"}).Draw(t, "library"),
		Soname:  rapid.SampledFrom([]string{"", "libklu.so.1*", "libklu.so"}).Draw(t, "soname"),
		Phase:   Phase(1 + small(15, "phase")), Layout: Layout(small(5, "layout")), Index: IndexType(small(2, "index")),
		Value: ValueType(small(5, "value")), Base: small(1, "base"), Stack: 200, Flags: Flags(small(15, "flags")),
		Expressions: map[Field]Expression{},
	}
	for range small(6, "fields") {
		field, _ := parseField(rapid.SampledFrom(knownFields()).Draw(t, "field"))
		e := drawTerm(t, field)
		for range small(2, "alternatives") {
			rest := e
			e = drawTerm(t, field)
			e.Otherwise, e.Guard = &rest, rapid.Bool().Draw(t, "guard")
		}
		f.Expressions[field] = e
	}
	return f
}

func drawTerm(t *rapid.T, field Field) Expression {
	small := func(limit int, name string) uint8 { return uint8(rapid.IntRange(0, limit).Draw(t, name)) }
	e := Expression{Base: BaseArgument, K: small(maxArgument-1, "k"), ZeroUnknown: rapid.Bool().Draw(t, "zero")}
	if field.after() {
		e.Base = Base(1 + small(4, "base"))
	}
	if e.Base == BaseConstant {
		e.Constant = rapid.Int32().Draw(t, "constant")
	} else {
		e.Scale = rapid.Int32().Draw(t, "scale")
	}
	for range small(maxSteps, "steps") {
		e.Steps = append(e.Steps, Step{rapid.Int32().Draw(t, "offset"), Load(1 + small(7, "load")), rapid.Bool().Draw(t, "narrow")})
	}
	for range small(maxMaps, "maps") {
		e.Maps = append(e.Maps, Map{rapid.Int16().Draw(t, "from"), rapid.Int16().Draw(t, "to")})
	}
	return e
}

func TestTableErrors(t *testing.T) {
	good := &Table{Functions: []Function{
		{Symbol: "a", Phase: PhaseFactor, Expressions: map[Field]Expression{FieldN: {Base: BaseArgument}}},
		{Symbol: "a", Phase: PhaseSolve, Expressions: map[Field]Expression{}},
	}}
	data := checkTable(t, good)
	const rows = 56
	for name, change := range map[string]func(b []byte) []byte{
		"want a header":              func(b []byte) []byte { return b[:55] },
		"begins with":                func(b []byte) []byte { b[0] = 'X'; return b },
		"fewer than the header says": func(b []byte) []byte { return b[:len(b)-1] },
		"follow the text":            func(b []byte) []byte { return append(b, 0) },
		"policy of matrices 5":       func(b []byte) []byte { b[24] = 5; return b },
		"want 0x2b606":               func(b []byte) []byte { b[rows+12] = 0; return b },
		"no text at offset":          func(b []byte) []byte { b[rows+3] = 1; return b },
		"is not a phase":             func(b []byte) []byte { b[rows+16] = 17; return b },
		"is expression 2 of 1":       func(b []byte) []byte { b[rows+24] = 2; return b },
		"field 46: unknown":          func(b []byte) []byte { b[rows+24+2*46] = 1; return b },
		"its alternative is":         func(b []byte) []byte { b[rows+2*128+56] = 1; return b },
		"unknown flags 0x4":          func(b []byte) []byte { b[rows+2*128+60] = 4; return b },
		"guards nothing":             func(b []byte) []byte { b[rows+2*128+60] = 2; return b },
		"9 steps and 0 maps":         func(b []byte) []byte { b[rows+2*128+2] = 9; return b },
		"unknown base 0":             func(b []byte) []byte { b[rows+2*128] = 0; return b },
	} {
		var table Table
		err := table.UnmarshalBinary(change(append([]byte(nil), data...)))
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("error %v, want %s", err, name)
		}
		if table.Functions != nil {
			t.Errorf("%s: the table was changed", name)
		}
	}
	for _, bad := range []*Table{
		{Functions: []Function{{Symbol: "a"}}},
		{Functions: []Function{{Phase: PhaseFactor}}},
		{Options: Options{Matrices: 7}},
		{Options: Options{Ranges: [][2]uint64{{2, 1}}}},
	} {
		if _, err := bad.MarshalBinary(); err == nil {
			t.Errorf("%+v was written", bad)
		}
	}
}

func FuzzTable(f *testing.F) {
	l, err := Parse("klu", strings.NewReader(everything))
	if err != nil {
		f.Fatal(err)
	}
	data, err := (&Table{l.Functions, Options{MatricesNumbers, [][2]uint64{{1, 2}}, 7}}).MarshalBinary()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		var table Table
		if table.UnmarshalBinary(data) == nil {
			checkTable(t, &table)
		}
	})
}
