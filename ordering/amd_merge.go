package ordering

import "math/bits"

// mergeVariables finds variables of me that have become indistinguishable:
// same elements, same variables. Of each class one stays and stands for all.
//
// Only variables whose hashes agree in all bits are compared. On return the
// buckets are empty and every mark is smaller than a.mark.
func (a *amd) mergeVariables(me int32) {
	nodes := a.nodes
	a.maxDegree = max(a.maxDegree, nodes[me].degree)
	// The marks of setDifferences exceed a.mark by less than a degree.
	a.nextMark(a.maxDegree)
	for _, slot := range a.shared {
		for i := a.bucket[slot] - 1; i >= 0; i = nodes[i].next {
			a.absorbTwins(i)
		}
	}
}

// openBuckets returns a.bucket with as many empty buckets as suit count
// variables, and how far a hash must be shifted to choose one. Few buckets stay
// in the cache; more variables than buckets only make the chains longer.
func (a *amd) openBuckets(count int) (bucket []int32, shift uint) {
	width := bucketBits(count)
	bucket = a.bucket[:1<<width]
	clear(bucket)
	a.shared = a.shared[:0]
	return bucket, 32 - width
}

const maxBucketBits = 14

// bucketBits returns the bits of a bucket's number where count variables are
// to be told apart.
func bucketBits(count int) uint { return min(uint(bits.Len(uint(count)))+1, maxBucketBits) }

// absorbTwins absorbs into the variable i the variables after it in its bucket
// that are indistinguishable from it.
func (a *amd) absorbTwins(i int32) {
	nodes := a.nodes
	v := &nodes[i]
	marked := false
	before := v
	for j := v.next; j >= 0; j = before.next {
		w := &nodes[j]
		if w.prev != v.prev || w.length != v.length || w.elems != v.elems {
			before = w
			continue
		}
		if a.class != nil && a.class[i] != a.class[j] {
			before = w
			continue
		}
		if !marked {
			marked = true
			a.markList(v)
		}
		if !a.allMarked(w) {
			before = w
			continue
		}
		v.nv += w.nv // both are negated
		w.start, w.nv, w.elems = flip(i), 0, -1
		before.next = w.next
		a.stats.Merged++
	}
	if marked {
		a.nextMark(1)
	}
}

// markList marks the nodes in the list of v, but for the first, which is the
// current element in the lists of all its variables.
func (a *amd) markList(v *node) {
	for _, x := range a.adj[v.start+1 : v.start+v.length] {
		a.nodes[x].mark = a.mark
	}
}

// allMarked reports whether the nodes in the list of w are marked, but for the
// first.
func (a *amd) allMarked(w *node) bool {
	for _, x := range a.adj[w.start+1 : w.start+w.length] {
		if a.nodes[x].mark != a.mark {
			return false
		}
	}
	return true
}
