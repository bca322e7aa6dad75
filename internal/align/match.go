package align

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/trace"
)

// A pair is a thread of each run.
type pair struct{ before, after *thread }

// pairs puts threads of two runs together.
func pairs(runs [2]Run, x [2]*index, u Unit) ([]pair, error) {
	for k := range x {
		if len(x[k].threads) == 0 {
			return nil, &Error{k, fmt.Errorf("has no ranges called %s", u.phase())}
		}
	}
	if len(x[0].threads) == 1 && len(x[1].threads) == 1 {
		return []pair{{x[0].threads[0], x[1].threads[0]}}, nil
	}
	var named [2]map[place]*thread
	for k := range x {
		named[k] = map[place]*thread{}
		for _, l := range x[k].threads {
			p := placeOf(runs[k].Trace.Tracks[l.track])
			for named[k][p] != nil {
				p.again++
			}
			named[k][p] = l
		}
	}
	var list []pair
	for k := range x {
		for p, l := range named[k] {
			other := named[1-k][p]
			switch {
			case other == nil:
				return nil, &Error{k, fmt.Errorf("%s has %s ranges, and the other run has no such thread", p, u.phase())}
			case k == 0:
				list = append(list, pair{l, other})
			}
		}
	}
	slices.SortFunc(list, func(a, b pair) int { return cmp.Compare(a.before.track, b.before.track) })
	return list, nil
}

// A place tells the threads of a run apart, in a manner that two runs have in common.
type place struct {
	rank  int32
	name  string
	again int // threads of this rank and name before
}

func placeOf(tr trace.Track) place { return place{rank: tr.Rank, name: tr.Name} }

func (p place) String() string {
	text := fmt.Sprintf("thread %q of rank %d", p.name, p.rank)
	if p.again > 0 {
		text = fmt.Sprintf("number %d of %s", p.again+1, text)
	}
	return text
}

// match finds which solutions, iterations and marks of a pair belong together. It
// returns a warning, "" for none.
func (p pair) match() (warning string) {
	a, b := p.before, p.after
	steps := min(a.steps(), b.steps())
	byTime := a.isTimed() && b.isTimed()
	if byTime {
		if n := p.solutions(true); 2*n < steps {
			warning = fmt.Sprintf("only %d of %d time steps have the same %s in both runs: steps are matched by their numbers", n, steps, argTime)
			byTime = false
		}
	}
	if !byTime {
		p.solutions(false)
	}
	p.iterations()
	p.marks()
	return warning
}

// steps returns how many time steps there are.
func (l *thread) steps() int {
	n := 0
	for i := range l.solutions {
		if l.solutions[i].name == trace.PhaseTimestep {
			n++
		}
	}
	return n
}

// isTimed says whether all time steps have a time.
func (l *thread) isTimed() bool {
	return !slices.ContainsFunc(l.solutions, func(s solution) bool { return s.name == trace.PhaseTimestep && !s.timed })
}

// A key names a solution in both runs.
type key struct {
	name   string
	number int64
	exp    int
	parent int32 // in the before run
	again  int   // solutions of these facts before
}

// solutions matches the solutions, and returns how many time steps have a partner. A
// solution is found only if the solution around it is.
func (p pair) solutions(byTime bool) (steps int) {
	known := map[key]int32{}
	next := map[key]int{}
	keyOf := func(s *solution, parent int32) key {
		k := key{name: s.name, number: s.number, parent: parent}
		if byTime && s.timed {
			r := rounded(s.time)
			k.number, k.exp = r.m, r.e
		}
		n := next[k]
		next[k]++
		k.again = n
		return k
	}
	a, b := p.before.solutions, p.after.solutions
	for i := range a {
		if a[i].partner = none; i > 0 {
			known[keyOf(&a[i], a[i].parent)] = int32(i)
		}
	}
	clear(next)
	a[0].partner, b[0].partner = 0, 0
	for j := 1; j < len(b); j++ {
		s := &b[j]
		s.partner = none
		around := b[s.parent].partner
		if around == none {
			continue
		}
		if i, ok := known[keyOf(s, around)]; ok {
			s.partner, a[i].partner = i, int32(j)
			if s.name == trace.PhaseTimestep {
				steps++
			}
		}
	}
	return steps
}

// iterations matches the iterations of solutions that belong together: iterations
// of one number, in their order.
func (p pair) iterations() {
	a, b := p.before, p.after
	inA, inB := a.inSolutions(), b.inSolutions()
	for s := range a.solutions {
		other := a.solutions[s].partner
		if other == none {
			continue
		}
		x, y := inA[s], inB[other]
		for len(x) > 0 && len(y) > 0 {
			i, j := &a.iterations[x[0]], &b.iterations[y[0]]
			switch c := cmp.Or(cmp.Compare(i.epoch, j.epoch), cmp.Compare(i.number, j.number)); {
			case c < 0:
				x = x[1:]
			case c > 0:
				y = y[1:]
			default:
				i.partner, j.partner = y[0], x[0]
				x, y = x[1:], y[1:]
			}
		}
	}
}

