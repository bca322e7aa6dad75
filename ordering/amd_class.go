package ordering

import "github.com/nrkit/nrkit/sparsity"

// constrainedAMD returns an approximate minimum degree ordering of the graph
// g in which the vertices of class 0 come first, then those of class 1, and so
// on, and vertices of a negative class, the halo, last.
//
// A vertex' degree counts its neighbours of all classes. The halo is not
// eliminated at all: its vertices come in no good order, and the statistics
// leave its columns out. A caller that orders a part of a graph passes the part
// and its neighbours as the halo, and drops the end of the result.
//
// Within a class the columns of each front are consecutive, and fronts follow a
// postorder of the assembly tree of all classes. Dense rows are last in their
// class, although the statistics count them as if they were last of all, and are
// no bounds then.
//
// Method: that of [AMD], with the variables of the class at hand in degree
// lists and those of later classes in none, as in the CAMD that comes with [1].
// Only variables of one class are merged, and only variables of the class at
// hand are eliminated along with a pivot.
//
// Shapes: g as in AMD, class has its length and -1 or less for the halo. Neither
// is modified; they share no memory with the result.
//
// Cost: that of AMD, and O(n) for any number of classes.
//
// It panics where AMD does, and if class has another length than g or a class
// ≥ n.
//
// [1] Y. Chen, T. A. Davis, W. W. Hager, S. Rajamanickam, ACM TOMS
// 35(3):22:1–14, 2008 (Algorithm 887).
func constrainedAMD(g *sparsity.Pattern, class []int32, opt AMDOptions) (sparsity.Perm, AMDStats) {
	if !g.Square() {
		panic(errNotSquare)
	}
	c := newClasses(g, class, opt)
	p := c.eliminate(opt.Stop)
	return p, c.stats
}

// eliminate returns the order of [constrainedAMD], or nil if stop says so.
func (c *classes) eliminate(stop func(AMDStats) bool) sparsity.Perm {
	a := c.amd
	for c.nextClass() {
		for c.left > 0 {
			me := a.pickPivot()
			if a.formElement(me) > 0 {
				a.setDifferences(me)
				a.updateDegrees(me)
				a.mergeVariables(me)
			}
			c.finish(me)
			if a.stops(stop) {
				return nil
			}
		}
	}
	c.countDense()
	c.releaseHalo()
	return c.sort(a.permutation())
}

// classes is a quotient graph whose variables are eliminated class by class.
type classes struct {
	*amd
	first   []int32 // order[first[c]:first[c+1]] are the vertices of class c
	order   []int32 // vertices by class, the halo last
	classes int32   // the halo is class classes
	left    int     // vertices of the current class that are to be eliminated
}

// newClasses returns the quotient graph of g with no variable in a degree
// list.
func newClasses(g *sparsity.Pattern, class []int32, opt AMDOptions) *classes {
	n := g.Cols
	if len(class) != n {
		panic(errClass)
	}
	most := int32(-1)
	for _, k := range class {
		most = max(most, k)
	}
	if int(most) >= max(n, 1) {
		panic(errClass)
	}
	c := &classes{classes: most + 1, first: make([]int32, most+3), order: make([]int32, n)}
	c.amd = newAMD(g, denseDegree(n, opt.Dense), !opt.NoAggressive)
	c.class, c.current = class, -1
	for i := range c.nodes {
		c.first[c.rank(int32(i))+1]++
		c.unlisted(int32(i))
		if class[i] < 0 && g.ColPtr[i] == g.ColPtr[i+1] {
			c.stats.NNZL-- // newAMD has eliminated it
		}
	}
	fill(c.head, -1)
	for k := range most + 2 {
		c.first[k+1] += c.first[k]
	}
	next := append([]int32(nil), c.first...)
	for i := range int32(n) {
		k := c.rank(i)
		c.order[next[k]] = i
		next[k]++
	}
	return c
}

// rank returns the class of vertex i, where the halo is the last one.
func (c *classes) rank(i int32) int32 {
	if k := c.class[i]; k >= 0 {
		return k
	}
	return c.classes
}

// nextClass puts the variables of the next class that has any into degree
// lists, and reports whether there is one.
func (c *classes) nextClass() bool {
	for c.left = 0; c.left == 0; {
		c.current++
		if c.current >= c.classes {
			return false
		}
		c.minDegree = int32(max(c.n-1, 0))
		for _, i := range c.order[c.first[c.current]:c.first[c.current+1]] {
			v := &c.nodes[i]
			if v.nv > 0 && v.elems >= 0 {
				c.left += int(v.nv)
				c.minDegree = min(c.minDegree, v.degree)
				link(c.nodes, c.head, i, v)
			}
		}
	}
	return true
}

// finish is finishElement, and counts what is left of the class.
func (c *classes) finish(me int32) {
	c.finishElement(me)
	c.left -= int(c.nodes[me].nv)
}

// countDense adds the dense rows as one front, but for those of the halo.
func (c *classes) countDense() {
	count := 0
	for i := range c.nodes {
		if v := &c.nodes[i]; c.class[i] >= 0 && v.nv == 0 && v.start == -1 {
			count++
		}
	}
	if count > 0 {
		c.countColumns(count, c.stats.Dense-count)
	}
}

// releaseHalo makes every variable that is left a tree of its own, and roots of
// the elements next to them.
func (c *classes) releaseHalo() {
	for i := range c.nodes {
		v := &c.nodes[i]
		switch {
		case v.nv == 0 || v.start < 0: // absorbed, dense, or a root
		case v.elems >= 0:
			v.start, v.elems = -1, flip(0)
		default:
			v.start = -1
		}
	}
}

// sort returns p, a postorder, with the classes in order. Within a class
// nothing changes places, and since no element is the child of one of an
// earlier class, children still come before their parents.
func (c *classes) sort(p sparsity.Perm) sparsity.Perm {
	sorted := make(sparsity.Perm, len(p))
	for _, i := range p {
		k := c.rank(i)
		sorted[c.first[k]] = i
		c.first[k]++
	}
	return sorted
}
