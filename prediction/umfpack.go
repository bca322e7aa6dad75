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

// addFronts follows UMFPACK through the whole matrix. The steps are the pivots of this
// matrix.
func (f *Features) addFronts(p *parts, steps []step, o Options) {
	c := o.Shared.follow(p, o.Stop)
	f.UMFPACK = UMFPACKFronts{float64(c.MultiplyAdds), c.Assemblies, c.Instructions, c.Surprises, c.EarlySurprises}
	if done := int(c.Pivots); done > 0 && done < len(steps) {
		f.UMFPACK.extend(steps, done)
	}
	f.UMFPACK.Instructions += multifrontal.Always
}

// extend estimates the counts of all pivots from those that were followed.
//
// Method: assemblies and surprises grow with the pivots. Multiply-adds grow with the products of the
// entries of L and U. Instructions beyond [multifrontal.PerPivot] grow with the entries of L
// and U, to which eight are added for each pivot.
func (c *UMFPACKFronts) extend(steps []step, done int) {
	// UMFPACK multiplies about this share of the products in dense products, and no product before
	// the first front with several pivots
	const share, few = 0.85, 10_000
	entries, products := work(steps[:done])
	allEntries, allProducts := work(steps)
	pivots := float64(len(steps)) / float64(done)
	each := multifrontal.PerPivot * float64(done)
	c.MultiplyAdds += (allProducts - products) * min(1, (c.MultiplyAdds+share*few)/(products+few))
	c.Instructions = each*pivots + (c.Instructions-each)*allEntries/entries
	c.Assemblies = int64(float64(c.Assemblies) * pivots)
	c.Surprises *= pivots
	c.EarlySurprises *= pivots
}

// work returns the entries of the rows and columns of pivots, with eight for each pivot, and the
// products of the entries of a column and a row.
func work(steps []step) (entries, products float64) {
	for _, s := range steps {
		entries += float64(s.l + s.u + 8)
		products += float64(s.l) * float64(s.u)
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
