package matrices

import (
	"encoding/binary"
	"io"
	"math"
)

// A stream reads the numbers of a section in order.
type stream struct {
	r    io.ReaderAt
	at   int64 // of the next bytes to read
	left int64 // bytes behind at
	buf  []byte
	rest []byte // of buf, not taken yet
	what string
}

// streamBuffer is how much of a section is in memory: a multiple of every size.
const streamBuffer = 64 << 10

// stream returns the numbers of a section from byte skip on.
func (m *raw) stream(section int, skip int64) *stream {
	return &stream{r: m.r, at: m.at[section] + skip, left: m.bytes[section] - skip, what: sectionNames[section]}
}

// take returns the next n bytes.
func (s *stream) take(n int) ([]byte, error) {
	if len(s.rest) < n {
		if err := s.fill(); err != nil {
			return nil, err
		}
	}
	b := s.rest[:n]
	s.rest = s.rest[n:]
	return b, nil
}

func (s *stream) fill() error {
	if s.buf == nil {
		s.buf = make([]byte, min(streamBuffer, s.left))
	}
	b := s.buf[:min(int64(len(s.buf)), s.left)]
	n, err := s.r.ReadAt(b, s.at)
	if n < len(b) || len(b) == 0 { // the header was checked: the file has shrunk
		if err != nil && err != io.EOF {
			return err
		}
		return fault(s.at+int64(n), "truncated: want %d more bytes of %s", s.left-int64(n), s.what)
	}
	s.at += int64(n)
	s.left -= int64(n)
	s.rest = b
	return nil
}

// offset returns the place in the file of the next number.
func (s *stream) offset() int64 { return s.at - int64(len(s.rest)) }

// integers reads indices.
type integers struct {
	*stream
	size int
}

func (m *raw) integers(section int) integers {
	return integers{m.stream(section, 0), int(4 * m.index)}
}

func (s integers) next() (int64, error) {
	b, err := s.take(s.size)
	if err != nil {
		return 0, err
	}
	if s.size == 4 {
		return int64(int32(binary.LittleEndian.Uint32(b))), nil
	}
	return int64(binary.LittleEndian.Uint64(b)), nil
}

// values reads values, which are 0 in a file that has none.
type values struct {
	ax, az *stream
	kind   int64
}

func (m *raw) values() *values { return m.valuesFrom(0) }

// valuesFrom returns the values from number k on.
func (m *raw) valuesFrom(k int64) *values {
	v := &values{kind: m.value}
	if v.kind != valueNone {
		v.ax = m.stream(sectionAX, m.valueSize()*k)
	}
	if v.kind == valueSplit {
		v.az = m.stream(sectionAZ, m.valueSize()*k)
	}
	return v
}

func (v *values) next() (re, im float64, err error) {
	switch v.kind {
	case valueF64:
		re, err = float64From(v.ax)
	case valueF32:
		re, err = float32From(v.ax)
	case valueC64:
		if re, err = float64From(v.ax); err == nil {
			im, err = float64From(v.ax)
		}
	case valueC32:
		if re, err = float32From(v.ax); err == nil {
			im, err = float32From(v.ax)
		}
	case valueSplit:
		if re, err = float64From(v.ax); err == nil {
			im, err = float64From(v.az)
		}
	}
	return re, im, err
}

func float64From(s *stream) (float64, error) {
	b, err := s.take(8)
	if err != nil {
		return 0, err
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(b)), nil
}

func float32From(s *stream) (float64, error) {
	b, err := s.take(4)
	if err != nil {
		return 0, err
	}
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(b))), nil
}
