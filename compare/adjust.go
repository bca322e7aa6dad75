package compare

import (
	"cmp"
	"math"
	"slices"
)

// A Correction adjusts the p-values of tests that are made together.
//
// Without a correction, a comparison of equal runs in 40 quantities reports a
// difference in most cases at alpha = 0.05. Holm, and BenjaminiHochberg, keep the
// share of such comparisons at alpha or below if all runs are equal. Holm's method
// also keeps it for the equal quantities if other quantities differ. It has less
// power: the first of m tests has to pass alpha/m. The method of Benjamini and
// Hochberg, the default, bounds the expected share of false reports among all
// reports instead. It suits solvers, whose phases lie in one another: one change
// moves several quantities, which support each other.
//
// Sources: S. Holm, Scandinavian Journal of Statistics 6(2):65–70, 1979;
// Y. Benjamini and Y. Hochberg, J. Royal Statistical Society B 57(1):289–300,
// 1995; for quantities that depend on one another positively, Y. Benjamini and
// D. Yekutieli, Annals of Statistics 29(4):1165–1188, 2001.
type Correction string

const (
	BenjaminiHochberg Correction = "bh"
	Holm              Correction = "holm"
	Uncorrected       Correction = "none"
)

// Corrections returns all of them.
func Corrections() []Correction { return []Correction{BenjaminiHochberg, Holm, Uncorrected} }

// Tiers of tests, by what is looked at first.
const (
	mainTier = iota // the run as a whole, and the phases of its steady part
	partTier        // phases elsewhere, what they had GPUs do, ranges by place
	workTier        // kernels, copies and graphs
	tiers
)

// tierShare is the part of alpha that each tier has to spend, among those that
// have tests: so hundreds of kernels cost the phases no power.
func tierShare(tier int) float64 { return [tiers]float64{0.6, 0.2, 0.2}[tier] }

// weights returns those of tests, whose mean is 1. They are given before any
// p-value is seen, which is what makes them admissible (C. R. Genovese,
// K. Roeder, L. Wasserman, Biometrika 93(3):509–524, 2006; for his own method
// Holm, see [Correction]).
func weights(tier []int) []float64 {
	var count [tiers]float64
	for _, k := range tier {
		count[k]++
	}
	spent := 0.0
	for k, n := range count {
		if n > 0 {
			spent += tierShare(k)
		}
	}
	w := make([]float64, len(tier))
	for i, k := range tier {
		w[i] = tierShare(k) / spent * float64(len(tier)) / count[k]
	}
	return w
}

// adjust returns adjusted p-values: one is at most alpha when its test passes
// at level alpha. The weights have a mean of 1. A heavy weight never makes a
// p-value smaller than it was, which no reader would believe.
func (c Correction) adjust(p, weight []float64) []float64 {
	out := slices.Clone(p)
	if c == Uncorrected {
		return out
	}
	c.weighted(p, weight, out)
	for i := range out {
		out[i] = max(out[i], p[i])
	}
	return out
}

// weighted is adjust without that limit.
func (c Correction) weighted(p, weight, out []float64) {
	order := make([]int, len(p))
	left := 0.0 // sum of the weights that are still to come
	for i := range p {
		order[i] = i
		out[i] = min(p[i]/weight[i], 1)
		left += weight[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a]/weight[a], p[b]/weight[b]) })
	if c == Holm {
		least := 0.0
		for _, i := range order {
			least = max(least, min(left*p[i]/weight[i], 1))
			out[i] = least
			left -= weight[i]
		}
		return
	}
	most := 1.0
	for k, i := range slices.Backward(order) {
		most = min(most, p[i]/weight[i]*float64(len(p))/float64(k+1))
		out[i] = most
	}
}

// leastP is the smallest p-value that a rank test of so many runs can have: that
// of the one arrangement of all runs, and its mirror, that sets the sides apart.
func leastP(n1, n2 int) float64 {
	lg := func(n int) float64 { x, _ := math.Lgamma(float64(n + 1)); return x }
	return min(2*math.Exp(lg(n1)+lg(n2)-lg(n1+n2)), 1)
}

// RunsNeeded returns how many runs per side a rank test needs to find a difference
// at level alpha.
func RunsNeeded(alpha float64) int {
	n := 1
	for n < 1000 && !tells(n, n, alpha) {
		n++
	}
	return n
}

// tells says whether a rank test of so many runs can tell a difference.
func tells(n1, n2 int, alpha float64) bool { return leastP(n1, n2) <= alpha*(1+1e-9) }
