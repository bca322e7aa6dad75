package ordering

import "github.com/nrkit/nrkit/sparsity"

// AMFOptions are the knobs of [AMF]. The zero value takes the fill of each
// vertex from its degree and the last clique it is in.
type AMFOptions struct {
	// Score is the figure that is least for the next pivot.
	Score AMFScore

	// Ties says which of the vertices that have as little is taken.
	Ties AMFTies

	// Seed is the seed of random ties.
	Seed uint64

	// AllCliques subtracts from the score the edges of all cliques of a vertex, as
	// if no two cliques had a common edge. Without it only the edges of the last
	// clique are subtracted.
	AllCliques bool

	// Exact counts the fill edge by edge where no more than Exact neighbours
	// are outside the last clique, as long as that takes no more than a few
	// times the work of the rest. 0 counts nothing: all fill is estimated.
	Exact int

	// Dense and NoAggressive have the same meaning as in [AMDOptions].
	Dense        float64
	NoAggressive bool

	// Stop has the same meaning as in [AMDOptions].
	Stop func(AMDStats) bool
}

// AMF returns an ordering of the graph g that eliminates next the vertex with the
// least expected fill, or with the least value of another score. It needs more time
// than [AMD] and fills less on most matrices, though not on all. A caller can run
// several variants, stop the runs that fall behind, and keep the best.
//
// Columns of fronts, fronts and dense rows are ordered as by AMD, and the
// statistics have the same meaning.
//
// Method: the quotient graph of AMD with its supervariables, absorption and
// bounds of degrees. The score of a variable is set when it is in the clique
// of a pivot. Fill is what Rothberg and Eisenstat [1] estimate: the pairs of
// neighbours but those in the last clique. [AMFOptions.AllCliques] is the
// correction of MUMPS' AMF, [AMFOptions.Exact] is local fill as in Ng and
// Raghavan [2], where neighbourhoods are cheap. It is counted when a variable
// comes first in the queue, where a lower bound or half of the estimate puts it
// until then, whichever is more; but one that may add no edge at all comes first.
// What puts it there falls for variables outside the clique that have two
// neighbours in it. Scores are kept to five bits behind the leading one.
//
// Shapes: as in AMD.
//
// Cost: as AMD, plus O(1) for each update of a score. For exact fill no more than
// twelve list entries are read for each one that the ordering itself reads, and
// 131,072 besides; where many would have to be read for one vertex, or few are left,
// its fill is estimated. That is 1.1 to 2 times the time of AMD without exact scores
// and 4 to 6 with them, 3 and 10 where cliques are large; 1.2·|g| + 22n words of 32
// bits.
//
// It panics in the same cases as AMD, and for an unknown score or rule for ties.
//
// [1] E. Rothberg, S. C. Eisenstat, SIAM J. Matrix Anal. Appl. 19(3):682–695,
// 1998. [2] E. G. Ng, P. Raghavan, SIAM J. Matrix Anal. Appl. 20(4):902–914,
// 1999.
func AMF(g *sparsity.Pattern, opt AMFOptions) (sparsity.Perm, AMDStats) {
	if !g.Square() {
		panic(errNotSquare)
	}
	if opt.Score > AMFRelative || opt.Ties > AMFRandom {
		panic(errScore)
	}
	f := newAMF(g, opt)
	for f.eliminated < f.n {
		f.eliminate(f.pickPivot())
		if f.stops(opt.Stop) {
			return nil, f.stats
		}
	}
	f.countDense()
	return f.permutation(), f.stats
}

// amf is a quotient graph whose variables are in a queue by their scores and
// in no degree list.
type amf struct {
	*amd
	opt   AMFOptions
	queue fillQueue
	local localFill

	merged int // stats.Merged when scores were last updated

	cliques []clique // of the variables in the list of the current element
}

// A clique is what a variable has in elements other than the current one, each
// counted as if it had nothing in common with the others.
type clique struct {
	outside float64 // weight of what is not in the current element
	pairs   float64 // twice the pairs in them with one or both of these, pairs with the variable itself too
}