// inSolutions returns the iterations of each solution.
func (l *thread) inSolutions() [][]int32 {
	all := make([]int32, len(l.iterations))
	list := make([][]int32, len(l.solutions))
	for s := range l.solutions {
		n := l.solutions[s].iterations
		list[s], all = all[:0:n], all[n:]
	}
	for i := range l.iterations {
		s := l.iterations[i].solution
		list[s] = append(list[s], int32(i))
	}
	return list
}

// marks matches the marks of what belongs together. The last iterations of two
// solutions end together, so that what follows them in their solutions is aligned. Marks
// whose order differs between the runs lose their partners, and so does what begins
// there.
func (p pair) marks() {
	a, b := p.before, p.after
	join := func(i, j int32) {
		if i != none && j != none {
			a.marks[i].partner, b.marks[j].partner = j, i
		}
	}
	for i := range a.solutions {
		if s := &a.solutions[i]; s.partner != none {
			o := &b.solutions[s.partner]
			join(s.open, o.open)
			join(s.close, o.close)
			join(s.tail, o.tail)
		}
	}
	for i := range a.iterations {
		it := &a.iterations[i]
		if it.partner == none {
			continue
		}
		o := &b.iterations[it.partner]
		join(it.begin, o.begin)
		if a.solutions[it.solution].tail != it.finish && b.solutions[o.solution].tail != o.finish {
			join(it.finish, o.finish)
		}
	}
	p.straighten()
}

// straighten drops the fewest partners of marks so that the rest have one order in both
// runs.
func (p pair) straighten() {
	a, b := p.before, p.after
	var from []int32 // marks of a with partners
	for i := range a.marks {
		if a.marks[i].partner != none {
			from = append(from, int32(i))
		}
	}
	keep := increasing(from, func(i int32) int32 { return a.marks[i].partner })
	for _, i := range from {
		if len(keep) > 0 && keep[0] == i {
			keep = keep[1:]
			continue
		}
		b.marks[a.marks[i].partner].partner = none
		a.marks[i].partner = none
	}
	for i := range a.solutions[1:] {
		if s := &a.solutions[i+1]; s.partner != none && a.marks[s.open].partner == none {
			b.solutions[s.partner].partner, s.partner = none, none
		}
	}
	for i := range a.iterations {
		if it := &a.iterations[i]; it.partner != none && a.marks[it.begin].partner == none {
			b.iterations[it.partner].partner, it.partner = none, none
		}
	}
}

// increasing returns the longest part of a list whose values increase.
//
// Method: patience sorting, with the place before each element. O(n log n).
func increasing(list []int32, value func(int32) int32) []int32 {
	if slices.IsSortedFunc(list, func(x, y int32) int { return cmp.Compare(value(x), value(y)) }) {
		return list
	}
	var tops []int // by length of a run: the place of its last element
	before := make([]int, len(list))
	for i, x := range list {
		k, _ := slices.BinarySearchFunc(tops, value(x), func(at int, v int32) int { return cmp.Compare(value(list[at]), v) })
		before[i] = none
		if k > 0 {
			before[i] = tops[k-1]
		}
		if k == len(tops) {
			tops = append(tops, i)
		} else {
			tops[k] = i
		}
	}
	out := make([]int32, len(tops))
	for i, k := tops[len(tops)-1], len(tops)-1; k >= 0; i, k = before[i], k-1 {
		out[k] = list[i]
	}
	return out
}

// place gives each mark of a pair its time on the common time line.
func (p pair) place() {
	a, b := p.before, p.after
	to := int64(0)
	for i, j := 0, 0; i < len(a.marks) || j < len(b.marks); {
		switch {
		case i < len(a.marks) && a.marks[i].partner == none:
			a.marks[i].to = to
			to += a.slot(i)
			i++
		case j < len(b.marks) && b.marks[j].partner == none:
			b.marks[j].to = to
			to += b.slot(j)
			j++
		default:
			a.marks[i].to, b.marks[j].to = to, to
			to += max(a.slot(i), b.slot(j))
			i, j = i+1, j+1
		}
	}
}

// slot returns how long the slot after a mark is in the run.
func (l *thread) slot(i int) int64 {
	if i+1 < len(l.marks) {
		return l.marks[i+1].at - l.marks[i].at
	}
	return l.last - l.marks[i].at
}
