//go:build linux

package preload

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/solvers/matrices"
)

// columnsOf are random vectors: without gaps, and as arrays with ld values a column.
func columnsOf(rng *rand.Rand, value uint8, rows, columns, ld int) (plain, gaps [2][]byte) {
	var all, apart []complex128
	for j := range columns {
		for i := range ld {
			v := complex(float64(float32(rng.NormFloat64())), float64(float32(rng.NormFloat64())))
			if i < rows {
				all = append(all, v)
			}
			if i < rows || j+1 < columns { // nothing behind the last one
				apart = append(apart, v)
			}
		}
	}
	plain[0], plain[1] = numbers(value, all)
	gaps[0], gaps[1] = numbers(value, apart)
	return plain, gaps
}

// Right-hand sides and solutions of each type, with and without gaps, in arrays of their
// own and in one. The matrix has more rows than columns, so that it matters which is
// which, and the transpose solves the other way round.
func dataVectors(t *testing.T, program string) {
	rng := rand.New(rand.NewPCG(5, 6))
	fields := map[int]*expr{fN: arg(0), fRows: arg(1), fB: arg(2), fBZ: arg(3), fLDB: arg(4), fNRHS: arg(5), fX: arg(6), fXZ: arg(7), fLDX: arg(8), fTrans: arg(9)}
	for value := uint8(f64); value <= c32; value++ {
		for _, columns := range []int{1, 3} {
			for _, gap := range []int{0, 2} {
				for trans := range 3 {
					t.Run(fmt.Sprintf("%d/%d/%d/%d", value, columns, gap, trans), func(t *testing.T) {
						n, rows := 4, 6
						m := &image{}
						br, xr := rows, n
						if trans > 0 {
							br, xr = n, rows
						}
						b, bGaps := columnsOf(rng, value, br, columns, br+gap)
						x, xGaps := columnsOf(rng, value, xr, columns, xr+gap)
						bAt, xAt := place(m, [5][]byte{bGaps[0], bGaps[1]}), place(m, [5][]byte{make([]byte, len(xGaps[0])), xGaps[1]})
						made := m.put(xGaps[0])
						args := []uint64{uint64(n), uint64(rows), bAt[0], bAt[1], uint64(br + gap), uint64(columns), xAt[0], xAt[1], uint64(xr + gap), uint64(trans)}
						c := call{number: 1, args: args, to: xAt[0], from: made, size: uint64(len(xGaps[0]))}
						got := drive(t, program, table{policy: policyChanged, rows: []row{{phase: phaseSolve, value: value, fields: fields}}}, m, c)
						checkVector(t, got, "1-b", value, br, columns, b, []uint64{0, rawTrans, rawTrans | rawConjugate}[trans])
						checkVector(t, got, "1-x", value, xr, columns, x, []uint64{0, rawTrans, rawTrans | rawConjugate}[trans])
						hash, _ := matrices.ValuesHash(0, b[0], b[1])
						if p := got.payloads[0]; p[wordRHS] != hash || p.flags() != callSavedVectors || p[wordNRHS] != uint64(columns) || p[wordPhase] != phaseSolve<<56|bAt[0] {
							t.Errorf("got %x, want rhs %x", p, hash)
						}
					})
				}
			}
		}
	}
}

func checkVector(t *testing.T, got run, name string, value uint8, rows, columns int, want [2][]byte, flags uint64) {
	t.Helper()
	text, ok := got.files(t)[name]
	if !ok {
		t.Fatalf("no file %s", name)
	}
	raw := parseRaw(t, text)
	hash, _ := matrices.ValuesHash(0, want[0], want[1])
	what := uint64(1 + strings.Index("bx", name[len(name)-1:]))
	checkSections(t, raw, [5][]byte{3: want[0], 4: want[1]})
	checkWords(t, raw, map[int]uint64{5: what, 6: layoutDense, 7: 0, 8: uint64(value), 11: flags, 12: uint64(rows), 13: uint64(columns), 15: uint64(columns), 17: hash})
}

// A solution in the array of the right-hand side, and one that the function returns.
func dataSolutionPlaces(t *testing.T, program string) {
	m := &image{}
	b, x := []byte("bbbbbbbbBBBBBBBB"), []byte("xxxxxxxxXXXXXXXX")
	bAt, xAt := m.put(b), m.put(x)
	result := m.words(0, 0, 0, xAt)
	tab := table{policy: policyChanged, rows: []row{
		{phase: phaseSolve, value: f64, flags: flagOverwrites, fields: map[int]*expr{fN: arg(0), fB: arg(1)}},
		{phase: phaseSolve, value: f64, fields: map[int]*expr{fN: arg(0), fB: arg(1), fX: {base: baseReturn, steps: []step{{24, loadU64}}}}},
	}}
	got := drive(t, program, tab, m,
		call{number: 2, row: 1, args: []uint64{2, bAt}, ret: result},
		call{number: 1, args: []uint64{2, bAt}, to: bAt, from: xAt, size: 16})
	for _, number := range []string{"1", "2"} {
		flags := uint64(rawOverwritten)
		if number == "2" {
			flags = 0
		}
		checkVector(t, got, number+"-b", f64, 2, 1, [2][]byte{b}, 0)
		checkVector(t, got, number+"-x", f64, 2, 1, [2][]byte{x}, flags)
	}
}

