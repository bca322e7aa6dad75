package bindata

import (
	"encoding/binary"
	"math"
)

// Integer returns a function that converts one integer of size bytes, 1, 2, 4 or
// 8. An unsigned number beyond 63 bits comes out negative.
func Integer(order binary.ByteOrder, size int, signed bool) func(b []byte) int64 {
	switch {
	case size == 1 && signed:
		return func(b []byte) int64 { return int64(int8(b[0])) }
	case size == 1:
		return func(b []byte) int64 { return int64(b[0]) }
	case size == 2 && signed:
		return func(b []byte) int64 { return int64(int16(order.Uint16(b))) }
	case size == 2:
		return func(b []byte) int64 { return int64(order.Uint16(b)) }
	case size == 4 && signed:
		return func(b []byte) int64 { return int64(int32(order.Uint32(b))) }
	case size == 4:
		return func(b []byte) int64 { return int64(order.Uint32(b)) }
	case size == 8:
		return func(b []byte) int64 { return int64(order.Uint64(b)) }
	}
	panic(errSize)
}

// Float returns a function that converts one IEEE number of size bytes, 4 or 8.
func Float(order binary.ByteOrder, size int) func(b []byte) float64 {
	switch size {
	case 4:
		return func(b []byte) float64 { return float64(math.Float32frombits(order.Uint32(b))) }
	case 8:
		return func(b []byte) float64 { return math.Float64frombits(order.Uint64(b)) }
	}
	panic(errSize)
}

const errSize = "bindata: no number of this size"
