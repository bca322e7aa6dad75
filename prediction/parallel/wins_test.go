package parallel

import "testing"

// The least batch wins, and a smaller one does not; so for the rows.
func TestLeast(t *testing.T) {
	for _, g := range GPUs() {
		for _, c := range []Counts{grid, c6288, grid.Scaled(100), grid.Scaled(1_000_000)} {
			for _, cpu := range []float64{1e-9, 20e-6, 100e-6, 1e-3, 1} {
				each := func(b int) float64 {
					f, _ := g.Factor(CuDSS, c, b)
					s, _ := g.Solve(CuDSS, c, b)
					return (f + s) / float64(b)
				}
				b, ok := g.LeastBatch(CuDSS, c, cpu)
				switch {
				case ok && (each(b) >= cpu || b > 1 && each(b-1) < cpu):
					t.Errorf("%s, %+v, %v s: batch %d", g.Name, c, cpu, b)
				case !ok && each(mostBatch) < cpu:
					t.Errorf("%s, %+v, %v s: no batch", g.Name, c, cpu)
				}
				n, ok := g.LeastRows(CuDSS, c, cpu)
				one := func(rows int64) bool {
					x := c.Scaled(rows)
					f, _ := g.Factor(CuDSS, x, 1)
					s, _ := g.Solve(CuDSS, x, 1)
					return f+s < cpu*float64(rows)/float64(c.Rows)
				}
				if ok && (!one(n) || n > 1 && one(n-1)) {
					t.Errorf("%s, %+v, %v s: %d rows", g.Name, c, cpu, n)
				}
			}
		}
	}
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
