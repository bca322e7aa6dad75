//go:build linux

package preload

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/nrkit/nrkit/internal/solvers/matrices"
)

// A sparse matrix of a test, by columns (rows, if byRows).
type sparse struct {
	rows, n int
	columns [][]int
	values  [][]complex128
}

func randomSparse(rng *rand.Rand, rows, n int) sparse {
	s := sparse{rows: rows, n: n, columns: make([][]int, n), values: make([][]complex128, n)}
	for j := range n {
		for i := range rows {
			if rng.Float64() < 0.4 {
				s.columns[j] = append(s.columns[j], i)
				s.values[j] = append(s.values[j], complex(float64(float32(rng.NormFloat64())), float64(float32(rng.NormFloat64()))))
			}
		}
	}
	return s
}

// indices returns a list as bytes of an index type, counted from base.
func indices(kind, base uint8, list []int) []byte {
	var b []byte
	for _, i := range list {
		if kind == i64 {
			b = le.AppendUint64(b, uint64(i+int(base)))
		} else {
			b = le.AppendUint32(b, uint32(i+int(base)))
		}
	}
	return b
}

// numbers are values of a type: what is in ax, and in az.
func numbers(kind uint8, list []complex128) (ax, az []byte) {
	for _, v := range list {
		switch kind {
		case f64, split:
			ax = le.AppendUint64(ax, math.Float64bits(real(v)))
		case c64:
			ax = le.AppendUint64(le.AppendUint64(ax, math.Float64bits(real(v))), math.Float64bits(imag(v)))
		case f32:
			ax = le.AppendUint32(ax, math.Float32bits(float32(real(v))))
		case c32:
			ax = le.AppendUint32(le.AppendUint32(ax, math.Float32bits(float32(real(v)))), math.Float32bits(float32(imag(v))))
		}
		if kind == split {
			az = le.AppendUint64(az, math.Float64bits(imag(v)))
		}
	}
	return ax, az
}

// compact returns the sections of compressed columns.
func (s sparse) compact(index, value, base uint8) [5][]byte {
	at, begins, all, values := 0, []int{0}, []int(nil), []complex128(nil)
	for j := range s.columns {
		at += len(s.columns[j])
		begins, all, values = append(begins, at), append(all, s.columns[j]...), append(values, s.values[j]...)
	}
	ax, az := numbers(value, values)
	return [5][]byte{indices(index, base, begins), indices(index, base, all), nil, ax, az}
}

// A raw file, taken apart.
type rawFile struct {
	words    [32]uint64
	sections [5][]byte
}

func parseRaw(t *testing.T, text []byte) rawFile {
	t.Helper()
	var r rawFile
	if len(text) < 256 || string(text[:8]) != "NRmatrx1" || le.Uint64(text[24*8:]) != uint64(len(text)) {
		t.Fatalf("no raw file: %d bytes", len(text))
	}
	for k := range r.words {
		r.words[k] = le.Uint64(text[8*k:])
	}
	rest := text[256:]
	for k := range r.sections {
		size := r.words[18+k]
		r.sections[k] = rest[:size]
		rest = rest[(size+7)/8*8:]
	}
	if len(rest) != 0 {
		t.Fatalf("%d bytes behind the sections", len(rest))
	}
	return r
}

func checkSections(t *testing.T, got rawFile, want [5][]byte) {
	t.Helper()
	for k := range want {
		if !bytes.Equal(got.sections[k], want[k]) {
			t.Errorf("section %d: got %x, want %x", k, got.sections[k], want[k])
		}
	}
}

func checkWords(t *testing.T, got rawFile, want map[int]uint64) {
	t.Helper()
	for k, w := range want {
		if got.words[k] != w {
			t.Errorf("word %d: got %#x, want %#x", k, got.words[k], w)
		}
	}
}

var arrays = map[int]*expr{fN: arg(0, step{0, loadI32 | narrow}), fRows: arg(1, step{0, loadI32 | narrow}), fAp: arg(2), fAi: arg(3), fAx: arg(4), fAz: arg(5), fAend: arg(6), fAj: arg(7), fNNZ: arg(8)}

