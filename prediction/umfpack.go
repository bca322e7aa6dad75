package prediction

import "github.com/nrkit/nrkit/internal/multifrontal"

// UMFPACKFronts has the counts of the frontal matrices of UMFPACK with a fixed order of
// the columns and pivots from the diagonal.
type UMFPACKFronts struct {
	MultiplyAdds float64 `json:"multiply_adds"` // of the dense products, with the zeros in fronts
	Assemblies   int64   `json:"assemblies"`    // elements that fronts take up, whole or in part
	Instructions float64 `json:"instructions"`  // instructions outside of the dense products

	// loops that a processor does not foresee if it factors the same matrix again and again,
	// with a predictor of 4,096 entries and of 1,024
	Surprises      float64 `json:"surprises"`
	EarlySurprises float64 `json:"early_surprises"`
}

// addFronts follows UMFPACK through the whole matrix, whose pivots are steps. Of a
// factorization that is longer than what is followed, the part that is followed stands for
// all: its counts grow with the entries of L and U, and the multiply-adds with their
// products.
func (f *Features) addFronts(p *parts, steps []step, o Options) {
	whole, _ := p.form()
	c := multifrontal.Follow(whole, multifrontal.Options{Stop: o.Stop})
	f.UMFPACK = UMFPACKFronts{float64(c.MultiplyAdds), c.Assemblies, c.Instructions, c.Surprises, c.EarlySurprises}
	if done := int(c.Pivots); done < len(steps) {
		entries, products := work(steps[:done])
		allEntries, allProducts := work(steps)
		f.UMFPACK.grow(allEntries/entries, allProducts/products)
	}
}

// work returns the entries of the rows and columns of pivots, and the multiply-adds with
// them, with one for each pivot.
func work(steps []step) (entries, products float64) {
	entries, products = 1, 1
	for _, s := range steps {
		entries += float64(s.l + s.u + 1)
		products += float64(s.l)*float64(s.u) + 1
	}
	return entries, products
}

// grow multiplies the counts by the growth of the entries or of the flops.
func (c *UMFPACKFronts) grow(entries, flops float64) {
	c.MultiplyAdds *= flops
	c.Assemblies = int64(float64(c.Assemblies) * entries)
	for _, x := range []*float64{&c.Instructions, &c.Surprises, &c.EarlySurprises} {
		*x *= entries
	}
}
