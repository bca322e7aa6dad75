package hlo

import (
	"bytes"
	"math"
	"strconv"
	"strings"
)

// A shape is the type of one array.
type shape struct {
	dtype    string // under its name in HLO
	elements int64  // a dimension that is not known counts with its bound, or 1
	dynamic  bool
}

// bytes returns the size of the array, without padding.
func (s shape) bytes() int64 {
	bits := dtypeBits(s.dtype)
	if bits < 8 {
		return (mul(s.elements, bits) + 7) / 8
	}
	return mul(s.elements, bits/8)
}

// dtypeBits returns the bits of an element, 0 of what is no number.
func dtypeBits(dtype string) int64 {
	if dtype == "pred" {
		return 8
	}
	digits := strings.TrimLeft(dtype, "abcdefghijklmnopqrstuvwxyz")
	if k := strings.IndexFunc(digits, func(r rune) bool { return r < '0' || r > '9' }); k >= 0 {
		digits = digits[:k] // f8e4m3fn
	}
	n, err := strconv.ParseInt(digits, 10, 16)
	if err != nil {
		return 0
	}
	return n
}

// isFloat reports whether elements of a type are real or complex.
func isFloat(dtype string) bool {
	if len(dtype) < 2 {
		return false
	}
	return dtype[0] == 'f' || dtype[0] == 'c' || strings.HasPrefix(dtype, "bf")
}

// dimensions reads the dimensions of an array, between its brackets:
// 3,<=4,?.
func (s *shape) dimensions(text []byte) {
	s.elements = 1
	for dim := range bytes.SplitSeq(text, []byte{','}) {
		dim = bytes.TrimSpace(dim)
		if len(dim) == 0 {
			continue
		}
		if bound, ok := bytes.CutPrefix(dim, []byte("<=")); ok {
			s.dynamic, dim = true, bound
		}
		s.dimension(dim)
	}
}

// dimension multiplies by one dimension.
func (s *shape) dimension(dim []byte) {
	n, err := strconv.ParseInt(string(dim), 10, 64)
	if err != nil || n < 0 {
		s.dynamic = true
		return
	}
	s.elements = mul(s.elements, n)
}

// shapesOf returns the arrays of a type of HLO, such as a tuple of arrays.
func shapesOf(text []byte) []shape {
	var list []shape
	for {
		k := bytes.IndexByte(text, '[')
		if k < 0 {
			return list
		}
		end := bytes.IndexByte(text[k:], ']')
		if end < 0 {
			return list
		}
		name := text[:k]
		if x := bytes.LastIndexFunc(name, func(r rune) bool { return r < '0' || r > '9' && r < 'a' || r > 'z' }); x >= 0 {
			name = name[x+1:]
		}
		if len(name) > 0 {
			s := shape{dtype: string(name)}
			s.dimensions(text[k+1 : k+end])
			list = append(list, s)
		}
		text = text[k+end+1:]
	}
}

// tensor returns the array that is between the angles of a type of MLIR:
// 4x?xcomplex<f64>, #encoding.
func tensor(text []byte) shape {
	s := shape{elements: 1}
	for {
		k := bytes.IndexByte(text, 'x')
		if k <= 0 || text[0] != '?' && (text[0] < '0' || text[0] > '9') {
			break
		}
		s.dimension(bytes.TrimSpace(text[:k]))
		text = text[k+1:]
	}
	if k := bytes.IndexByte(text, ','); k >= 0 {
		text = text[:k]
	}
	s.dtype = dtypeOf(string(bytes.TrimSpace(text)))
	return s
}

// dtypeOf returns the name in HLO of an element type of MLIR.
func dtypeOf(t string) string {
	switch {
	case t == "i1":
		return "pred"
	case t == "complex<f32>":
		return "c64"
	case t == "complex<f64>":
		return "c128"
	case strings.HasPrefix(t, "ui"):
		return "u" + t[2:]
	case len(t) > 1 && t[0] == 'i' && t[1] >= '0' && t[1] <= '9':
		return "s" + t[1:]
	}
	return strings.ToValidUTF8(strings.ToLower(t), "�")
}

// mul returns a·b of two numbers of 0 or more, at most the largest there is.
func mul(a, b int64) int64 {
	if a != 0 && b > math.MaxInt64/a {
		return math.MaxInt64
	}
	return a * b
}

// add returns a + b of two numbers of 0 or more, at most the largest there is.
func add(a, b int64) int64 {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}
