package protowire_test

import (
	"math"
	"strings"
	"testing"

	google "google.golang.org/protobuf/encoding/protowire"

	"github.com/nrkit/nrkit/internal/protowire"
)

// numbers are those around the lengths of their encodings.
var numbers = []uint64{0, 1, 127, 128, 1<<14 - 1, 1 << 14, 1<<63 - 1, 1 << 63, math.MaxUint64}

// Every kind of field is written as Google's package writes it.
func TestFields(t *testing.T) {
	for _, field := range []int{1, 15, 16, 2047, 2048, 1<<29 - 1} {
		key := google.Number(field)
		for _, n := range numbers {
			same(t, protowire.Message("x").Uint(field, n),
				google.AppendVarint(google.AppendTag([]byte("x"), key, google.VarintType), n))
			same(t, protowire.Message("x").Fixed(field, n),
				google.AppendFixed64(google.AppendTag([]byte("x"), key, google.Fixed64Type), n))
		}
		for _, v := range []float64{0, math.Copysign(0, -1), 1.5, math.Inf(-1), math.NaN()} {
			same(t, protowire.Message("x").Double(field, v),
				google.AppendFixed64(google.AppendTag([]byte("x"), key, google.Fixed64Type), math.Float64bits(v)))
		}
		for _, n := range []int{0, 1, 127, 128, 20000} {
			s := strings.Repeat("é", n)[:n]
			same(t, protowire.Message("x").Text(field, s),
				google.AppendString(google.AppendTag([]byte("x"), key, google.BytesType), s))
		}
	}
}

// Messages within messages, of every length of their length.
func TestNested(t *testing.T) {
	for _, n := range []int{0, 1, 120, 123, 124, 125, 126, 127, 128, 129, 1<<14 - 10, 1<<14 - 1, 1 << 14, 1 << 21} {
		s := strings.Repeat("s", n)
		m, outer := protowire.Message("x").Uint(7, 8).Open(3)
		m, inner := m.Open(40)
		m = m.Text(2, s).Close(inner).Uint(1, 300).Close(outer).Uint(9, 10)

		text := google.AppendString(google.AppendTag(nil, 2, google.BytesType), s)
		in := google.AppendBytes(google.AppendTag(nil, 40, google.BytesType), text)
		in = google.AppendVarint(google.AppendTag(in, 1, google.VarintType), 300)
		want := google.AppendVarint(google.AppendTag([]byte("x"), 7, google.VarintType), 8)
		want = google.AppendBytes(google.AppendTag(want, 3, google.BytesType), in)
		same(t, m, google.AppendVarint(google.AppendTag(want, 9, google.VarintType), 10))
	}
}

// A packed field holds its values without keys.
func TestPacked(t *testing.T) {
	m, at := protowire.Message("x").Open(2)
	var want []byte
	for _, n := range numbers {
		m = m.Varint(n)
		want = google.AppendVarint(want, n)
	}
	same(t, m.Close(at), google.AppendBytes(google.AppendTag([]byte("x"), 2, google.BytesType), want))
}

// same compares ends of what may be long.
func same(t *testing.T, got protowire.Message, want []byte) {
	t.Helper()
	if string(got) != string(want) {
		t.Errorf("got %d bytes, % x …, want %d, % x …", len(got), got[:min(len(got), 24)], len(want), want[:min(len(want), 24)])
	}
}

// BenchmarkMessage writes the packet of a slice as the exporter for Perfetto
// does, three messages in each other, beside Google's package, which needs the
// length of a message before it.
func BenchmarkMessage(b *testing.B) {
	const packets = 1000
	for _, by := range []struct {
		name  string
		write func(out []byte, k uint64) []byte
	}{
		{"protowire", func(out []byte, k uint64) []byte {
			m, packet := protowire.Message(out).Open(1)
			m, event := m.Uint(8, 1e9+k).Uint(10, 1).Open(11)
			m = m.Uint(9, 1).Uint(11, 7).Uint(10, k&63)
			m, note := m.Open(4)
			return m.Uint(1, 3).Uint(4, k).Close(note).Close(event).Close(packet)
		}},
		{"google", func(out []byte, k uint64) []byte {
			number := func(b []byte, field google.Number, v uint64) []byte {
				return google.AppendVarint(google.AppendTag(b, field, google.VarintType), v)
			}
			nested := func(b []byte, field google.Number, m []byte) []byte {
				return google.AppendBytes(google.AppendTag(b, field, google.BytesType), m)
			}
			var room [3][64]byte
			note := number(number(room[0][:0], 1, 3), 4, k)
			event := number(number(number(room[1][:0], 9, 1), 11, 7), 10, k&63)
			packet := number(number(room[2][:0], 8, 1e9+k), 10, 1)
			return nested(out, 1, nested(packet, 11, nested(event, 4, note)))
		}},
	} {
		b.Run("by="+by.name, func(b *testing.B) {
			var out []byte
			for b.Loop() {
				out = out[:0]
				for k := range uint64(packets) {
					out = by.write(out, k)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*packets), "ns/packet")
		})
	}
}