// newAMF returns the quotient graph of g with all variables in the queue.
func newAMF(g *sparsity.Pattern, opt AMFOptions) *amf {
	n := g.Cols
	f := &amf{amd: newAMD(g, denseDegree(n, opt.Dense), !opt.NoAggressive), opt: opt}
	f.queue = newFillQueue(n, opt.Ties, opt.Seed)
	f.local = newLocalFill(f.amd, opt.Exact)
	f.local.earn(n + g.NNZ())
	fill(f.head, -1)
	for i := range int32(n) {
		v := &f.nodes[i]
		if v.nv > 0 && v.elems >= 0 {
			f.unlisted(i)
			v.length = int32(g.ColPtr[i+1] - g.ColPtr[i])
			f.queue.push(i, f.score(i, v, 0, clique{}))
		}
	}
	return f
}

// eliminate forms the element of me and brings the scores of its variables up
// to date.
func (f *amf) eliminate(me int32) {
	if f.formElement(me) > 0 {
		f.setDifferences(me)
		f.noteCliques(me)
		f.updateDegrees(me)
		f.mergeVariables(me)
	}
	f.finish(me)
}

// finish does what finishElement does, with the queue in place of degree
// lists. A score needs the weights of all variables of me, so these come
// first.
func (f *amf) finish(me int32) {
	nodes := f.nodes
	m := &nodes[me]
	list := f.adj[m.start : m.start+m.length]
	kept := 0
	for k, i := range list {
		v := &nodes[i]
		if v.nv == 0 {
			f.queue.remove(i)
			continue
		}
		v.nv = -v.nv
		list[kept] = i
		if kept < len(f.cliques) {
			f.cliques[kept] = f.cliques[k]
		}
		kept++
	}
	if m.start+m.length == f.free {
		f.free = m.start + int32(kept)
	}
	m.nv, m.length = -m.nv, int32(kept)
	f.updateScores(m, list[:kept])
	if kept == 0 {
		m.start = -1
	}
	f.stats.Pivots++
	f.countColumns(int(m.nv), int(m.degree)+f.stats.Dense)
}

// updateScores puts the variables in list, which are those of the element m,
// back into the queue.
func (f *amf) updateScores(m *node, list []int32) {
	if f.opt.Exact > 0 {
		f.local.enter(list, f.stats.Merged > f.merged)
	}
	f.merged = f.stats.Merged
	read := len(list)
	for k, i := range list {
		v := &f.nodes[i]
		read += int(v.length)
		var c clique
		if f.opt.AllCliques {
			c = f.cliques[k]
		}
		score := f.score(i, v, m.degree, c)
		v.degree += m.degree - v.nv
		f.unlisted(i)
		f.queue.move(i, score)
	}
	f.local.earn(read)
	f.lowerTouched()
}

// lowerTouched lowers what the variables outside the current element go by that
// have two or more neighbours in it, since these are neighbours now.
func (f *amf) lowerTouched() {
	for _, i := range f.local.touched {
		k, v := &f.local.fills[i], &f.nodes[i]
		if k.gain == 0 || k.pairs <= 0 {
			continue
		}
		k.pairs, k.estimate, k.bound = max(0, k.pairs-k.gain), max(0, k.estimate-k.gain), true
		score := f.combine(float64(k.pairs), v.degree, v.nv)
		if bucketOf(score) != f.queue.items[i].bucket {
			f.queue.move(i, score)
		}
	}
}

// pickPivot takes a variable of least score out of the queue and returns it.
// One that comes first and is still to be counted has its fill counted, and is
// put back if that is more.
func (f *amf) pickPivot() int32 {
	for {
		i, b := f.queue.pop()
		if f.opt.Exact <= 0 || !f.local.fills[i].bound {
			return i
		}
		v, k := &f.nodes[i], f.local.fills[i]
		pairs, ok := f.local.count(i, v)
		if !ok {
			pairs = max(float64(k.pairs), float64(k.estimate))
		}
		score := f.combine(pairs, v.degree, v.nv)
		if bucketOf(score) <= b {
			return i
		}
		f.queue.push(i, score)
	}
}
