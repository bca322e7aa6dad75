package circuit

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// ulps returns how many units in the last place got is from want.
func ulps(got, want float64) float64 {
	return math.Abs(got-want) / (math.Nextafter(math.Abs(want), math.Inf(1)) - math.Abs(want))
}

// TestExp wants the exponentials of package math, which has an error below 1 ulp, and
// the same beyond the table.
func TestExp(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	check := func(x, bound float64) {
		t.Helper()
		if got, want := exp(x), math.Exp(x); !(ulps(got, want) <= bound) {
			t.Errorf("exp(%g): got %g, want %g", x, got, want)
		}
	}
	for range 100_000 {
		check((rng.Float64()-0.5)*2*expSafe, 3)
		check((rng.Float64()-0.5)*80, 3)
		check(math.Ldexp(rng.Float64()-0.5, -rng.IntN(60)), 3)
	}
	for _, x := range []float64{0, 1, -1, math.Ln2, -math.Ln2, math.Ln2 / 256, 699.999, -699.999} {
		check(x, 3)
	}
	for _, x := range []float64{math.Inf(-1), -746, -745, -708.4, 700, 709.7, -700} {
		if got, want := exp(x), math.Exp(x); got != want {
			t.Errorf("exp(%g): got %g, want %g", x, got, want)
		}
	}
	if got := exp(710); !math.IsInf(got, 1) || !math.IsNaN(exp(math.NaN())) || exp(0) != 1 {
		t.Errorf("got %g, %g and %g, want infinity, NaN and 1", got, exp(math.NaN()), exp(0))
	}
}

// TestExpAgainstSeries wants exponentials as Taylor's series has them with 200 bits.
func TestExpAgainstSeries(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		x := (rng.Float64() - 0.5) * 80
		sum, term := big.NewFloat(1).SetPrec(200), big.NewFloat(1).SetPrec(200)
		for k := 1; k < 400; k++ {
			term.Quo(term.Mul(term, big.NewFloat(math.Abs(x)).SetPrec(200)), big.NewFloat(float64(k)).SetPrec(200))
			sum.Add(sum, term)
		}
		if x < 0 {
			sum.Quo(big.NewFloat(1).SetPrec(200), sum)
		}
		want, _ := sum.Float64()
		if got := exp(x); !(ulps(got, want) <= 2) {
			t.Errorf("exp(%g): got %g, want %g", x, got, want)
		}
	}
}

// TestLogarithm wants the logarithms of package math, within what an exponential
// notices.
func TestLogarithm(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 100_000 {
		x := math.Exp((rng.Float64() - 0.5) * 1400)
		if rng.IntN(2) == 0 {
			x = 1 + math.Ldexp(rng.Float64()-0.5, -rng.IntN(50))
		}
		got, want := logarithm(x), math.Log(x)
		if !(math.Abs(got-want) <= 4*0x1p-53*max(1, math.Abs(want))) {
			t.Errorf("ln %g: got %.17g, want %.17g", x, got, want)
		}
	}
	for _, x := range []float64{0, -1, math.Inf(1), 0x1p-1074, math.NaN(), math.MaxFloat64, 0x1p-1022} {
		if got, want := logarithm(x), math.Log(x); got != want && !(math.IsNaN(got) && math.IsNaN(want)) && !(math.Abs(got/want-1) < 1e-15) {
			t.Errorf("ln %g: got %g, want %g", x, got, want)
		}
	}
}

// TestPower wants the powers of package math within what rounding the logarithm makes of
// them, and the same where the tables do not reach.
func TestPower(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 100_000 {
		x, y := math.Exp((rng.Float64()-0.5)*80), -rng.Float64()
		switch rng.IntN(3) {
		case 0:
			x = 1 + math.Ldexp(rng.Float64()-0.5, -rng.IntN(50))
		case 1:
			y *= -10
		}
		got, want := power(x, y), math.Pow(x, y)
		if !(ulps(got, want) <= 4+4*math.Abs(y)*max(1, math.Abs(math.Log(x)))) {
			t.Errorf("%g to the power %g: got %.17g, want %.17g", x, y, got, want)
		}
	}
	for _, x := range []float64{0, -1, math.Inf(1), 0x1p-1074, math.NaN(), 1e300, 1e-300} {
		for _, y := range []float64{0, -3, 3, math.Inf(1), math.NaN()} {
			if got, want := power(x, y), math.Pow(x, y); !(math.Abs(got/want-1) < 1e-13) && got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("%g to the power %g: got %g, want %g", x, y, got, want)
			}
		}
	}
}