// layoutCase is how a form of the arrays is made of a matrix.
type layoutCase struct {
	name  string
	row   row
	place func(m *image, s sparse, index, value, base uint8) (args []uint64, saved [5][]byte)
}

func place(m *image, sections [5][]byte) (at [5]uint64) {
	for k, s := range sections {
		if len(s) > 0 {
			at[k] = m.put(s)
		}
	}
	return at
}

// gaps places columns with gaps between them; with count the ends are counts.
func gaps(count bool) func(m *image, s sparse, index, value, base uint8) ([]uint64, [5][]byte) {
	return func(m *image, s sparse, index, value, base uint8) ([]uint64, [5][]byte) {
		var begins, ends, all []int
		var values []complex128
		for j := range s.columns {
			all, values = append(all, 1<<20), append(values, complex(math.NaN(), 9)) // a gap
			begins = append(begins, len(all))
			all, values = append(all, s.columns[j]...), append(values, s.values[j]...)
			ends = append(ends, len(all))
			if count {
				ends[j] -= begins[j] + int(base)
			}
		}
		ax, az := numbers(value, values)
		at := place(m, [5][]byte{indices(index, base, begins), indices(index, base, all), indices(index, base, ends), ax, az})
		return []uint64{uint64(s.n), uint64(s.rows), at[0], at[1], at[3], at[4], at[2]}, s.compact(index, value, base)
	}
}

// shuffled places columns in another order than the one of the matrix.
func shuffled(m *image, s sparse, index, value, base uint8) ([]uint64, [5][]byte) {
	order := rand.New(rand.NewPCG(3, uint64(s.n))).Perm(s.n)
	moved := sparse{rows: s.rows, n: s.n, columns: make([][]int, s.n), values: make([][]complex128, s.n)}
	for j, to := range order {
		moved.columns[to], moved.values[to] = s.columns[j], s.values[j]
	}
	args, _ := gaps(false)(m, moved, index, value, base)
	return append(args, 0, 0, m.put(indices(index, 0, order))), s.compact(index, value, base)
}

func layoutCases() []layoutCase {
	ordered := map[int]*expr{fOrder: arg(9)}
	for f, e := range arrays {
		ordered[f] = e
	}
	counted := map[int]*expr{fAendIsCount: number(1)}
	for f, e := range arrays {
		counted[f] = e
	}
	return []layoutCase{
		{"compressed", row{layout: layoutCompressed}, func(m *image, s sparse, index, value, base uint8) ([]uint64, [5][]byte) {
			c := s.compact(index, value, base)
			at := place(m, c)
			return []uint64{uint64(s.n) | 7<<40, uint64(s.rows), at[0], at[1], at[3], at[4]}, c
		}},
		{"begin-end", row{layout: layoutBeginEnd}, gaps(false)},
		{"order", row{layout: layoutBeginEnd, fields: ordered}, shuffled},
		{"counts", row{layout: layoutCompressed, fields: counted}, gaps(true)},
		{"triplets", row{layout: layoutTriplets}, func(m *image, s sparse, index, value, base uint8) ([]uint64, [5][]byte) {
			c := s.compact(index, value, base)
			var columns []int
			for j := range s.columns {
				for range s.columns[j] {
					columns = append(columns, j)
				}
			}
			c[0], c[2] = nil, indices(index, base, columns)
			at := place(m, c)
			return []uint64{uint64(s.n), uint64(s.rows), 0, at[1], at[3], at[4], 0, at[2], uint64(len(columns))}, c
		}},
	}
}

