package parallel

import (
	"testing"

	"github.com/nrkit/nrkit/prediction"
)

// The least batch wins, and a smaller one does not; so for the rows.
func TestLeast(t *testing.T) {
	for _, g := range GPUs() {
		for _, c := range []Counts{grid, c6288, grid.Scaled(200), grid.Scaled(100_000)} {
			for _, cpu := range []float64{1e-9, 20e-6, 100e-6, 1e-3, 1} {
				wins := func(c Counts, b int, cpu float64) bool {
					s, ok := g.step(CuDSS, c, b)
					return ok && s/float64(b) < cpu
				}
				b, ok := g.LeastBatch(CuDSS, c, cpu)
				switch {
				case ok && (!wins(c, b, cpu) || b > 1 && wins(c, b-1, cpu)):
					t.Errorf("%s, %+v, %v s: batch %d", g.Name, c, cpu, b)
				case !ok && wins(c, mostBatch, cpu):
					t.Errorf("%s, %+v, %v s: no batch", g.Name, c, cpu)
				}
				n, ok := g.LeastRows(CuDSS, c, cpu)
				rows := func(n int64) bool { return wins(c.Scaled(n), 1, cpu*float64(n)/float64(c.Rows)) }
				switch {
				case ok && (!rows(n) || n > 181 && rows(n-1)):
					t.Errorf("%s, %+v, %v s: %d rows", g.Name, c, cpu, n)
				case !ok && rows(25_380):
					t.Errorf("%s, %+v, %v s: no rows", g.Name, c, cpu)
				}
			}
		}
	}
	if _, ok := GPUs()[0].LeastRows(GLU, grid, 1); ok {
		t.Error("rows for GLU3.0, which has no solves")
	}
}

// There is no estimate beyond the range of the published times.
func TestRange(t *testing.T) {
	features := func(rows, entries int64, flops float64) *prediction.Features {
		return &prediction.Features{Rows: rows, L: entries / 2, U: entries/2 + rows, Flops: flops, Height: 100}
	}
	for _, c := range []struct {
		name      string
		f         *prediction.Features
		ok, alone bool
	}{
		{"a power grid", features(5227, 55016, 378500), true, true},
		{"a long chain", &prediction.Features{Rows: 5227, L: 27508, U: 32735, Flops: 378500, Height: 183}, false, false},
		{"few rows", features(180, 1800, 9000), false, false},
		{"in batches only", features(100_000, 1_000_000, 7e6), true, false},
		{"many rows", features(134_105, 1_400_000, 7e6), false, false},
		{"a 3-D grid", features(20_000, 10_000_000, 1e10), false, false},
	} {
		w, ok := GPUWins(c.f, 10e-3, 1)
		if ok != c.ok || (w.Seconds > 0) != c.alone || ok && (w.Batch < 1 || !c.alone && w.Batch < 2) {
			t.Errorf("%s: %+v, %v", c.name, w, ok)
		}
	}
	g := GPUs()[0]
	if _, ok := g.Factor(CuDSS, grid, mostBatch+1); ok {
		t.Error("a time for a batch larger than the published batches")
	}
}

// Win keeps the margin: at each threshold the device takes 1/1.5 of the time of one core or
// less, and below it more. Rows are more than the matrix has, if one matrix has a time.
func TestMargin(t *testing.T) {
	g := &GPUs()[0]
	for _, rows := range []int64{200, 5227, 20_000, 100_000} {
		x := grid.Scaled(rows)
		f := &prediction.Features{Rows: rows, L: x.Entries / 2, U: x.Entries - x.Entries/2 + rows, Flops: x.Flops, Height: x.Levels}
		c := CountsOf(f)
		for _, solves := range []int64{1, 5} {
			for _, cpu := range []float64{1e-6, 30e-6, 100e-6, 1e-3, 2e-3, 10e-3} {
				w, ok := GPUWins(f, cpu, solves)
				if !ok {
					t.Fatalf("%d rows: no estimate", rows)
				}
				wins := func(c Counts, b int, cpu float64) bool {
					s, ok := g.steps(CuDSS, c, b, solves)
					return ok && Margin*s < cpu*float64(b)
				}
				if b := w.Batch; b > 0 && !wins(c, b, cpu) || b > 1 && wins(c, b-1, cpu) || b == 0 && wins(c, mostBatch, cpu) {
					t.Errorf("%d rows, %v s, %d solves: batch %d", rows, cpu, solves, b)
				}
				at := func(n int64) bool { return wins(c.Scaled(n), 1, cpu*float64(n)/float64(rows)) }
				if n := w.Rows; n > 0 && (n <= rows || w.Seconds == 0 || !at(n) || at(n-1)) {
					t.Errorf("%d rows, %v s, %d solves: wins from %d rows", rows, cpu, solves, n)
				}
				if w.Rows == 0 && w.Seconds > 0 && at(25_380) && !wins(c, 1, cpu) {
					t.Errorf("%d rows, %v s, %d solves: no rows", rows, cpu, solves)
				}
			}
		}
	}
}

// A device and a solver that the model lacks have no times.
func TestAbsent(t *testing.T) {
	g := GPUs()[0]
	if _, ok := g.LeastBatch(GLU, grid, 1); ok {
		t.Error("GLU3.0 has no solves on the device")
	}
	if _, ok := g.Factor("mumps", grid, 1); ok {
		t.Error("a time for a solver that is not in the model")
	}
	if one, two := g.Transfer(0), g.Transfer(1e9); one <= 0 || two <= one {
		t.Errorf("transfers take %v and %v", one, two)
	}
}
