package ordering

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// amfRuns are all ways to score, on graphs small enough for all scores to be
// checked.
func amfRuns() (list []AMFOptions) {
	for score := AMFFill; score <= AMFRelative; score++ {
		for _, all := range []bool{false, true} {
			for _, exact := range []int{0, 3, 1000} {
				list = append(list, AMFOptions{Score: score, Ties: AMFTies(len(list) % 3), AllCliques: all,
					Exact: exact, Dense: 1e6, NoAggressive: len(list)%4 == 0})
			}
		}
	}
	return list
}

// TestAMFSteps follows the quotient graph pivot by pivot, compares it with the
// graph that elimination leaves, and all scores that were set with their
// definitions.
func TestAMFSteps(t *testing.T) {
	counted, estimated := 0, 0
	graphs := stepGraphs()
	for k, name := range slices.Sorted(maps.Keys(graphs)) {
		g := graphs[name]
		for r, opt := range amfRuns() {
			if (k+r)%5 != 0 { // each run on some graphs, each graph in some runs
				continue
			}
			f := newAMF(g, opt)
			f.local.left = math.MaxInt / 2 // all fill is counted
			truth := newEliminationGraph(g)
			for i := range int32(f.n) {
				if v := &f.nodes[i]; v.elems >= 0 {
					if err := f.checkScore(i, nil, truth, &counted, &estimated); err != nil {
						t.Fatalf("%s, %+v, at the start: %v", name, opt, err)
					}
				}
			}
			for f.eliminated < f.n {
				me := f.pickPivot()
				if err := f.least(me, truth); err != nil {
					t.Fatalf("%s, %+v: %v", name, opt, err)
				}
				f.eliminate(me)
				truth.eliminate(f.gone())
				if err := truth.compare(f.amd, f.queued); err != nil {
					t.Fatalf("%s, %+v: %v", name, opt, err)
				}
				if opt.Exact >= f.n {
					if err := f.allCounted(truth); err != nil {
						t.Fatalf("%s, %+v, pivot %d: %v", name, opt, me, err)
					}
				}
				for _, i := range f.listOf(me) {
					if err := f.checkScore(i, f.listOf(me), truth, &counted, &estimated); err != nil {
						t.Fatalf("%s, %+v, pivot %d: %v", name, opt, me, err)
					}
				}
			}
		}
	}
	if counted < 5000 || estimated < 2000 {
		t.Errorf("%d scores counted, %d estimated: too few to tell", counted, estimated)
	}
}

// goesBy returns the score of the variable i by its fill, or by half of what
// was estimated if that is more and the fill still to be counted.
func (f *amf) goesBy(i int32, truth eliminationGraph) int32 {
	nv, pairs := float64(f.nodes[i].nv), 2*float64(truth.fill(i))
	if k := f.local.fills[i]; k.bound {
		pairs = max(pairs, float64(k.estimate)/2)
	}
	return bucketOf(defined(f.opt.Score, pairs, float64(len(truth[i]))-nv+1, nv))
}

// least checks that the pivot me has the least score where all fill is counted
// that is not estimated to be twice as much.
func (f *amf) least(me int32, truth eliminationGraph) error {
	if f.opt.Exact < f.n {
		return nil
	}
	mine := f.goesBy(me, truth)
	for i := range int32(f.n) {
		if v := &f.nodes[i]; v.nv > 0 && v.elems >= 0 && f.goesBy(i, truth) < mine {
			return fmt.Errorf("pivot %d of bucket %d, %d is of %d", me, mine, i, f.goesBy(i, truth))
		}
	}
	return nil
}

// allCounted checks that every variable has the score of its exact fill, or is
// still to be counted and has no larger one than it goes by. A variable that adds
// no edge has to come first.
func (f *amf) allCounted(truth eliminationGraph) error {
	for i := range int32(f.n) {
		v := &f.nodes[i]
		if v.nv == 0 || v.elems < 0 {
			continue
		}
		fill, degree := 2*float64(truth.fill(i)), float64(len(truth[i])-int(v.nv)+1)
		want, got, bound := bucketOf(defined(f.opt.Score, fill, degree, float64(v.nv))), f.queue.items[i].bucket, f.local.fills[i].bound
		if got > f.goesBy(i, truth) || got != want && !bound || got > want && fill == 0 {
			return fmt.Errorf("variable %d: bucket %d, bound %v, want %d", i, got, bound, want)
		}
	}
	return nil
}

// listOf returns the variables of the element e.
func (f *amf) listOf(e int32) []int32 {
	x := &f.nodes[e]
	if x.start < 0 {
		return nil
	}
	return f.adj[x.start : x.start+x.length]
}

// queued reports whether i is in the bucket it says, linked both ways.
func (f *amf) queued(i int32) bool {
	b := f.queue.items[i].bucket
	if b < 0 || f.nodes[i].prev != i || f.nodes[i].next != -1 {
		return false
	}
	prev, found := int32(-1), false
	for x := f.queue.buckets[b].first; x >= 0; x = f.queue.items[x].next {
		if f.queue.items[x].prev != prev || f.queue.items[x].bucket != b {
			return false
		}
		found = found || x == i
		prev = x
	}
	return found && f.queue.buckets[b].last == prev && f.queue.filled[b>>6]>>(b&63)&1 == 1
}

