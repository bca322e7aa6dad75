package runpage

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
)

// The nodes of a tree have the time of the ranges on their path.
func TestTree(t *testing.T) {
	for seed := range uint64(40) {
		tr := walktest.Random(seed, 300)
		d, err := Collect(tr, 5) // the tree has also what the page leaves out
		if err != nil {
			t.Fatal(err)
		}
		got, wanted := map[string]float64{}, map[string]float64{}
		for _, n := range d.tree.nodes {
			path := tr.Names[n.name]
			for p := n.parent; p >= 0; p = d.tree.nodes[p].parent {
				path = tr.Names[d.tree.nodes[p].name] + "/" + path
			}
			got[path] = n.total
		}
		all, _ := want(tr)
		stack := map[int][]string{}
		for _, x := range all {
			if x.depth < len(stack[x.track]) {
				stack[x.track] = stack[x.track][:x.depth]
			}
			if x.start == x.end {
				continue // an instant, or a range that adds nothing
			}
			stack[x.track] = append(stack[x.track], tr.Names[x.name])
			path := strings.Join(stack[x.track], "/")
			wanted[path] += float64(x.end - x.start)
		}
		for path, ns := range got {
			if ns != wanted[path] {
				t.Fatalf("seed %d: %s: got %g ns, want %g", seed, path, ns, wanted[path])
			}
		}
	}
}

// A tree that is full counts the time of further names in the node above.
func TestFullTree(t *testing.T) {
	x := newTree(&trace.Trace{})
	top := x.child(-1, 0)
	for k := range int32(2 * maxNodes) {
		if at := x.child(top, k+1); (at == top) != (k >= maxNodes-1) {
			t.Fatalf("name %d has the node %d", k, at)
		}
	}
}

// The time of a phase in a sampled trace is what the table of phases says.
func TestSampledTree(t *testing.T) {
	tr := walktest.NR(50, true)
	tr.Header.Sample = 4
	d, err := Collect(tr, Limit)
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, p := range trace.Summarize(tr, trace.SummaryOptions{}).Phases {
		total := 0.0
		for _, n := range d.tree.nodes {
			if tr.Names[n.name] == p.Name {
				total += n.total
			}
		}
		if math.Abs(total-float64(p.Total)) > 1e-6*total+2 {
			t.Errorf("%s: got %g ns, want %d", p.Name, total, p.Total)
		}
		compared++
	}
	if compared < 5 || !strings.Contains(d.note(), "1 of 4 time steps") {
		t.Errorf("%d phases; the page says %q", compared, d.note())
	}
}

// Of many names, those that differ only in numbers are one node.
func TestGroupedTree(t *testing.T) {
	names := []string{"plain"}
	events := []trace.Event{{Kind: trace.Begin, Name: 0, Index: trace.NoIndex}}
	for k := range int32(manyNames) {
		names = append(names, fmt.Sprintf("op %d", k))
		events = append(events, trace.Event{Time: int64(k) * 10, Kind: trace.Begin, Name: k + 1, Index: trace.NoIndex}, trace.Event{Time: int64(k)*10 + 3, Kind: trace.End})
	}
	events = append(events, trace.Event{Time: 20_000, Kind: trace.End})
	d, err := Collect(trace.FromEvents(trace.Header{}, names, []trace.Track{{Device: -1}}, events), Limit)
	if err != nil {
		t.Fatal(err)
	}
	if n := d.tree.nodes; len(n) != 2 || n[1].count != manyNames || n[1].total != 3*manyNames || d.tree.title(n[1].name, names) != "op #" || d.tree.title(n[0].name, names) != "plain" {
		t.Errorf("got %+v", n)
	}
	if a := d.about(); a.Titles[1] != "op #" || a.Group[manyNames] != 1 || a.Group[0] != 0 {
		t.Errorf("got %v", a.Titles)
	}
}
