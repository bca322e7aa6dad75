package newton

import "math"

// balanced says whether each residual that the iteration started with is within
// the root of RelTol of the largest of its contributions, or no more than
// rounding may leave of it, and counts the one that is the least. A Newton step
// squares what is small, so that it leaves residuals within RelTol then.
func (e *Engine) balanced() bool {
	scale, f := e.eval.Scale, e.eval.F[:e.n]
	if scale == nil {
		return true
	}
	share := math.Sqrt(e.opt.RelTol)
	var floor []float64
	worst, at := 1.0, -1
	zero, scale := e.zero[:len(f)], scale[:len(f)]
	for i, r := range f {
		tol := share * scale[i]
		if zero[i] > tol {
			tol = zero[i]
		}
		if math.Abs(r) <= worst*tol {
			continue
		}
		if floor == nil {
			floor = e.rounding()
		}
		if tol = max(tol, floor[i]); math.Abs(r) > worst*tol {
			worst, at = math.Abs(r)/tol, i
		}
	}
	e.unbalanced = at
	if at >= 0 {
		e.Stats.Blocked[at]++
	}
	return at < 0
}

// roundings is how many roundings, of half an ulp each, a term of a residual
// takes part in at most.
const roundings = 16

// rounding returns, for each residual, what rounding alone may leave of it:
//
//	roundings · ½ε · Σⱼ |Jᵢⱼ·xⱼ|
//
// with ε = 2⁻⁵² and the Jacobian and the iterate at hand. No iteration can be
// asked for less: the iterate itself is rounded, which changes residual i by up
// to ½ε·Σⱼ|Jᵢⱼ·xⱼ| [1, §2], and the evaluation rounds each term a few times
// more [2, §3.1]. A step of h makes the conductance of a capacitor 2C/h: 0.47 µF
// in steps of 2 ns are 470 S. Where such a capacitor holds 15 V and next to no
// current flows, the residual is the difference of two terms of 7 kA, and a
// shorter step makes both larger.
//
// Bound: a term of a linear capacitor is rounded four times, as xⱼ, as the
// difference of two of them, as the charge and as A0·q; formulas of diodes and
// transistors take up to twelve more. What the integration formula takes from
// the past is a constant of the step, however it was rounded. Terms that no
// Jᵢⱼ·xⱼ stands for, such as sources, are contributions, which the residual is
// compared with anyway. Conductances that cancel in one entry of J, such as
// that of a negative capacitor beside a positive one, are not seen.
//
// An iterate whose residuals are below it solves exactly a system whose terms
// differ from those at hand by 8 ulps at most, by Oettli and Prager's theorem
// [2, §7.1].
//
// Cost: a pass over the Jacobian, in the iterations alone that a residual would
// keep from being the last. The result is valid until the next call.
//
// [1] F. Tisseur, SIAM J. Matrix Anal. Appl. 22(4):1038–1057, 2001.
// [2] N. J. Higham, Accuracy and Stability of Numerical Algorithms, SIAM, 2002.
func (e *Engine) rounding() []float64 {
	if e.floor == nil {
		e.floor = make([]float64, e.n)
	}
	clear(e.floor)
	p, j := e.pattern, e.eval.J
	for c, x := range e.x[:e.n] {
		x = math.Abs(x) * (roundings * 0x1p-53)
		for k := p.ColPtr[c]; k < p.ColPtr[c+1]; k++ {
			e.floor[p.RowIdx[k]] += math.Abs(j[k]) * x
		}
	}
	return e.floor
}
