package sparseio

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/nrkit/nrkit/sparsity"
)

// npyChunk is how many bytes of an array are converted at a time.
const npyChunk = 64 << 10

// each reads the elements of the array in r and calls take with some whole
// elements at a time, the first of which is element k.
func (h *npyHeader) each(r io.Reader, take func(b []byte, k int) error) error {
	buf := make([]byte, npyChunk/h.size*h.size)
	for k := 0; k < h.count; {
		n := min(len(buf)/h.size, h.count-k)
		b := buf[:n*h.size]
		if _, err := io.ReadFull(r, b); err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return err
		}
		if err := take(b, k); err != nil {
			return err
		}
		k += n
	}
	return nil
}

// integer returns a function that converts one element of an array of
// integers; ok is false for other types. An unsigned number beyond 63 bits
// comes out negative.
func (h *npyHeader) integer() (convert func(b []byte) int64, ok bool) {
	signed := h.kind == 'i'
	if !signed && h.kind != 'u' {
		return nil, false
	}
	switch h.size {
	case 1:
		if signed {
			return func(b []byte) int64 { return int64(int8(b[0])) }, true
		}
		return func(b []byte) int64 { return int64(b[0]) }, true
	case 2:
		if signed {
			return func(b []byte) int64 { return int64(int16(h.order.Uint16(b))) }, true
		}
		return func(b []byte) int64 { return int64(h.order.Uint16(b)) }, true
	case 4:
		if signed {
			return func(b []byte) int64 { return int64(int32(h.order.Uint32(b))) }, true
		}
		return func(b []byte) int64 { return int64(h.order.Uint32(b)) }, true
	case 8:
		return func(b []byte) int64 { return int64(h.order.Uint64(b)) }, true
	}
	return nil, false
}

// little reports whether the array has little-endian numbers of that kind and
// size, for which there are faster loops.
func (h *npyHeader) little(kind byte, size int) bool {
	return h.kind == kind && h.size == size && h.order == binary.ByteOrder(binary.LittleEndian)
}

// readIndices reads indices of rows or columns, which must be below limit.
func (h *npyHeader) readIndices(r io.Reader, limit int) ([]int32, error) {
	convert, ok := h.integer()
	if !ok {
		return nil, fmt.Errorf("want integers, got %s", h.typeName())
	}
	var x []int32
	err := h.each(r, func(b []byte, k int) error {
		x = grow(x, len(b)/h.size, h)
		begin := len(x)
		if h.little('i', 4) {
			for ; len(b) >= 4; b = b[4:] {
				x = append(x, int32(binary.LittleEndian.Uint32(b)))
			}
			for n, v := range x[begin:] {
				if uint32(v) >= uint32(limit) {
					return fmt.Errorf("element %d: want an index in 0..%d, got %d", k+n, limit-1, v)
				}
			}
			return nil
		}
		for ; len(b) > 0; b = b[h.size:] {
			v := convert(b)
			if v < 0 || v >= int64(limit) {
				return fmt.Errorf("element %d: want an index in 0..%d, got %d", k+len(x)-begin, limit-1, v)
			}
			x = append(x, int32(v))
		}
		return nil
	})
	return x, err
}

// readPointers reads n+1 pointers, which must ascend from 0.
func (h *npyHeader) readPointers(r io.Reader, n int) ([]int64, error) {
	convert, ok := h.integer()
	if !ok {
		return nil, fmt.Errorf("want integers, got %s", h.typeName())
	}
	if h.count != n+1 {
		return nil, fmt.Errorf("want %d pointers, one more than the shape says, got %d", n+1, h.count)
	}
	var x []int64
	last := int64(0)
	err := h.each(r, func(b []byte, _ int) error {
		x = grow(x, len(b)/h.size, h)
		plain := h.little('i', 4)
		for ; len(b) > 0; b = b[h.size:] {
			var v int64
			if plain {
				v = int64(int32(binary.LittleEndian.Uint32(b)))
			} else {
				v = convert(b)
			}
			switch {
			case len(x) == 0 && v != 0:
				return fmt.Errorf("want 0 as the first pointer, got %d", v)
			case v < last:
				return fmt.Errorf("element %d: want a pointer of at least %d, as the one before, got %d", len(x), last, v)
			}
			last = v
			x = append(x, v)
		}
		return nil
	})
	return x, err
}

