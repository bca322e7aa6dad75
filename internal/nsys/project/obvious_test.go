package project

import (
	"fmt"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/nsys"
	"pgregory.net/rapid"
)

// within says whether range p is around range i, of those with the same times
// the first in the file.
func within(c *Capture, p, i int) bool {
	if p == i || c.Threads[c.Thread(p)] != c.Threads[c.Thread(i)] || c.Start[p] > c.Start[i] || c.End[p] < c.End[i] {
		return false
	}
	return c.Start[p] != c.Start[i] || c.End[p] != c.End[i] || p < i
}

// around says whether range i is around call k.
func around(c *Capture, i, k int) bool {
	call := &c.Calls[k]
	return c.Threads[c.Thread(i)] == call.Thread && c.Start[i] <= call.Start && c.End[i] >= call.End
}

// inner says whether a is a better innermost range than b, which may be -1:
// shorter, or as short and with an earlier start, or with the same times and later
// in the file.
func inner(c *Capture, a, b int) bool {
	if b < 0 {
		return true
	}
	if da, db := c.End[a]-c.Start[a], c.End[b]-c.Start[b]; da != db {
		return da < db
	}
	if c.Start[a] != c.Start[b] {
		return c.Start[a] < c.Start[b]
	}
	return a > b
}

// obviousParent returns the parent of range i by looking at every range.
func obviousParent(c *Capture, keep func(int) bool, i int) int {
	best := -1
	for p := range c.Len() {
		if keep(i) && keep(p) && within(c, p, i) && inner(c, p, best) {
			best = p
		}
	}
	return best
}

// obvious computes the projection by looking at every range for every
// operation, and for every range.
func obvious(c *Capture) *Projection {
	n := c.Len()
	p := &Projection{Capture: c, Tree: newTree(n), OpStart: make([]int64, n), OpEnd: make([]int64, n),
		Launches: make([]int32, n), Children: make([]int32, n)}
	for i := range n {
		if !c.All(i) {
			continue
		}
		p.Parent[i] = int32(obviousParent(c, c.All, i))
		calls := map[int32]bool{}
		for o, k := range c.Of {
			if k < 0 || !around(c, i, int(k)) {
				continue
			}
			if len(calls) == 0 {
				p.OpStart[i], p.OpEnd[i] = c.Ops[o].Start, c.Ops[o].End
			}
			p.OpStart[i], p.OpEnd[i] = min(p.OpStart[i], c.Ops[o].Start), max(p.OpEnd[i], c.Ops[o].End)
			calls[k] = true
		}
		p.Launches[i] = int32(len(calls))
	}
	p.Outside = obviousOutside(c)
	for i := range n {
		if !c.All(i) {
			continue
		}
		level := int32(0)
		for q := p.Parent[i]; q >= 0; q = p.Parent[q] {
			level++
		}
		p.Level[i] = level
		if q := p.Parent[i]; q >= 0 && p.Launches[i] > 0 {
			p.Children[q]++
		}
	}
	return p
}

// obviousOutside returns what calls in no range started, by thread.
func obviousOutside(c *Capture) (list []Outside) {
	for k := range c.Calls {
		inside := false
		for i := range c.Len() {
			inside = inside || c.All(i) && around(c, i, k)
		}
		o := Outside{Thread: c.Calls[k].Thread, OpStart: 1 << 62, Launches: 1}
		for j, of := range c.Of {
			if int(of) == k {
				o.OpStart, o.OpEnd = min(o.OpStart, c.Ops[j].Start), max(o.OpEnd, c.Ops[j].End)
			}
		}
		if inside || o.OpStart == 1<<62 {
			continue
		}
		t := slices.IndexFunc(list, func(x Outside) bool { return x.Thread == o.Thread })
		if t < 0 {
			list = append(list, o)
			continue
		}
		list[t].OpStart, list[t].OpEnd = min(list[t].OpStart, o.OpStart), max(list[t].OpEnd, o.OpEnd)
		list[t].Launches++
	}
	return list
}

// addRange adds a range.
func addRange(r *nsys.Ranges, start, end int64, k nsys.RangeKind) {
	r.Start, r.End, r.Row = append(r.Start, start), append(r.End, end), append(r.Row, int32(r.Len()+1))
	r.Kind, r.Kinds = append(r.Kind, int32(len(r.Kinds))), append(r.Kinds, k)
}

