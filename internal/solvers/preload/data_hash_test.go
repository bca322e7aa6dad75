//go:build linux

package preload

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"testing"

	"github.com/nrkit/nrkit/internal/solvers/matrices"
)

// The hash of the library and the one of Go are the same for all lengths near the size
// of a block, and where sections are sampled: near each size at which the number of
// blocks changes, with columns that have gaps and columns that have none.
func dataHashes(t *testing.T, program string) {
	rng := rand.New(rand.NewPCG(3, 4))
	var sizes []int
	for k := range 40 {
		sizes = append(sizes, k)
	}
	sizes = append(sizes, 1023, 1024, 1025, 1536, 2047, 2048, 2049, 3000, 5000, 9999)
	for _, above := range []uint64{0, 1, 8192, 12000, 20480} {
		dense := row{phase: phaseFactor, layout: layoutDense, value: f64, fields: map[int]*expr{fN: arg(0), fRows: arg(1), fAx: arg(2), fLD: arg(3)}}
		m := &image{}
		var calls []call
		var want []uint64
		var sampled []bool
		for k, size := range sizes {
			p := make([]byte, 8*size)
			for i := range p {
				p[i] = byte(rng.Uint32())
			}
			hash, s := matrices.ValuesHash(above, p)
			want, sampled = append(want, hash, hash), append(sampled, s, s)
			calls = append(calls, call{number: uint64(k + 1), args: []uint64{uint64(size), 1, m.put(p), 0}})
			// A row of a matrix with three rows: each value is a column.
			wide := make([]byte, 3*len(p))
			for i := range size {
				copy(wide[24*i:], p[8*i:8*i+8])
			}
			calls = append(calls, call{number: uint64(k + 1000), args: []uint64{uint64(size), 1, m.put(wide), 3}})
		}
		got := drive(t, program, table{sample: above, rows: []row{dense}}, m, calls...)
		for k, p := range got.payloads {
			if (p[wordValues] != want[k] && sizes[k/2] > 0) || p.flags()&callSampledValues != 0 != sampled[k] {
				t.Errorf("%d values, sampled above %d bytes: got %x, flags %d; want %x, %v", sizes[k/2], above, p[wordValues], p.flags(), want[k], sampled[k])
			}
		}
	}
}

// The hash reads at least 5 GB/s. What it does is said with -v; a slow machine alone is
// no failure.
func TestDataHashSpeed(t *testing.T) {
	if testing.Short() {
		t.Skip("short: a measurement")
	}
	out, err := exec.Command(driver(t, "testdata/hash_speed.c"), "8388608").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
	var speed int
	if _, err := fmt.Sscanf(string(out), "%d MB/s", &speed); err != nil || speed < 500 {
		t.Errorf("got %q, want 5000 MB/s, or 500 at the very least", out)
	}
}
