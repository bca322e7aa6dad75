package xplane_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/nrkit/nrkit/internal/xplane"
	"github.com/nrkit/nrkit/trace"
)

// A total is what a stream did.
type total struct {
	events, ps int64
}

// Streams of the profiles of $NRKIT_ORACLE/traces/jax have the events and the
// time that a decoder with Google's package finds, which is also what
// oracles/xplane/run finds in Python, and kernels have the paths of their
// operations.
func TestProfiles(t *testing.T) {
	dir := os.Getenv("NRKIT_ORACLE")
	if dir == "" {
		t.Skip("NRKIT_ORACLE is not set")
	}
	for file, want := range map[string]map[string]total{
		"TraceLens__mi300_jax08_elementwise.xplane.pb": {"stream #16(Kernel)": {65, 3_835_924_000}, "stream #17(Kernel)": {10, 44_800_000}},
		"TraceLens__mi300_jax08_gemm.xplane.pb":        {"stream #16(Kernel)": {42, 3_415_244_000}, "stream #17(Kernel)": {12, 60_240_000}},
	} {
		data, err := os.ReadFile(filepath.Join(dir, "traces", "jax", file))
		if err != nil {
			t.Fatal(err)
		}
		if got := decode(t, data); !maps.Equal(got, want) {
			t.Errorf("%s: decoded %v, want %v", file, got, want)
		}
		tr, warnings, err := xplane.Read(bytes.NewReader(data), xplane.Options{})
		if err != nil {
			t.Fatal(file, err)
		}
		// Of the stream of copies to the devices, the times are in the table above:
		// 44.8 of 3880.724 µs, 60.24 of 3475.484 µs.
		said := []string{"Host Threads/3958: 65 calls", "10 of 75 device operations, 1.2 % of their time, are launched by threads without ranges (Host Threads/4339)"}
		if strings.Contains(file, "gemm") {
			said = []string{"Host Threads/1083: 42 calls", "12 of 54 device operations, 1.7 % of their time, are launched by threads without ranges (Host Threads/1565)"}
		}
		if len(warnings) != 2 || !strings.Contains(warnings[0], said[0]) || !strings.HasPrefix(warnings[1], said[1]) {
			t.Errorf("%s: got %q, want %q", file, warnings, said)
		}
		for _, p := range trace.Check(tr) {
			t.Errorf("%s: %s", file, p)
		}
		got := map[string]total{}
		named := 0
		for r := range tr.Ranges() {
			if !trace.OnDevice(tr.Sort(r.Name)) {
				continue
			}
			track := strings.TrimPrefix(tr.Tracks[r.Track].Name, "GPU 0, ")
			sum := got[track]
			got[track] = total{sum.events + 1, sum.ps + 1000*(r.End-r.Start)}
			if strings.Contains(tr.Names[r.Name], " @ jit") {
				named++
			}
		}
		// Times of these files are whole ns.
		if !maps.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", file, got, want)
		}
		if of := want["stream #16(Kernel)"].events; int64(named) != of {
			t.Errorf("%s: %d of %d kernels have an operation", file, named, of)
		}
		s := trace.Summarize(tr, trace.SummaryOptions{})
		if s.Device.Launched != s.Device.Work || s.Device.Work != want["stream #16(Kernel)"].events+want["stream #17(Kernel)"].events {
			t.Errorf("%s: got %+v", file, s.Device)
		}
	}
}

// decode adds up the events of the streams of device 0.
func decode(t *testing.T, space []byte) map[string]total {
	sums := map[string]total{}
	fields(t, space, func(number protowire.Number, _ uint64, plane []byte) {
		name, lines := "", [][]byte(nil)
		if number != 1 {
			return
		}
		fields(t, plane, func(number protowire.Number, _ uint64, body []byte) {
			switch number {
			case 2:
				name = string(body)
			case 3:
				lines = append(lines, body)
			}
		})
		if name != "/device:GPU:0" {
			return
		}
		for _, line := range lines {
			stream, sum := "", total{}
			fields(t, line, func(number protowire.Number, _ uint64, body []byte) {
				switch number {
				case 2:
					stream = strings.ToLower(string(body[:1])) + string(body[1:])
				case 4:
					sum.events++
					fields(t, body, func(number protowire.Number, n uint64, _ []byte) {
						if number == 3 {
							sum.ps += int64(n)
						}
					})
				}
			})
			sums[stream] = sum
		}
	})
	return sums
}

func fields(t *testing.T, b []byte, f func(number protowire.Number, n uint64, body []byte)) {
	t.Helper()
	for len(b) > 0 {
		number, wire, k := protowire.ConsumeTag(b)
		if k < 0 {
			t.Fatal(protowire.ParseError(k))
		}
		b = b[k:]
		var n uint64
		var body []byte
		switch wire {
		case protowire.VarintType:
			n, k = protowire.ConsumeVarint(b)
		case protowire.BytesType:
			body, k = protowire.ConsumeBytes(b)
		default:
			k = protowire.ConsumeFieldValue(number, wire, b)
		}
		if k < 0 {
			t.Fatal(fmt.Errorf("field %d: %w", number, protowire.ParseError(k)))
		}
		f(number, n, body)
		b = b[k:]
	}
}
