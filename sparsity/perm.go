package sparsity

import "fmt"

// A Perm is a permutation from new to old: p[k] is the original index that is
// placed k-th.
type Perm []int32

// An Inverse is a permutation from old to new: q[i] is the place of original
// index i.
type Inverse []int32

// Identity returns the permutation of n that moves nothing.
func Identity(n int) Perm {
	p := make(Perm, n)
	for k := range p {
		p[k] = int32(k)
	}
	return p
}

// Inverse returns the opposite direction of p in new memory.
// It panics if an element of p is out of range.
func (p Perm) Inverse() Inverse {
	q := make(Inverse, len(p))
	for k, i := range p {
		q[i] = int32(k)
	}
	return q
}

// Perm returns the permutation whose inverse is q, in new memory. The conversion
// Perm(q) is different: it is the permutation that undoes the result of this method.
// It panics if an element of q is out of range.
func (q Inverse) Perm() Perm { return Perm(Perm(q).Inverse()) }

// Compose returns the permutation that applies p first and then q to its
// result: the k-th place holds p[q[k]].
func (p Perm) Compose(q Perm) Perm {
	if len(p) != len(q) {
		panic(errLengths)
	}
	r := make(Perm, len(p))
	for k, i := range q {
		r[k] = p[i]
	}
	return r
}

// Check returns an error if p is not a permutation of 0..len(p)-1.
func (p Perm) Check() error {
	seen := make([]bool, len(p))
	for k, i := range p {
		if i < 0 || int(i) >= len(p) {
			return fmt.Errorf("permutation element %d: want 0..%d, got %d", k, len(p)-1, i)
		}
		if seen[i] {
			return fmt.Errorf("permutation element %d: %d appears twice", k, i)
		}
		seen[i] = true
	}
	return nil
}