// randomCapture draws a small capture: times from a few, so that there are
// ties; threads of processes that differ in the bits of the machine only;
// correlation ids that every process has.
func randomCapture(t *rapid.T) *Capture {
	threads := []nsys.Thread{1<<56 | 7<<24 | 7, 2<<56 | 7<<24 | 7, 1<<56 | 7<<24 | 8}
	time := rapid.Int64Range(0, rapid.SampledFrom([]int64{3, 12, 1000}).Draw(t, "span"))
	interval := func(label string) (int64, int64) {
		a, b := time.Draw(t, label), time.Draw(t, label)
		return min(a, b), max(a, b)
	}
	r := &nsys.Ranges{Threads: threads}
	for i := range rapid.IntRange(0, 40).Draw(t, "ranges") {
		start, end := interval("range")
		if rapid.IntRange(0, 99).Draw(t, "backwards") == 0 {
			start, end = end, start
		}
		addRange(r, start, end, nsys.RangeKind{Name: nsys.String(i), Text: nsys.String(i), Thread: int32(rapid.IntRange(0, 2).Draw(t, "thread")),
			Type:  rapid.SampledFrom([]uint8{59, 60, 70, 71}).Draw(t, "type"),
			Flags: rapid.SampledFrom([]uint8{0, 0, 0, nsys.RangeAway}).Draw(t, "flags")})
	}
	var calls []nsys.Call
	for range rapid.IntRange(0, 30).Draw(t, "calls") {
		start, end := interval("call")
		thread := rapid.SampledFrom(threads).Draw(t, "thread")
		calls = append(calls, nsys.Call{Start: start, End: end, Thread: thread, Correlation: rapid.Int64Range(0, 20).Draw(t, "correlation"),
			Class: rapid.SampledFrom([]int64{0, 1, nsys.ClassBacktrace}).Draw(t, "class")})
	}
	var ops []nsys.Op
	for range rapid.IntRange(0, 40).Draw(t, "ops") {
		start, end := interval("op")
		process := rapid.SampledFrom(threads).Draw(t, "thread").Process()
		ops = append(ops, nsys.Op{Start: start, End: end, Launch: nsys.Launch{Process: process, Correlation: rapid.Int64Range(0, 24).Draw(t, "correlation")},
			Kind: nsys.OpKind(rapid.IntRange(0, 3).Draw(t, "kind"))})
	}
	return NewCapture(r, calls, ops)
}

func TestProjectIsTheObviousOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randomCapture(t)
		sameProjection(t, c.Project(), obvious(c))
	})
}

// sameProjection compares projections.
func sameProjection(t *rapid.T, got, want *Projection) {
	for name, pair := range map[string][2]any{
		"parents":  {got.Parent, want.Parent},
		"levels":   {got.Level, want.Level},
		"starts":   {got.OpStart, want.OpStart},
		"ends":     {got.OpEnd, want.OpEnd},
		"launches": {got.Launches, want.Launches},
		"children": {got.Children, want.Children},
		"outside":  {got.Outside, want.Outside},
	} {
		if g, w := fmt.Sprint(pair[0]), fmt.Sprint(pair[1]); g != w {
			t.Fatalf("%s:\ngot  %s\nwant %s", name, g, w)
		}
	}
}

func TestTreeOfPushPopRangesIsTheObviousOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randomCapture(t)
		tree := c.Tree(c.PushPop)
		again := &Tree{Parent: tree.Parent, Level: make([]int32, c.Len())}
		if again.SetLevels(c.PushPop); !slices.Equal(again.Level, tree.Level) {
			t.Fatalf("levels: got %v, want %v", again.Level, tree.Level)
		}
		for i := range c.Len() {
			if want := obviousParent(c, c.PushPop, i); int(tree.Parent[i]) != want {
				t.Fatalf("parent of %d: got %d, want %d", i, tree.Parent[i], want)
			}
		}
	})
}

func TestInnermostAndEnclosingAreTheObviousOnes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randomCapture(t)
		innermost, enclosing := c.Innermost(), c.Enclosing(c.All)
		for o, k := range c.Of {
			best, all := -1, []int32(nil)
			for i := range c.Len() {
				if k >= 0 && c.All(i) && around(c, i, int(k)) {
					all = append(all, int32(i))
					if inner(c, i, best) {
						best = i
					}
				}
			}
			if int(innermost[o]) != best {
				t.Fatalf("innermost of operation %d: got %d, want %d", o, innermost[o], best)
			}
			if k < 0 {
				continue
			}
			got := enclosing.Around(int(k), nil)
			slices.Sort(got)
			if !slices.Equal(got, all) {
				t.Fatalf("ranges around call %d: got %v, want %v", k, got, all)
			}
		}
	})
}

// TestShorterRowOfACall: a row with a call chain is the worse one however long
// it is; of others the shorter is better.
func TestShorterRowOfACall(t *testing.T) {
	call := func(class, end int64) *nsys.Call { return &nsys.Call{Class: class, End: end} }
	for _, tt := range []struct {
		a, b *nsys.Call
		want bool
	}{
		{call(0, 5), call(1, 6), true},
		{call(1, 6), call(0, 5), false},
		{call(0, 5), call(0, 5), false},
		{call(0, 9), call(nsys.ClassBacktrace, 5), true},
		{call(nsys.ClassBacktrace, 5), call(0, 9), false},
		{call(nsys.ClassBacktrace, 5), call(nsys.ClassBacktrace, 6), true},
	} {
		if got := shorter(tt.a, tt.b); got != tt.want {
			t.Errorf("%+v, %+v: got %v", tt.a, tt.b, got)
		}
	}
}

// TestJoinIsTheObviousOne: an operation is joined with the shortest call of its
// process and correlation id that is no second row.
func TestJoinIsTheObviousOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randomCapture(t)
		for o, k := range c.Of {
			best := -1
			for j := range c.Calls {
				if c.Calls[j].Launch() == c.Ops[o].Launch && (best < 0 || shorter(&c.Calls[j], &c.Calls[best])) {
					best = j
				}
			}
			if int(k) != best {
				t.Fatalf("call of operation %d: got %d, want %d", o, k, best)
			}
		}
		launches := c.Launches()
		for j, started := range launches {
			if started != slices.Contains(c.Of, int32(j)) {
				t.Fatalf("call %d: got started %v", j, started)
			}
		}
	})
}