// Each layout, type of indices and type of values, with both bases: what is saved are
// the arrays without gaps, and the hashes are those that Go computes of them.
func dataLayouts(t *testing.T, program string) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, lc := range layoutCases() {
		for index := uint8(i32); index <= i64; index++ {
			for value := uint8(noValues); value <= c32; value++ {
				for base := range uint8(2) {
					t.Run(fmt.Sprintf("%s/%d/%d/%d", lc.name, index, value, base), func(t *testing.T) {
						r := lc.row
						r.phase, r.index, r.value, r.base = phaseFactor, index, value, base
						if r.fields == nil {
							r.fields = arrays
						}
						m := &image{}
						s := randomSparse(rng, 3+rng.IntN(9), 2+rng.IntN(9))
						args, saved := lc.place(m, s, index, value, base)
						got := drive(t, program, table{policy: policyChanged, rows: []row{r}}, m,
							call{number: 5, args: args}, call{number: 6, args: args})
						checkLayout(t, got, s, r, saved)
					})
				}
			}
		}
	}
}

func checkLayout(t *testing.T, got run, s sparse, r row, saved [5][]byte) {
	t.Helper()
	files := got.files(t)
	if len(files) != 1 {
		t.Fatalf("%d files, want 1: the second call has the same matrix", len(files))
	}
	raw := parseRaw(t, files["5-A"])
	width := int(4 * r.index)
	pattern, _ := matrices.PatternHash(int64(s.n), int64(s.rows), false, width, 0, saved[0], saved[1], saved[2])
	values, _ := matrices.ValuesHash(0, saved[3], saved[4])
	if r.value == noValues {
		values = 0
	}
	checkSections(t, raw, saved)
	nnz := uint64(len(saved[1]) / width)
	layout := uint64(layoutCompressed)
	if r.layout == layoutTriplets {
		layout = layoutTriplets
	}
	checkWords(t, raw, map[int]uint64{3: 5, 4: 0, 5: 0, 6: layout, 7: uint64(r.index), 8: uint64(r.value), 9: uint64(r.base), 11: 0,
		12: uint64(s.rows), 13: uint64(s.n), 14: nnz, 16: pattern, 17: values})
	for k, p := range got.payloads {
		want := uint32(callSavedMatrix)
		if k == 1 {
			want = 0
		}
		if p.flags() != want || p[wordN] != uint64(s.n) || p[wordRows] != uint64(s.rows) || p[wordNNZ] != nnz || p[wordPattern] != pattern || p[wordValues] != values {
			t.Errorf("call %d: got %x, want n %d, rows %d, nnz %d, pattern %x, values %x", k, p, s.n, s.rows, nnz, pattern, values)
		}
	}
}

// Dense matrices by columns and by rows, with and without gaps.
func dataDense(t *testing.T, program string) {
	rng := rand.New(rand.NewPCG(9, 10))
	for value := uint8(f64); value <= c32; value++ {
		for _, gap := range []int{0, 3} {
			for byRows := range 2 {
				rows, n := 3, 5
				minor, major := rows, n
				if byRows == 1 {
					minor, major = n, rows
				}
				m := &image{}
				plain, gaps := columnsOf(rng, value, minor, major, minor+gap)
				at := place(m, [5][]byte{gaps[0], gaps[1]})
				fields := map[int]*expr{fN: number(5), fRows: number(3), fAx: arg(0), fAz: arg(1), fLD: arg(2), fTransposed: arg(3)}
				got := drive(t, program, table{policy: policyChanged, rows: []row{{phase: phaseFactor, layout: layoutDense, value: value, fields: fields}}}, m,
					call{number: 1, args: []uint64{at[0], at[1], uint64(minor + gap), uint64(byRows)}})
				raw := parseRaw(t, got.files(t)["1-A"])
				pattern, _ := matrices.PatternHash(int64(n), int64(rows), byRows == 1, 0, 0)
				values, _ := matrices.ValuesHash(0, plain[0], plain[1])
				checkSections(t, raw, [5][]byte{3: plain[0], 4: plain[1]})
				checkWords(t, raw, map[int]uint64{6: layoutDense, 7: 0, 8: uint64(value), 11: rawByRows * uint64(byRows), 12: 3, 13: 5, 14: 15, 16: pattern, 17: values})
				if p := got.payloads[0]; p[wordNNZ] != 15 || p[wordPattern] != pattern || p[wordValues] != values {
					t.Errorf("type %d, gap %d, by rows %d: got %x", value, gap, byRows, p)
				}
			}
		}
	}
}
