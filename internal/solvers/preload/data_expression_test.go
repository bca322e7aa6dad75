//go:build linux

package preload

import (
	"math"
	"testing"
)

// The registers that a test passes: a0 is a pointer, to a structure with one number of
// each type.
func expressionImage() (*image, []uint64) {
	m := &image{}
	inner := m.words(77, math.Float64bits(2.75))
	b := make([]byte, 64)
	minus := int64(-5)
	le.PutUint32(b[0:], uint32(minus)) // i32
	le.PutUint64(b[8:], uint64(minus)) // i64
	le.PutUint32(b[16:], 0xfffffffb)   // u32
	le.PutUint64(b[24:], inner)        // pointer
	b[32] = 0xfb                       // u8
	le.PutUint64(b[40:], math.Float64bits(-1e300))
	le.PutUint32(b[48:], math.Float32bits(0x1p-140)) // a float without leading 1
	le.PutUint16(b[52:], uint16(minus))
	return m, []uint64{m.put(b), 0xdeadbeef_fffffffe, 0, 3, 4, 5, 6, 0xabc_00000007}
}

func scaled(e *expr, by int32) *expr {
	e.constant = by
	return e
}

// either is e, or other where e is unknown.
func either(e, other *expr) *expr {
	e.otherwise = other
	return e
}

// guard is other where e is known.
func guard(e, other *expr) *expr {
	e.otherwise, e.flags = other, 2
	return e
}

func mapped(e *expr, maps ...[2]int16) *expr {
	e.maps = maps
	return e
}

func zeroUnknown(e *expr) *expr {
	e.flags = 1
	return e
}

// Integers: field 14, the selector, is the value of each expression.
func dataIntegers(t *testing.T, program string) {
	cases := []struct {
		name string
		e    *expr
		want int64
	}{
		{"register", arg(3), 3},
		{"stack", arg(7, step{0, loadI32 | narrow}), 7},
		{"narrow", arg(1, step{0, loadI32 | narrow}), -2},
		{"narrow unsigned", arg(1, step{0, loadU32 | narrow}), 0xfffffffe},
		{"i32", arg(0, step{0, loadI32}), -5},
		{"i64", arg(0, step{8, loadI64}), -5},
		{"u32", arg(0, step{16, loadU32}), 0xfffffffb},
		{"u8", arg(0, step{32, loadU8}), 0xfb},
		{"i16", arg(0, step{52, loadI16}), -5},
		{"two loads", arg(0, step{24, loadU64}, step{0, loadI32}), 77},
		{"three loads", arg(0, step{24, loadU64}, step{8, loadF64}), 2},
		{"null", arg(2, step{8, loadI32}), unknownInteger},
		{"small pointer", arg(4, step{0, loadI32}), unknownInteger},
		{"not mapped", arg(1, step{0, loadI32}), unknownInteger},
		{"a number as pointer", arg(0, step{8, loadI64}, step{0, loadI64}), unknownInteger},
		{"a double as pointer", arg(0, step{40, loadF64}, step{0, loadI64}), unknownInteger},
		{"too large", arg(0, step{40, loadF64}), unknownInteger},
		{"constant", number(-9), -9},
		{"return before", &expr{base: baseReturn}, unknownInteger},
		{"mapped", mapped(arg(3), [2]int16{4, 1}, [2]int16{3, -8}), -8},
		{"not in maps", mapped(arg(5), [2]int16{4, 1}, [2]int16{3, -8}), unknownInteger},
		{"constant mapped", mapped(number(1), [2]int16{1, 2}), 2},
		{"otherwise", either(arg(2, step{0, loadI32}), arg(5)), 5},
		{"first of two", either(arg(3), arg(5)), 3},
		{"third", either(arg(2, step{0, loadI32}), either(mapped(arg(3), [2]int16{1, 1}), arg(6))), 6},
		{"zero", arg(2), 0},
		{"zero is unknown", zeroUnknown(arg(2)), unknownInteger},
		{"zero is unknown, not", zeroUnknown(arg(3)), 3},
		{"scaled", scaled(arg(3), -1000), -3000},
		{"scaled by 0 and 1", either(scaled(arg(2, step{0, loadI32}), 0), scaled(arg(3), 1)), 3},
		{"guarded", guard(mapped(arg(3), [2]int16{3, 0}), arg(5)), 5},
		{"guard is unknown", guard(mapped(arg(3), [2]int16{4, 0}), arg(5)), unknownInteger},
		{"guard of alternatives", guard(arg(3), either(arg(2, step{0, loadI32}), arg(6))), 6},
		{"bad base", &expr{base: 9}, unknownInteger},
		{"bad type", arg(0, step{0, 9}), unknownInteger},
	}
	var tab table
	var calls []call
	m, args := expressionImage()
	for k, c := range cases {
		tab.rows = append(tab.rows, row{fields: map[int]*expr{fSelector: c.e}})
		calls = append(calls, call{row: uint64(k), args: args})
	}
	for k, p := range drive(t, program, tab, m, calls...).payloads {
		if got := int64(p[wordSelector]); got != cases[k].want {
			t.Errorf("%s: got %d, want %d", cases[k].name, got, cases[k].want)
		}
	}
}