// readShape reads a few integers.
func (h *npyHeader) readShape(r io.Reader) ([]int64, error) {
	convert, ok := h.integer()
	if !ok || h.count > 8 {
		return nil, fmt.Errorf("want two integers, got %d of %s", h.count, h.typeName())
	}
	var x []int64
	err := h.each(r, func(b []byte, _ int) error {
		for ; len(b) > 0; b = b[h.size:] {
			x = append(x, convert(b))
		}
		return nil
	})
	return x, err
}

// readText reads one string.
func (h *npyHeader) readText(r io.Reader) (string, error) {
	if h.count != 1 || h.kind != 'S' && h.kind != 'U' || h.size == 0 || h.size > 64 {
		return "", fmt.Errorf("want a short string, got %d of %s", h.count, h.typeName())
	}
	text := ""
	err := h.each(r, func(b []byte, _ int) error {
		for ; h.kind == 'U' && len(b) > 0; b = b[4:] {
			if c := h.order.Uint32(b); c != 0 {
				text += string(rune(c))
			}
		}
		if h.kind == 'S' {
			for len(b) > 0 && b[len(b)-1] == 0 {
				b = b[:len(b)-1]
			}
			text = string(b)
		}
		return nil
	})
	return text, err
}

// valueField returns the field of a matrix with such values.
func (h *npyHeader) valueField() (field string, err error) {
	switch {
	case h.kind == 'b' && h.size == 1:
		return "pattern", nil
	case h.kind == 'i' || h.kind == 'u':
		if _, ok := h.integer(); ok {
			return "integer", nil
		}
	case h.kind == 'f' && (h.size == 4 || h.size == 8):
		return "real", nil
	case h.kind == 'c' && (h.size == 8 || h.size == 16):
		return "complex", nil
	}
	return "", fmt.Errorf("values of type %s are not read", h.typeName())
}

// readValues reads the values into m.
func (h *npyHeader) readValues(r io.Reader, m *sparsity.Triplets) error {
	if h.kind == 'c' {
		m.Imag = []float64{}
	}
	m.Values = []float64{}
	integer, _ := h.integer()
	return h.each(r, func(b []byte, _ int) error {
		m.Values = grow(m.Values, len(b)/h.size, h)
		switch {
		case h.little('f', 8):
			for ; len(b) >= 8; b = b[8:] {
				m.Values = append(m.Values, math.Float64frombits(binary.LittleEndian.Uint64(b)))
			}
		case h.kind == 'f':
			for ; len(b) > 0; b = b[h.size:] {
				m.Values = append(m.Values, h.float(b[:h.size]))
			}
		case h.kind == 'c':
			m.Imag = grow(m.Imag, len(b)/h.size, h)
			for ; len(b) > 0; b = b[h.size:] {
				m.Values = append(m.Values, h.float(b[:h.size/2]))
				m.Imag = append(m.Imag, h.float(b[h.size/2:h.size]))
			}
		case h.kind == 'b':
			for _, c := range b {
				m.Values = append(m.Values, float64(min(c, 1)))
			}
		case h.kind == 'u' && h.size == 8:
			for ; len(b) > 0; b = b[8:] {
				m.Values = append(m.Values, float64(h.order.Uint64(b)))
			}
		default:
			for ; len(b) > 0; b = b[h.size:] {
				m.Values = append(m.Values, float64(integer(b)))
			}
		}
		return nil
	})
}

// float converts a number of 4 or 8 bytes.
func (h *npyHeader) float(b []byte) float64 {
	if len(b) == 4 {
		return float64(math.Float32frombits(h.order.Uint32(b)))
	}
	return math.Float64frombits(h.order.Uint64(b))
}

// npyExpansion is how many elements a byte of compressed data is trusted to
// hold: room for them is made at once.
const npyExpansion = 8

// grow makes room for n more elements in x: for all that the header promises
// where the size of the data makes that credible, else in proportion to the
// elements that have come.
func grow[T any](x []T, n int, h *npyHeader) []T {
	if cap(x)-len(x) >= n {
		return x
	}
	room := max(2*cap(x), len(x)+n, h.credible)
	y := make([]T, len(x), min(room, max(h.count, len(x)+n)))
	copy(y, x)
	return y
}
