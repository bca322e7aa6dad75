package circuit

// A polynomial of several variables, with SPICE2's order of coefficients: the
// constant, the variables, then the products of two in the order 11 12 … 1n 22 …,
// then the products of three, and so on.
type polynomial struct {
	coef []float64
	x    []float64 // variables
	d    []float64 // derivatives by them
	term []int     // variables of the product at hand, in ascending order
}

func newPolynomial(n int, coef []float64) *polynomial {
	return &polynomial{coef: coef, x: make([]float64, n), d: make([]float64, n)}
}

// evaluate returns the value at x, and sets d.
func (p *polynomial) evaluate() float64 {
	clear(p.d)
	p.term = p.term[:0]
	value := p.coef[0]
	for _, c := range p.coef[1:] {
		p.next()
		if c == 0 {
			continue
		}
		product := c
		for _, k := range p.term {
			product *= p.x[k]
		}
		value += product
		for i, k := range p.term {
			d := c
			for j, other := range p.term {
				if j != i {
					d *= p.x[other]
				}
			}
			p.d[k] += d
		}
	}
	return value
}

// next makes term the product behind it: the last variable that can grow does, and
// those behind it become equal to it.
func (p *polynomial) next() {
	last := len(p.x) - 1
	for k := len(p.term) - 1; k >= 0; k-- {
		if p.term[k] < last {
			v := p.term[k] + 1
			for ; k < len(p.term); k++ {
				p.term[k] = v
			}
			return
		}
	}
	p.term = append(p.term, 0)
	clear(p.term)
}
