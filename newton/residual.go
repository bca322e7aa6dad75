package newton

import "math"

// balanced says whether the iteration leaves each residual within RelTol of the
// largest of its contributions, as far as residuals at its start show it, and counts
// the one that fails most. A residual passes
//
//	within √RelTol of the largest contribution, since a Newton step squares what is small,
//	within what rounding may leave of it, or
//	if it is so much smaller than before the last step that this step makes it small enough.
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
		if tol = max(tol, floor[i]); math.Abs(r) > worst*tol && !e.vanishes(i) {
			worst, at = math.Abs(r)/tol, i
		}
	}
	e.unbalanced = at
	if at >= 0 {
		e.Stats.Blocked[at]++
	}
	return at < 0
}

// vanishes says whether this step makes residual i small, if Newton's method converges
// quadratically: a step multiplies residuals by the square of what the last step multiplied them
// by [1]. A residual that does not fall does not vanish, however small the steps are. If a part was
// evaluated elsewhere before the last step, the residual there says nothing.
//
// [1] P. Deuflhard, Newton Methods for Nonlinear Problems, Springer, 2004: Newton's method in
// affine contravariant form, where h' = h²/2 and ‖f'‖ = h/2·‖f‖.
func (e *Engine) vanishes(i int) bool {
	r := math.Abs(e.eval.F[i])
	rate := r / math.Abs(e.former[i])
	return !e.swerved && r*rate*rate <= e.opt.RelTol*e.eval.Scale[i]+e.zero[i]
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
