package sparseio

import (
	"encoding/binary"
	"fmt"
	"math"
)

// integers returns the elements of a one-dimensional array of integers from 0
// to limit.
func (a *npyArray) integers(limit int64) ([]int32, error) {
	if len(a.shape) != 1 || a.kind != 'i' && a.kind != 'u' || a.size > 8 {
		return nil, fmt.Errorf("want a one-dimensional array of integers, got type %s with %d dimensions", a.typeName(), len(a.shape))
	}
	x := make([]int32, a.count)
	if a.size == 4 && a.order == binary.ByteOrder(binary.LittleEndian) {
		for k := range x { // what SciPy writes unless the matrix is huge
			v := int64(int32(binary.LittleEndian.Uint32(a.data[4*k:])))
			if v < 0 || v > limit {
				return nil, outOfRange(k, limit, v)
			}
			x[k] = int32(v)
		}
		return x, nil
	}
	for k := range x {
		v, ok := a.integer(k)
		if !ok || v < 0 || v > limit {
			return nil, outOfRange(k, limit, v)
		}
		x[k] = int32(v)
	}
	return x, nil
}

func outOfRange(k int, limit, got int64) error {
	return fmt.Errorf("element %d: want 0..%d, got %d", k, limit, got)
}

// numbers returns the elements of a one-dimensional array of numbers and the
// field of a matrix of them; imag is nil unless they are complex.
func (a *npyArray) numbers() (re, imag []float64, field string, err error) {
	if len(a.shape) != 1 {
		return nil, nil, "", fmt.Errorf("want one dimension, got %d", len(a.shape))
	}
	re = make([]float64, a.count)
	switch name := a.typeName(); name {
	case "f4":
		for k := range re {
			re[k] = a.float32(4 * k)
		}
	case "f8":
		for k := range re {
			re[k] = a.float64(8 * k)
		}
	case "c8", "c16":
		imag = make([]float64, a.count)
		for k := range re {
			if name == "c8" {
				re[k], imag[k] = a.float32(8*k), a.float32(8*k+4)
			} else {
				re[k], imag[k] = a.float64(16*k), a.float64(16*k+8)
			}
		}
		return re, imag, "complex", nil
	case "b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8":
		for k := range re {
			v, ok := a.integer(k)
			re[k] = float64(v)
			if !ok { // unsigned, and negative as a signed number
				re[k] = float64(uint64(v))
			}
		}
		return re, nil, "integer", nil
	default:
		return nil, nil, "", fmt.Errorf("want numbers of type b1, i1 to i8, u1 to u8, f4, f8, c8 or c16, got %s", name)
	}
	return re, nil, "real", nil
}

func (a *npyArray) float32(at int) float64 {
	return float64(math.Float32frombits(a.order.Uint32(a.data[at:])))
}

func (a *npyArray) float64(at int) float64 {
	return math.Float64frombits(a.order.Uint64(a.data[at:]))
}
