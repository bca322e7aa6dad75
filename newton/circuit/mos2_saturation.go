package circuit

import (
	"math"
	"math/cmplx"
)

// saturation computes the drain voltage at which the current saturates: where the
// channel is pinched off [Grove and Frohman], or where carriers have their largest
// velocity [Baum]. Derivatives are left out where ds is below this voltage and the
// length does not depend on it.
//
// last is the voltage in the evaluation before: a start for the search.
func (l *mos2) saturation(z *mos2Size, source *end2, ds, last float64, c *channel2) {
	over, gamma := c.over*z.flat, c.gamma*z.flat
	if z.field != 0 && l.fastest(z, source, over, gamma, ds, last, c) {
		return
	}
	pinch, root := pinched(over, gamma, c.potential)
	c.sat = pinch
	if pinch == 0 {
		return
	}
	c.satOver = z.flat
	if gamma > 0 {
		c.satBulk = 1 / root
		c.satOver, c.satGamma = (1-c.satBulk)*z.flat, (gamma*(1-root)+2*(over+c.potential)*c.satBulk/gamma)*z.flat
	}
}

// pinched returns the drain voltage at which the channel is pinched off, with the root that
// it is computed from. The order of operations is SPICE's, which shows in small currents.
func pinched(over, gamma, potential float64) (pinch, root float64) {
	pinch = over
	switch drop := over + potential; {
	case gamma > 0 && drop > 0:
		square := gamma * gamma
		root = math.Sqrt(1 + 4*drop*(1/square))
		pinch = over + 0.5*square*(1-root)
	case gamma > 0:
		pinch, root = 0, 1
	}
	return max(pinch, 0), root
}

// fastest finds the drain voltage at which carriers reach their largest velocity at
// the end of the channel, and reports whether there is one. The root x of the surface
// potential there solves
//
//	x⁴ + a·x³ + b·x² + c·x + d = 0
func (l *mos2) fastest(z *mos2Size, ends *end2, over, gamma, ds, last float64, c *channel2) bool {
	field := z.field
	if c.mobility != 1 {
		field /= c.mobility
	}
	top, source := over+c.potential, ends.root
	cubed := source * source * source
	p3, p2, p1 := gamma*(4.0/3), -2*(top+field), -2*gamma*field
	p0 := 2*top*(c.potential+field) - c.potential*c.potential - p3*cubed
	x, ok := rootBelow(p3, p2, p1, p0, last+c.potential)
	if !ok { // without body effect the voltage is this one, which is a good start with it
		pinch, _ := pinched(over, gamma, c.potential)
		near := pinch + field - math.Sqrt(pinch*pinch+field*field)
		x, ok = rootBelow(p3, p2, p1, p0, near+c.potential)
	}
	if !ok {
		x, ok = leastRoot(p3, p2, p1, p0)
	}
	if !ok {
		return false
	}
	square := x * x
	c.sat = square - c.potential
	if ds <= c.sat {
		return true
	}
	r := -2 * x / (((4*x+3*p3)*x+2*p2)*x + p1)
	byTop := r * 2 * (c.potential + field - square)
	byPotential := byTop + r*2*(top-c.potential) - 1
	c.satOver = byTop * z.flat
	c.satGamma = r * (4.0/3*(x*square-cubed) - 2*field*x) * z.flat
	c.satBulk = -r*4*gamma*source*source*ends.slope - byPotential
	if c.mobility != 1 {
		c.satMobility = -r * 2 * (top - square - gamma*x) * field / c.mobility
	}
	return true
}

// rootBelow returns the least positive root of the polynomial where that is simple to
// find, by Halley's method from the root of square. With a and d positive, b and c negative, the
// polynomial falls from 0 to its one minimum at positive x, and has one root before. The search fails
// where it leaves this slope.
//
// Steps come in pairs. Most searches end with the first pair, and the processor need not
// guess which.
func rootBelow(a, b, c, d, square float64) (float64, bool) {
	if !(d > 0 && a > 0 && b < 0 && c < 0 && square > 0) {
		return 0, false
	}
	x := math.Sqrt(square)
	for range 6 {
		var step float64
		for range 2 {
			x2 := x * x
			f, by := (x2+(a*x+b))*x2+(c*x+d), (4*x+3*a)*x2+(2*b*x+c)
			step = f * by / (by*by - f*(6*x2+(3*a*x+b))) // Halley's
			if !(by < 0) || !(x-step > 0) {
				return 0, false
			}
			x -= step
		}
		if math.Abs(step) < 1e-5*x { // the next step would be below rounding
			return x, true
		}
	}
	return 0, false
}

// leastRoot returns the least positive root of a polynomial of degree four, by
// Ferrari's formula and three steps of Newton's method.
func leastRoot(a, b, c, d float64) (float64, bool) {
	// Depressed: y⁴ + p·y² + q·y + r with x = y - a/4.
	a2 := a * a
	p, q := b-3*a2/8, c-a*b/2+a2*a/8
	r := d - a*c/4 + a2*b/16 - 3*a2*a2/256
	// A root of the resolvent m³ + p·m² + (p²/4-r)·m - q²/8 = 0 that is not 0.
	m := cubicRoot(p, p*p/4-r, -q*q/8)
	least, found := math.Inf(1), false
	root := cmplx.Sqrt(complex(2*m, 0))
	if root == 0 {
		return 0, false
	}
	for _, s := range [...]complex128{1, -1} {
		inside := cmplx.Sqrt(-(complex(2*p+2*m, 0) + s*complex(2*q, 0)/root))
		for _, t := range [...]complex128{1, -1} {
			y := (s*root + t*inside) / 2
			x := real(y) - a/4
			if math.Abs(imag(y)) > 1e-5*(1+math.Abs(real(y))) || x <= 0 {
				continue
			}
			for range 3 {
				x -= ((((x+a)*x+b)*x+c)*x + d) / (((4*x+3*a)*x+2*b)*x + c)
			}
			if math.Abs((((x+a)*x+b)*x+c)*x+d) > 1e-6 || x <= 0 {
				continue
			}
			least, found = min(least, x), true
		}
	}
	return least, found
}

// cubicRoot returns the largest real root of m³ + a·m² + b·m + c.
func cubicRoot(a, b, c float64) float64 {
	p, q := b-a*a/3, 2*a*a*a/27-a*b/3+c
	if disc := q*q/4 + p*p*p/27; disc > 0 {
		s := math.Sqrt(disc)
		return math.Cbrt(-q/2+s) + math.Cbrt(-q/2-s) - a/3
	}
	if p == 0 {
		return -a / 3
	}
	return 2*math.Sqrt(-p/3)*math.Cos(math.Acos(max(-1, min(1, 3*q/(2*p)*math.Sqrt(-3/p))))/3) - a/3
}
