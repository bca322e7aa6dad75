package btf_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
)

// samePartition fails unless two nodes are in one component exactly when they
// have the same least node.
func samePartition(t *testing.T, c btf.Components, least []int) {
	t.Helper()
	if len(c.Of) != len(least) {
		t.Fatalf("want %d nodes, got %d", len(least), len(c.Of))
	}
	number, count := map[int]int32{}, 0
	used := make([]bool, c.Count)
	for v, l := range least {
		b, ok := number[l]
		if !ok {
			b = c.Of[v]
			number[l] = b
			count++
			if b < 0 || int(b) >= c.Count || used[b] {
				t.Fatalf("node %d: component %d of %d is used before or out of range", v, b, c.Count)
			}
			used[b] = true
		}
		if c.Of[v] != b {
			t.Fatalf("node %d: want component %d, got %d", v, b, c.Of[v])
		}
	}
	if c.Count != count {
		t.Fatalf("want %d components, got %d", count, c.Count)
	}
}

func TestStrongComponents(t *testing.T) {
	eachSquare(t, func(t *testing.T, a *sparsity.Pattern) {
		for _, a := range []*sparsity.Pattern{a, jumble(a)} {
			c := btf.StrongComponents(a)
			samePartition(t, c, oracle.Strong(a))
			checkTopological(t, a, c)
		}
	})
}

// checkTopological fails if an entry leads from a later to an earlier component.
func checkTopological(t interface {
	Helper()
	Fatalf(string, ...any)
}, a *sparsity.Pattern, c btf.Components) {
	t.Helper()
	for j := range a.Cols {
		for _, i := range a.Col(j) {
			if c.Of[i] > c.Of[j] {
				t.Fatalf("entry (%d, %d) in components %d and %d", i, j, c.Of[i], c.Of[j])
			}
		}
	}
}

// TestStrongLaws: what the definition says of graphs too large for a closure.
// The components of the transpose are the same, and those that are left when
// each component becomes one node are single nodes.
func TestStrongLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 300).Draw(t, "n")
		a := matgen.Random(n, n, rapid.IntRange(0, 3).Draw(t, "perCol"), rapid.Uint64().Draw(t, "seed"))
		c := btf.StrongComponents(a)
		checkTopological(t, a, c)
		d := btf.StrongComponents(sparsity.Transpose(a))
		if c.Count != d.Count {
			t.Fatalf("%d components, %d of the transpose", c.Count, d.Count)
		}
		quotient := &sparsity.Triplets{Rows: c.Count, Cols: c.Count}
		for j := range n {
			for _, i := range a.Col(j) {
				quotient.Row, quotient.Col = append(quotient.Row, c.Of[i]), append(quotient.Col, c.Of[j])
			}
		}
		m, _ := quotient.Compress()
		if q := btf.StrongComponents(m.Pattern); q.Count != c.Count {
			t.Fatalf("%d components fall into %d", c.Count, q.Count)
		}
	})
}

func TestWeakComponents(t *testing.T) {
	each(t, func(t *testing.T, a *sparsity.Pattern) {
		c := btf.WeakComponents(a)
		samePartition(t, c, oracle.Weak(a))
		last := int32(-1)
		for v, b := range c.Of {
			if b > last+1 {
				t.Fatalf("node %d: component %d before %d", v, b, last+1)
			}
			last = max(last, b)
		}
	})
}

// TestDeepGraph: a path of a million nodes does not overflow a stack.
func TestDeepGraph(t *testing.T) {
	const n = 1_000_000
	if c := btf.StrongComponents(shift(n)); c.Count != 1 {
		t.Errorf("a cycle has %d components", c.Count)
	}
	if c := btf.StrongComponents(matgen.Banded(n, 0, 1)); c.Count != n {
		t.Errorf("a path has %d components", c.Count)
	}
	if c := btf.StrongComponents(matgen.Banded(n, 1, 0)); c.Count != n {
		t.Errorf("a reversed path has %d components", c.Count)
	}
}