// Numbers that are said: fields 28 to 35, after the call, with what it returned.
func dataNumbers(t *testing.T, program string) {
	nan := math.NaN()
	cases := []struct {
		name  string
		field int
		e     *expr
		want  float64
	}{
		{"f64", fRcond, arg(0, step{24, loadU64}, step{8, loadF64}), 2.75},
		{"f32", fRcond, arg(0, step{48, loadF32}), 0x1p-140},
		{"negative", fRcond, arg(0, step{40, loadF64}), nan},
		{"integer", fFlops, arg(0, step{16, loadU32}), 0xfffffffb},
		{"negative integer", fPivots, arg(0, step{0, loadI32}), nan},
		{"millions", fLNZ, arg(0, step{0, loadI32}), 5e6},
		{"millions", fUNZ, arg(0, step{8, loadI64}), 5e6},
		{"float argument", fMemory, &expr{base: baseFloat, k: 2}, 0.1},
		{"float return", fRgrowth, &expr{base: baseFloatReturn}, 1e-3},
		{"return", fIterations, &expr{base: baseReturn}, 1 << 53},
		{"return narrowed", fIterations, &expr{base: baseReturn, steps: []step{{0, loadI32 | narrow}}}, 1},
		{"scaled", fMemory, scaled(arg(3), 1000000), 3e6},
		{"scaled double", fMemory, scaled(arg(0, step{24, loadU64}, step{8, loadF64}), 16), 32},
		{"unknown", fFlops, arg(2, step{0, loadF64}), nan},
		{"no such float", fFlops, &expr{base: baseFloat, k: 8}, nan},
	}
	var tab table
	var calls []call
	m, args := expressionImage()
	for k, c := range cases {
		tab.rows = append(tab.rows, row{fields: map[int]*expr{c.field: c.e}})
		returned := uint64(1 << 53)
		if c.name == "return narrowed" {
			returned++
		}
		calls = append(calls, call{row: uint64(k), args: args, floats: []float64{7, 8, 0.1}, ret: returned, fret: 1e-3})
	}
	for k, p := range drive(t, program, tab, m, calls...).payloads {
		for f := fLNZ; f <= fIterations; f++ {
			want := nan
			if f == cases[k].field {
				want = cases[k].want
			}
			if got := p.f64(wordLNZ + f - fLNZ); got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("%s: field %d: got %g, want %g", cases[k].name, f, got, want)
			}
		}
	}
}

// Integers as doubles are rounded as Go rounds them, and floats are widened as Go does.
func dataRounding(t *testing.T, program string) {
	tab := table{rows: []row{{fields: map[int]*expr{fFlops: arg(0), fRcond: arg(1, step{0, loadF32 | narrow})}}}}
	var calls []call
	numbers := []int64{0, 1, 2, 3, 1<<53 - 1, 1 << 53, 1<<53 + 1, 1<<53 + 2, 1<<53 + 3, 1<<54 + 2, 1<<54 + 6, 1<<60 - 1, math.MaxInt64, math.MaxInt64 - 511, math.MaxInt64 - 512, math.MaxInt64 - 513}
	floats := []float32{0, 1, 1.5, math.MaxFloat32, math.SmallestNonzeroFloat32, 0x1p-126, 0x1p-127, 0x1.8p-130, 3e-39, float32(math.Inf(1))}
	for k, n := range numbers {
		calls = append(calls, call{args: []uint64{uint64(n), uint64(math.Float32bits(floats[k%len(floats)]))}})
	}
	for k, p := range drive(t, program, tab, &image{}, calls...).payloads {
		if got, want := p.f64(wordFlops), float64(numbers[k]); got != want {
			t.Errorf("%d: got %g, want %g", numbers[k], got, want)
		}
		if got, want := p.f64(wordRCond), float64(floats[k%len(floats)]); got != want {
			t.Errorf("got %g, want %g", got, want)
		}
	}
}

// One pointer in all objects of a function whose phase depends on the call: only what
// the phase means is said.
func dataPhaseOfCall(t *testing.T, program string) {
	self := arg(1)
	phase := mapped(arg(0), [2]int16{1, phaseAnalyze}, [2]int16{2, phaseFactor}, [2]int16{3, phaseSolve}, [2]int16{6, phaseAll})
	said := number(12)
	tab := table{rows: []row{{phase: phaseFree, fields: map[int]*expr{fPhase: phase, fMakesAnalysis: self, fMakesFactor: self,
		fUsesAnalysis: self, fUsesFactor: self, fFrees: self, fB: arg(2), fLNZ: said, fIterations: said}}}}
	var calls []call
	jobs := []uint64{1, 2, 3, 6, 9}
	for _, job := range jobs {
		calls = append(calls, call{args: []uint64{job, 0x7000, 0xab00000000012345}})
	}
	want := []struct {
		phase   uint64
		objects [5]uint64 // makes, makes, uses, uses, frees
		lnz     bool
	}{
		{phaseAnalyze, [5]uint64{0x7000, 0, 0, 0, 0}, true},
		{phaseFactor, [5]uint64{0, 0x7000, 0x7000, 0, 0}, true},
		{phaseSolve, [5]uint64{0, 0, 0, 0x7000, 0}, false},
		{phaseAll, [5]uint64{0x7000, 0x7000, 0, 0, 0}, true},
		{phaseFree, [5]uint64{0, 0, 0, 0, 0x7000}, false},
	}
	for k, p := range drive(t, program, tab, &image{}, calls...).payloads {
		if p[wordPhase] != want[k].phase<<56|0x12345 || p.objects() != want[k].objects || math.IsNaN(p.f64(wordLNZ)) == want[k].lnz || p.f64(wordIterations) != 12 {
			t.Errorf("job %d: got %x, want %+v", jobs[k], p, want[k])
		}
	}
}