// A call with no right-hand side, as those that only factor are: nothing is saved.
func dataNoVectors(t *testing.T, program string) {
	m := &image{}
	tab := table{policy: policyChanged, rows: []row{{phase: phaseFactorSolve, value: f64, flags: flagOverwrites, fields: map[int]*expr{fN: arg(0), fB: arg(1), fNRHS: arg(2)}}}}
	got := drive(t, program, tab, m, call{number: 1, args: []uint64{2, m.words(1, 2), 0}}, call{number: 2, args: []uint64{0, m.words(1, 2), 1}})
	if files := got.files(t); len(files) != 0 {
		t.Errorf("%d files", len(files))
	}
	for k, p := range got.payloads {
		if p[wordRHS] != 0 || p.flags() != 0 {
			t.Errorf("call %d: got %x", k+1, p)
		}
	}
}

// What each policy saves of one series of calls.
func dataPolicies(t *testing.T, program string) {
	m := &image{}
	ap, ai := m.put(indices(i32, 0, []int{0, 1, 2})), m.put(indices(i32, 0, []int{0, 1}))
	ai2 := m.put(indices(i32, 0, []int{1, 0}))
	ax, ax2 := m.words(1, 2), m.words(1, 3)
	b := m.words(5, 6)
	matrix := func(phase uint8, more map[int]*expr) row {
		fields := map[int]*expr{fN: number(2), fAp: arg(0), fAi: arg(1), fAx: arg(2)}
		maps.Copy(fields, more)
		return row{phase: phase, layout: layoutCompressed, index: i32, value: f64, fields: fields}
	}
	tab := table{rows: []row{
		matrix(phaseAnalyze, nil), matrix(phaseFactor, nil), matrix(phaseRefactor, nil),
		{phase: phaseSolve, value: f64, flags: flagOverwrites, fields: map[int]*expr{fN: number(2), fB: arg(0)}},
		matrix(phaseFactorSolve, map[int]*expr{fB: arg(3), fX: arg(3)}),
	}}
	calls := []call{
		{row: 0, args: []uint64{ap, ai, 0}},
		{row: 1, args: []uint64{ap, ai, ax}},
		{row: 2, args: []uint64{ap, ai, ax}},
		{row: 2, args: []uint64{ap, ai, ax2}},
		{row: 3, args: []uint64{b}},
		{row: 0, args: []uint64{ap, ai2, 0}},
		{row: 4, args: []uint64{ap, ai2, ax, b}},
		{row: 2, args: []uint64{ap, ai, ax}},
		{row: 4, args: []uint64{ap, ai, ax, b}, nested: true},
	}
	for k := range calls {
		calls[k].number = uint64(k + 1)
	}
	for _, c := range []struct {
		policy uint32
		ranges [][2]uint64
		want   string
	}{
		{policyNone, nil, ""},
		{policyPatterns, nil, "1-A 2-A 6-A 7-A"},
		{policyChanged, nil, "1-A 2-A 4-A 5-b 5-x 6-A 7-A 7-b 7-x"},
		{policyAll, nil, "2-A 3-A 4-A 5-b 5-x 7-A 7-b 7-x 8-A"},
		{policyNumbers, [][2]uint64{{3, 3}, {5, 6}, {100, 200}}, "3-A 5-b 5-x 6-A"},
	} {
		tab.policy, tab.ranges = c.policy, c.ranges
		got := drive(t, program, tab, m, calls...)
		if names := strings.Join(slices.Sorted(maps.Keys(got.files(t))), " "); names != c.want {
			t.Errorf("policy %d: got %s, want %s", c.policy, names, c.want)
		}
		for k, p := range got.payloads {
			if want := c.policy != policyNone && strings.Contains(c.want, fmt.Sprintf("%d-A", k+1)); want != (p.flags()&callSavedMatrix != 0) {
				t.Errorf("policy %d, call %d: flags %d", c.policy, k+1, p.flags())
			}
			if nested := k == 8; nested != (p[wordPattern] == 0 && k != 4) || p[wordMatrix] == 0 && k > 0 && k < 4 {
				t.Errorf("policy %d, call %d: got %x", c.policy, k+1, p)
			}
		}
	}
}
