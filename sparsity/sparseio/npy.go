package sparseio

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// An npyArray is an array in NumPy's format, its elements still as bytes.
//
// Format: NumPy Enhancement Proposal 1, versions 1.0 to 3.0.
type npyArray struct {
	kind  byte // of an element: 'b' bool, 'i' 'u' integers, 'f' float, 'c' complex, 'S' bytes, 'U' text
	size  int  // bytes of an element; for U: of a character 4
	order binary.ByteOrder
	shape []int64
	count int64 // elements
	data  []byte
}

const npyMagic = "\x93NUMPY"

// The entries of the dictionary that matter. They are compiled when an array
// is read, so that a program that reads none does not wait for it.
const (
	npyDescr   = `'descr'\s*:\s*'([<>|=])([biufcSU])(\d{1,9})'`
	npyFortran = `'fortran_order'\s*:\s*(True|False)`
	npyShape   = `'shape'\s*:\s*\(([\d,\sL]*)\)`
)

// readNPY reads an array. The errors say what is wrong with it, not where it
// stands. Memory grows with the bytes that are there.
func readNPY(r io.Reader) (*npyArray, error) {
	header, err := readNPYHeader(r)
	if err != nil {
		return nil, err
	}
	a, err := parseNPYHeader(header)
	if err != nil {
		return nil, err
	}
	want := a.count * int64(a.size)
	a.data, err = io.ReadAll(io.LimitReader(r, want))
	if err != nil {
		return nil, err
	}
	if int64(len(a.data)) < want {
		return nil, fmt.Errorf("want %d bytes of data, got %d", want, len(a.data))
	}
	return a, nil
}

// readNPYHeader returns the dictionary of the header as text.
func readNPYHeader(r io.Reader) (string, error) {
	var start [len(npyMagic) + 2]byte
	if _, err := io.ReadFull(r, start[:]); err != nil || string(start[:len(npyMagic)]) != npyMagic {
		return "", fmt.Errorf("want a NumPy array")
	}
	var length [4]byte
	wide := 2
	switch version := start[len(npyMagic)]; version {
	case 1:
	case 2, 3:
		wide = 4
	default:
		return "", fmt.Errorf("want version 1 to 3 of the array format, got %d", version)
	}
	if _, err := io.ReadFull(r, length[:wide]); err != nil {
		return "", fmt.Errorf("the header of the array is cut short")
	}
	n := binary.LittleEndian.Uint32(length[:])
	if n > 1<<16 {
		return "", fmt.Errorf("want a header of at most %d bytes, got %d", 1<<16, n)
	}
	header := make([]byte, n)
	if _, err := io.ReadFull(r, header); err != nil {
		return "", fmt.Errorf("the header of the array is cut short")
	}
	return string(header), nil
}

// parseNPYHeader reads type and shape out of the dictionary.
func parseNPYHeader(header string) (*npyArray, error) {
	find := func(expr string) []string { return regexp.MustCompile(expr).FindStringSubmatch(header) }
	descr, fortran, shape := find(npyDescr), find(npyFortran), find(npyShape)
	if descr == nil || fortran == nil || shape == nil {
		return nil, fmt.Errorf("want a header with descr of a plain type, fortran_order and shape, got %.100q", header)
	}
	a := &npyArray{kind: descr[2][0], order: binary.LittleEndian, count: 1}
	if descr[1] == ">" {
		a.order = binary.BigEndian
	}
	a.size, _ = strconv.Atoi(descr[3]) // digits, by the expression
	if a.kind == 'U' {
		a.size *= 4
	}
	for _, word := range strings.Split(shape[1], ",") {
		word = strings.TrimRight(strings.TrimSpace(word), "L")
		if word == "" {
			continue
		}
		d, err := strconv.ParseInt(word, 10, 64)
		if err != nil || d > 0 && a.count > math.MaxInt32*int64(8)/d {
			return nil, fmt.Errorf("shape (%s) out of range", shape[1])
		}
		a.shape = append(a.shape, d)
		a.count *= d
	}
	if len(a.shape) > 1 && fortran[1] == "True" {
		return nil, fmt.Errorf("want an array in C order")
	}
	if a.size == 0 && a.count > 1 {
		return nil, fmt.Errorf("want elements of at least one byte")
	}
	return a, nil
}

// typeName returns the type as NumPy spells it, without the byte order.
func (a *npyArray) typeName() string {
	size := a.size
	if a.kind == 'U' {
		size /= 4
	}
	return string(a.kind) + strconv.Itoa(size)
}

// text returns a string or bytes scalar.
func (a *npyArray) text() (string, bool) {
	if a.count != 1 || a.kind != 'S' && a.kind != 'U' {
		return "", false
	}
	if a.kind == 'S' {
		return strings.TrimRight(string(a.data), "\x00"), true
	}
	var b strings.Builder
	for k := 0; k+4 <= len(a.data); k += 4 {
		if c := a.order.Uint32(a.data[k:]); c != 0 {
			b.WriteRune(rune(c))
		}
	}
	return b.String(), true
}

// integer returns element k of an array of integers.
func (a *npyArray) integer(k int) (int64, bool) {
	b := a.data[k*a.size:]
	switch a.typeName() {
	case "i1":
		return int64(int8(b[0])), true
	case "u1", "b1":
		return int64(b[0]), true
	case "i2":
		return int64(int16(a.order.Uint16(b))), true
	case "u2":
		return int64(a.order.Uint16(b)), true
	case "i4":
		return int64(int32(a.order.Uint32(b))), true
	case "u4":
		return int64(a.order.Uint32(b)), true
	case "i8":
		return int64(a.order.Uint64(b)), true
	case "u8":
		v := a.order.Uint64(b)
		return int64(v), v <= math.MaxInt64
	}
	return 0, false
}
