package matrices

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
)

// A rawFile is a raw file as the library writes it, built naively.
type rawFile struct {
	words    [rawWords]uint64
	sections [sections][]byte
}

func (f *rawFile) bytes() []byte {
	f.words[0] = binary.LittleEndian.Uint64([]byte(rawMagic))
	for k, s := range f.sections {
		f.words[18+k] = uint64(len(s))
	}
	f.words[wordSize] = headerSize
	for _, s := range f.sections {
		f.words[wordSize] += uint64(len(s)+7) &^ 7
	}
	f.hash()
	var b []byte
	for _, w := range f.words {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	for _, s := range f.sections {
		b = append(b, s...)
		for len(b)%8 != 0 {
			b = append(b, 0)
		}
	}
	return b
}

// hash sets the hashes that are not 0 to the ones of the sections.
func (f *rawFile) hash() {
	width := int(4 * f.words[7])
	if f.words[6] == layoutDense {
		width = 0
	}
	if f.words[16] != 0 {
		f.words[16], _ = PatternHash(int64(f.words[13]), int64(f.words[12]), f.words[11]&flagRows != 0, width, f.words[23], f.sections[sectionAP], f.sections[sectionAI], f.sections[sectionAJ])
	}
	if f.words[17] != 0 {
		f.words[17], _ = ValuesHash(f.words[23], f.sections[sectionAX], f.sections[sectionAZ])
	}
}

// integers appends numbers to a section.
func (f *rawFile) integers(section int, wide bool, list ...int) {
	for _, v := range list {
		if wide {
			f.sections[section] = binary.LittleEndian.AppendUint64(f.sections[section], uint64(v))
		} else {
			f.sections[section] = binary.LittleEndian.AppendUint32(f.sections[section], uint32(v))
		}
	}
}

// value appends a value of the kind.
func (f *rawFile) value(kind int, v complex128) {
	ax, az := &f.sections[sectionAX], &f.sections[sectionAZ]
	wide := func(s *[]byte, x float64) { *s = binary.LittleEndian.AppendUint64(*s, math.Float64bits(x)) }
	narrow := func(s *[]byte, x float64) {
		*s = binary.LittleEndian.AppendUint32(*s, math.Float32bits(float32(x)))
	}
	switch kind {
	case valueF64:
		wide(ax, real(v))
	case valueC64:
		wide(ax, real(v))
		wide(ax, imag(v))
	case valueSplit:
		wide(ax, real(v))
		wide(az, imag(v))
	case valueF32:
		narrow(ax, real(v))
	case valueC32:
		narrow(ax, real(v))
		narrow(ax, imag(v))
	}
}

// A kind is one way to store a matrix.
type kind struct {
	layout, index, value, base, symmetry int
	transposed                           bool
}

// kinds are all ways.
func kinds() []kind {
	var list []kind
	for _, layout := range []int{layoutCompressed, layoutTriplets, layoutDense} {
		for _, index := range []int{index32, index64} {
			for value := valueNone; value <= valueC32; value++ {
				if layout == layoutDense && (value == valueNone || index == index64) {
					continue
				}
				for base := range 2 {
					for _, symmetry := range []int{general, lowerOnly, upperOnly, bothStored, eitherOne, hermitLower, hermitUpper} {
						list = append(list, kind{layout, index, value, base, symmetry, false}, kind{layout, index, value, base, symmetry, true})
					}
				}
			}
		}
	}
	return list
}

// An item is an entry as the program lists it.
type item struct {
	i, j int
	v    complex128
}

// random returns a matrix stored as k, with duplicates, and the dense matrix that the
// solver sees. Values are small integers, so that every order of a sum is exact.
func (k kind) random(rng *rand.Rand) (*rawFile, [][]complex128) {
	rows, cols := rng.IntN(9), rng.IntN(9)
	if k.symmetry != general {
		cols = rows
	}
	listed := map[[2]int]bool{}
	var items []item
	if rows*cols > 0 {
		for range rng.IntN(3 * rows * cols) {
			e := item{rng.IntN(rows), rng.IntN(cols), k.number(rng)}
			if e.i == e.j && (k.symmetry == hermitLower || k.symmetry == hermitUpper) {
				e.v = complex(real(e.v), 0)
			}
			if k.symmetry == eitherOne && listed[[2]int{e.j, e.i}] && e.i != e.j {
				continue
			}
			listed[[2]int{e.i, e.j}] = true
			items = append(items, e)
		}
	}
	f := &rawFile{}
	copy(f.words[1:], []uint64{7, 70, 12, 3, 0, uint64(k.layout), uint64(k.index), uint64(k.value), uint64(k.base), uint64(k.symmetry), 0,
		uint64(rows), uint64(cols), uint64(len(items)), 0, 0xabc, 0xdef})
	if k.transposed {
		f.words[11] = 2
	}
	switch k.layout {
	case layoutCompressed:
		items = k.compress(f, rows, cols, items)
	case layoutTriplets:
		for _, e := range items {
			i, j := e.i, e.j
			if k.transposed {
				i, j = j, i
			}
			f.integers(sectionAI, k.index == index64, i+k.base)
			f.integers(sectionAJ, k.index == index64, j+k.base)
			f.value(k.value, e.v)
		}
	case layoutDense:
		f.words[14] = 0
		items = k.fill(f, rows, cols, items)
	}
	return f, k.seen(rows, cols, items)
}

func (k kind) number(rng *rand.Rand) complex128 {
	v := complex(float64(rng.IntN(199)-99), 0)
	switch k.value {
	case valueNone:
		return 1
	case valueC64, valueSplit, valueC32:
		v += complex(0, float64(rng.IntN(199)-99))
	}
	return v
}

// compress stores the items by columns or rows, each in the order of the list.
func (k kind) compress(f *rawFile, rows, cols int, items []item) []item {
	major := cols
	if k.transposed {
		major = rows
	}
	n := 0
	f.integers(sectionAP, k.index == index64, k.base)
	for line := range major {
		for _, e := range items {
			at, other := e.j, e.i
			if k.transposed {
				at, other = e.i, e.j
			}
			if at == line {
				f.integers(sectionAI, k.index == index64, other+k.base)
				f.value(k.value, e.v)
				n++
			}
		}
		f.integers(sectionAP, k.index == index64, n+k.base)
	}
	return items
}

// fill stores the first item of each position.
func (k kind) fill(f *rawFile, rows, cols int, items []item) []item {
	have := map[[2]int]complex128{}
	var list []item
	for _, e := range items {
		if _, ok := have[[2]int{e.i, e.j}]; !ok {
			have[[2]int{e.i, e.j}] = e.v
			list = append(list, e)
		}
	}
	major, minor := cols, rows
	if k.transposed {
		major, minor = rows, cols
	}
	for a := range major {
		for b := range minor {
			at := [2]int{b, a}
			if k.transposed {
				at = [2]int{a, b}
			}
			f.value(k.value, have[at])
		}
	}
	return list
}

// seen returns the dense matrix that the solver sees.
func (k kind) seen(rows, cols int, items []item) [][]complex128 {
	a := make([][]complex128, rows)
	for i := range a {
		a[i] = make([]complex128, cols)
	}
	conj := func(v complex128) complex128 { return complex(real(v), -imag(v)) }
	mirror := func(v complex128) complex128 { return v }
	if k.symmetry == hermitLower || k.symmetry == hermitUpper {
		mirror = conj
	}
	for _, e := range items {
		switch k.symmetry {
		case general, bothStored:
			a[e.i][e.j] += e.v
			continue
		case eitherOne:
		case lowerOnly, hermitLower:
			if e.i < e.j && k.layout != layoutTriplets {
				continue
			}
		default:
			if e.i > e.j && k.layout != layoutTriplets {
				continue
			}
		}
		a[e.i][e.j] += e.v
		if e.i != e.j {
			a[e.j][e.i] += mirror(e.v)
		}
	}
	return a
}
