package calibrate

import (
	"context"
	"math"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/threadtime"
	"github.com/nrkit/nrkit/prediction"
)

// Each dense product is the product, on the vectors that this CPU has.
func TestProducts(t *testing.T) {
	c, err := ThisCPU()
	if err != nil {
		t.Fatal(err)
	}
	list := vectorProducts(c.Features)
	list = append(list, product{rows: 4})
	for _, p := range list {
		cols := productCols
		if p.run == nil {
			cols = 2
		}
		for _, depth := range []int{1, 2, 3, 17, productDepth} {
			a, b := fractions(p.rows*depth), fractions(cols*depth)
			got := make([]float64, p.rows*cols)
			if p.run == nil {
				scalarProduct(a, b, got, depth)
			} else {
				p.run(&a[0], &b[0], &got[0], depth)
			}
			for j := range cols {
				for i := range p.rows {
					want := 0.0
					for k := range depth {
						want += a[k*p.rows+i] * b[k*cols+j]
					}
					if x := got[j*p.rows+i]; math.Abs(x-want) > 1e-12*want {
						t.Fatalf("%d rows, depth %d: got %v at (%d, %d), want %v", p.rows, depth, x, i, j, want)
					}
				}
			}
		}
	}
}

// The columns are a matrix, each is used once, and the loop subtracts them.
func TestColumns(t *testing.T) {
	for _, n := range []int{32, 33, 500} {
		sizes := []int{1, 2, 7, 4}
		at := 0
		c := newColumns(newRandom(1), n, 1001, func() int { at++; return sizes[at%4] })
		want, x := make([]float64, n), make([]float64, n)
		for k := range len(c.start) - 1 {
			rows := c.rows[c.start[k]:c.start[k+1]]
			if len(rows) == 0 || !slices.IsSorted(rows) || len(slices.Compact(slices.Clone(rows))) != len(rows) || int(rows[len(rows)-1]) >= n {
				t.Fatalf("column %d: rows %v", k, rows)
			}
		}
		for p, i := range c.rows {
			want[i] -= c.values[p] * 1e-3
		}
		seen := slices.Clone(c.order)
		slices.Sort(seen)
		for k, s := range seen {
			if int(s) != k || len(seen) != len(c.start)-1 {
				t.Fatalf("order %v", c.order)
			}
		}
		c.subtract(x, c.order)
		for i := range x {
			if math.Abs(x[i]-want[i]) > 1e-12 {
				t.Errorf("n = %d: got %v in row %d, want %v", n, x[i], i, want[i])
			}
		}
		if len(c.rows) != 1001 {
			t.Errorf("%d entries, want 1001", len(c.rows))
		}
	}
}

// L3 is never larger than reported, and small or unknown caches are not tried.
func TestUsable(t *testing.T) {
	for _, caches := range [][]int64{{32 << 10, 0, 0}, {32 << 10, 1 << 20, 0}, {128 << 10, 12 << 20, 8 << 20}} {
		if got, found := usable(caches); !slices.Equal(got, caches) || !found {
			t.Errorf("caches %v: got %v, %v", caches, got, found)
		}
	}
	got, _ := usable([]int64{1 << 12, 1 << 13, 1 << 16})
	if l3 := got[prediction.L3]; got[0] != 1<<12 || got[1] != 1<<13 || l3 != 1<<15 && l3 != 1<<16 {
		t.Errorf("got %v", got)
	}
}

// The largest fast size counts. If none is fast, the least size counts, and L3 was not
// found.
func TestShare(t *testing.T) {
	sizes := []int64{1, 1000, 64, 32, 16}
	for _, c := range []struct {
		ns    []float64 // in L2, in memory, and at 64, 32 and 16 bytes
		bytes int64
		found bool
	}{
		{[]float64{5, 101, 36, 10, 6}, 128, true},
		{[]float64{5, 101, 38, 36, 6}, 64, true},
		{[]float64{5, 101, 90, 60, 36}, 32, true},
		{[]float64{5, 101, 90, 60, 38}, 32, false},
	} {
		if bytes, found := share(sizes, c.ns); bytes != c.bytes || found != c.found {
			t.Errorf("%v: got %d, %v, want %d, %v", c.ns, bytes, found, c.bytes, c.found)
		}
	}
}

// A thread that waits while its samples run was disturbed; one that computes was not.
func TestBusy(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if _, ok := threadtime.CPU(); !ok {
		t.Skip("this system does not tell the CPU time of a thread")
	}
	var waited spent
	k := kernel{ops: 1, spent: &waited, run: func(int) { time.Sleep(20 * time.Millisecond) }}
	k.clock(1)
	if !waited.busy() {
		t.Errorf("a thread that slept: %+v", waited)
	}
	for s, want := range map[spent]bool{{}: false, {96, 100}: false, {94, 100}: true} {
		if got := s.busy(); got != want {
			t.Errorf("%+v: got %v, want %v", s, got, want)
		}
	}
}

// The sum of a stream is the sum.
func TestTotal(t *testing.T) {
	if got := total([]float64{1, 2, 4, 8, 16, 32, 64, 128, 1000}); got != 255 {
		t.Errorf("got %v, want 255", got)
	}
}

// A measurement sets every time, and what it sets can be kept.
func TestMeasure(t *testing.T) {
	m := &prediction.Machine{Schema: prediction.MachineSchema, Kernels: prediction.Kernels, CacheBytes: []int64{1 << 12, 1 << 14, 1 << 16}, WorkingSetBytes: []int64{1 << 11, 1 << 13, 1 << 14, 1 << 18}}
	calls := 0
	c, err := ThisCPU()
	if err != nil {
		t.Fatal(err)
	}
	if err := measure(context.Background(), m, c.Features, 1, func(done, total int) { calls++ }); err != nil {
		t.Fatal(err)
	}
	if err := check(m); err != nil || calls != 1 {
		t.Errorf("%v, %d calls: %+v", err, calls, m)
	}
	old := runtime.GOMAXPROCS(1)
	err = measure(context.Background(), m, nil, 1, nil)
	runtime.GOMAXPROCS(old)
	if err == nil {
		err = check(m)
	}
	if err != nil {
		t.Errorf("on one CPU: %v: %+v", err, m)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Measure(ctx, m.CacheBytes, nil, nil); err == nil {
		t.Error("a measurement went on after its end")
	}
}
