package netlist

import (
	"fmt"
	"strconv"
	"strings"
)

// maxTerms bounds the coefficients of a polynomial in an expression.
const maxTerms = 1000

// polynomialHere says whether poly(n) is one of this form: poly is no function of the
// netlist.
func (c *compiler) polynomialHere() bool {
	n := 0
	for c.i+n < len(c.s) && (isDigit(c.s[c.i+n]) || c.s[c.i+n] == ' ') {
		n++
	}
	return n > 0 && c.i+n < len(c.s) && c.s[c.i+n] == ')'
}

// polynomial reads poly(n) with n variables and coefficients, as Xyce has it in
// expressions: {poly(2) v(1) v(2) 0 1 1}. The coefficients have SPICE2's order, and a
// single coefficient of one variable is the gain.
func (c *compiler) polynomial(depth int) (*expr, error) {
	end := strings.IndexByte(c.s[c.i:], ')')
	if end < 0 {
		end = 0
	}
	n, err := strconv.Atoi(strings.TrimSpace(c.s[c.i : c.i+end]))
	if err != nil || n < 1 || n > maxVariables {
		return nil, fmt.Errorf("got %q, want poly(n) of 1 to %d variables", c.rest(), maxVariables)
	}
	c.i += end + 1
	c.take(",")
	var args []*expr
	for c.blank(); c.i < len(c.s) && strings.IndexByte("})'\"", c.s[c.i]) < 0; c.blank() {
		x, err := c.sign(depth+1, c.primary)
		if err != nil {
			return nil, err
		}
		if args = append(args, x); len(args) > maxTerms+n {
			return nil, fmt.Errorf("got more than %d coefficients of poly", maxTerms)
		}
		c.take(",")
	}
	if len(args) <= n {
		return nil, fmt.Errorf("got %d values behind poly(%d), want %d variables and coefficients", len(args), n, n)
	}
	x, coef := args[:n], args[n:]
	if n == 1 && len(coef) == 1 {
		coef = []*expr{{op: opConst}, coef[0]}
	}
	sum := coef[0]
	var term []int
	for _, k := range coef[1:] {
		term = nextTerm(term, n)
		for _, v := range term {
			k = &expr{op: '*', args: []*expr{k, x[v]}}
		}
		if sum, err = c.fold(&expr{op: '+', args: []*expr{sum, k}}); err != nil {
			return nil, err
		}
	}
	return sum, nil
}

// nextTerm returns the variables of the product behind one, in SPICE2's order: 1 2 … n
// 11 12 … 1n 22 ….
func nextTerm(term []int, n int) []int {
	for k := len(term) - 1; k >= 0; k-- {
		if term[k] < n-1 {
			v := term[k] + 1
			for ; k < len(term); k++ {
				term[k] = v
			}
			return term
		}
	}
	return make([]int, len(term)+1)
}
