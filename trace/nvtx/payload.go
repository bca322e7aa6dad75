package nvtx

import "math"

// A Payload is a number that goes with a range or a mark. The zero Payload means no
// number.
type Payload struct {
	kind int32 // nvtxPayloadType_t
	bits uint64
}

// Uint64 returns v as a payload.
func Uint64(v uint64) Payload { return Payload{1, v} }

// Int64 returns v as a payload.
func Int64(v int64) Payload { return Payload{2, uint64(v)} }

// Float64 returns v as a payload.
func Float64(v float64) Payload { return Payload{3, math.Float64bits(v)} }

// Uint32 returns v as a payload.
func Uint32(v uint32) Payload { return Payload{4, uint64(v)} }

// Int32 returns v as a payload.
func Int32(v int32) Payload { return Payload{5, uint64(uint32(v))} }

// Float32 returns v as a payload.
func Float32(v float32) Payload { return Payload{6, uint64(math.Float32bits(v))} }