// checkScore compares the bucket of the variable i with the definition of its
// score; list has the variables of the current element.
func (f *amf) checkScore(i int32, list []int32, truth eliminationGraph, counted, estimated *int) error {
	v := &f.nodes[i]
	nv, whole := int(v.nv), 0
	current := map[int32]bool{}
	for _, u := range list {
		whole += int(f.nodes[u].nv)
		current[u] = true
	}
	inside := max(whole-nv, 0)
	outside := int(v.degree) - inside
	estimate := outside * (outside - 1 + 2*inside)
	if f.opt.AllCliques {
		estimate = f.lessCliques(i, estimate, outside, current)
	}
	fill := 2 * truth.fill(i)
	got := f.queue.items[i].bucket
	want := func(pairs int) int32 {
		return bucketOf(defined(f.opt.Score, float64(pairs), float64(int(v.degree)), float64(nv)))
	}
	if f.opt.Exact >= f.n {
		*counted++
		if int(v.degree) != len(truth[i])-nv+1 {
			return fmt.Errorf("variable %d: degree %d, want %d", i, v.degree, len(truth[i])-nv+1)
		}
		if k := f.local.fills[i]; k.bound && k.estimate != float32(estimate) {
			return fmt.Errorf("variable %d: estimated to add %g, want %d", i, k.estimate, estimate)
		}
		return nil // allCounted checks the rest
	}
	*estimated++
	bound := f.opt.Exact > 0 && f.local.fills[i].bound
	if got != want(estimate) && !(bound && got <= max(want(fill), want((estimate+1)/2))) && !(f.opt.Exact > 0 && got == want(fill)) {
		return fmt.Errorf("variable %d: bucket %d, bound %v, want %d or %d", i, got, bound, want(estimate), want(fill))
	}
	return nil
}

// defined is what the comments on the scores say.
func defined(score AMFScore, pairs, degree, nv float64) float64 {
	switch score {
	case AMFFill:
		return pairs
	case AMFMeanFill:
		return pairs / (nv + 1)
	case AMFDegree:
		return degree
	case AMFIncrease:
		return pairs - 2*degree*nv
	case AMFRelative:
		return pairs / ((nv + 1) * math.Sqrt(degree+1))
	}
	panic("no such score")
}

// fill returns the edges that eliminating x adds.
func (e eliminationGraph) fill(x int32) (edges int) {
	for u := range e[x] {
		for w := range e[x] {
			if u < w && !e[u][w] {
				edges++
			}
		}
	}
	return edges
}

// lessCliques takes off the estimate the pairs in the elements of i but the
// first, which is the current one.
func (f *amf) lessCliques(i int32, estimate, outside int, current map[int32]bool) int {
	v := &f.nodes[i]
	sum, pairs := 0, 0
	for _, e := range f.adj[v.start : v.start+v.elems] {
		in, out := 0, 0
		for _, u := range f.listOf(e) {
			switch x := &f.nodes[u]; {
			case u == i || x.nv == 0:
			case current[u]:
				in += int(x.nv)
			default:
				out += int(x.nv)
			}
		}
		sum += out
		pairs += out * (out - 1 + 2*in)
	}
	if sum > outside {
		return estimate
	}
	return max(0, estimate-pairs)
}

// TestFillQueue compares the queue with lists in the order of pushes.
func TestFillQueue(t *testing.T) {
	for _, ties := range []AMFTies{AMFNewest, AMFOldest} {
		const n = 60
		r := rand.New(rand.NewPCG(5, uint64(ties)))
		q := newFillQueue(n, ties, 1)
		scores := map[int32]float64{}
		var order []int32 // by time of push
		for range 20000 {
			i := int32(r.IntN(n))
			_, in := scores[i]
			switch {
			case in && r.IntN(3) == 0:
				q.remove(i)
				delete(scores, i)
			case r.IntN(4) > 0 || len(scores) == 0:
				s := math.Round(r.NormFloat64()*20) * math.Pow(10, float64(r.IntN(6)))
				q.move(i, s)
				scores[i] = s
				order = append(slices.DeleteFunc(order, func(x int32) bool { return x == i }), i)
			default:
				want := int32(-1)
				for _, x := range order {
					s, in := scores[x]
					if in && (want < 0 || bucketOf(s) < bucketOf(scores[want]) ||
						ties == AMFNewest && bucketOf(s) == bucketOf(scores[want])) {
						want = x
					}
				}
				if got, _ := q.pop(); got != want {
					t.Fatalf("ties %d: popped %d with %v, want %d with %v", ties, got, scores[got], want, scores[want])
				}
				delete(scores, want)
			}
		}
	}
}

// TestBucketOf wants buckets to follow scores, and scores that are apart by a
// 31st or more of their distance from 1 to have two.
func TestBucketOf(t *testing.T) {
	last := int32(-1)
	for s := -1e13; s < 5e18; {
		b := bucketOf(s)
		if b < last || b < 0 || b >= buckets {
			t.Fatalf("score %v: bucket %d after %d", s, b, last)
		}
		step := (math.Abs(s) + 1) / 31
		if next := bucketOf(s + step); math.Abs(s) > step && next <= b {
			t.Fatalf("scores %v and %v: buckets %d and %d", s, s+step, b, next)
		}
		last = b
		s += step / 3
	}
	for s := range 31 {
		if bucketOf(float64(s)) == bucketOf(float64(s+1)) {
			t.Errorf("scores %d and %d share a bucket", s, s+1)
		}
	}
}
