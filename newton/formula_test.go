package newton

import (
	"math"
	"math/rand/v2"
	"testing"
)

// polynomial fills the past of one charge with p(t) on random steps and returns
// the times of the points.
func polynomial(h *history, p func(t float64) float64, r *rand.Rand) (t [4]float64) {
	for k := range h.delta {
		h.delta[k] = 0.1 + r.Float64()
	}
	t[0] = 1
	for k := 1; k < 4; k++ {
		t[k] = t[k-1] - h.delta[k-1]
	}
	for k := range t {
		h.q[k][0] = p(t[k])
	}
	return t
}

// A formula of order k is exact for polynomials of degree k.
func TestFormulaExact(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		method        Method
		order, degree int
	}{{BackwardEuler, 1, 1}, {Trapezoidal, 1, 1}, {Gear, 1, 1}, {Trapezoidal, 2, 2}, {Gear, 2, 2}} {
		for range 100 {
			h := newHistory(1, 1, c.method)
			h.order = c.order
			a := [3]float64{r.NormFloat64(), r.NormFloat64(), 0}
			if c.degree == 2 {
				a[2] = r.NormFloat64()
			}
			at := polynomial(h, func(t float64) float64 { return a[0] + a[1]*t + a[2]*t*t }, r)
			slope := func(t float64) float64 { return a[1] + 2*a[2]*t }
			h.i[1][0] = slope(at[1])
			h.formula(h.delta[0])
			h.differentiate()
			if got, want := h.i[0][0], slope(at[0]); math.Abs(got-want) > 1e-11 {
				t.Fatalf("%v of order %d: got derivative %g, want %g", c.method, c.order, got, want)
			}
		}
	}
}

// The divided difference of order k of tᵏ is 1, of lower powers 0.
func TestDifferences(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		for order := 1; order <= 2; order++ {
			for power := 0; power <= order+1; power++ {
				h := newHistory(1, 1, Gear)
				h.order = order
				polynomial(h, func(t float64) float64 { return math.Pow(t, float64(power)) }, r)
				got := 0.0
				for k, c := range h.differences() {
					got += c * h.q[k][0]
				}
				want := 0.0
				if power == order+1 {
					want = 1
				}
				if math.Abs(got-want) > 1e-9 {
					t.Fatalf("order %d, t^%d: got %g, want %g", order, power, got, want)
				}
			}
		}
	}
}

// slowLimit is SPICE's CKTterr for one charge, difference by difference.
func slowLimit(h *history, o *Options, k int) float64 {
	current := o.AbsTol + o.RelTol*math.Max(math.Abs(h.i[0][k]), math.Abs(h.i[1][k]))
	charge := math.Max(math.Abs(h.q[0][k]), math.Abs(h.q[1][k]))
	charge = o.RelTol * math.Max(charge, o.ChgTol) / h.delta[0]
	tol := math.Max(current, charge)
	var diff, step [4]float64
	for i := h.order + 1; i >= 0; i-- {
		diff[i] = h.q[i][k]
	}
	copy(step[:], h.delta[:h.order+1])
	for j := h.order; ; {
		for i := 0; i <= j; i++ {
			diff[i] = (diff[i] - diff[i+1]) / step[i]
		}
		if j--; j < 0 {
			break
		}
		for i := 0; i <= j; i++ {
			step[i] = step[i+1] + h.delta[i]
		}
	}
	factor := map[Method][2]float64{Trapezoidal: {0.5, 1.0 / 12}, Gear: {0.5, 2.0 / 9}, BackwardEuler: {0.5}}[h.method][h.order-1]
	del := o.TrTol * tol / math.Max(o.AbsTol, factor*math.Abs(diff[0]))
	if h.order == 2 {
		del = math.Sqrt(del)
	}
	return del
}

func TestLimitAgainstSlow(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	o := Options{}.filled()
	for _, m := range []Method{Trapezoidal, Gear, BackwardEuler} {
		for range 300 {
			n := 1 + r.IntN(5)
			h := newHistory(n+2, n, m)
			h.order = 1 + r.IntN(h.maxOrder())
			for k := range h.delta {
				h.delta[k] = math.Exp(3*r.NormFloat64()) * 1e-9
			}
			for k := range n + 2 {
				size := math.Exp(8*r.NormFloat64()) * 1e-14
				for i := range h.q {
					h.q[i][k] = size * r.NormFloat64()
				}
				h.i[0][k], h.i[1][k] = size/1e-9*r.NormFloat64(), size/1e-9*r.NormFloat64()
			}
			want := math.Inf(1)
			for k := range n { // not those that are not checked
				want = math.Min(want, slowLimit(h, &o, k))
			}
			if got := h.limit(&o); math.Abs(got-want) > 1e-9*want {
				t.Fatalf("%v of order %d: got %g, want %g", m, h.order, got, want)
			}
		}
	}
}
