package main

import (
	"slices"
	"testing"
)

func TestCompareNatural(t *testing.T) {
	want := []string{"", "a", "a1", "a01", "a2", "a2b", "a2b1", "a10", "a10b", "b", "it0009.mtx", "it10.mtx", "it10.mtx.gz"}
	for i, a := range want {
		for j, b := range want {
			got := compareNatural(a, b)
			if sign(got) != sign(i-j) {
				t.Errorf("%q, %q: got %d", a, b, got)
			}
		}
	}
	shuffled := slices.Clone(want)
	slices.Reverse(shuffled)
	slices.SortFunc(shuffled, compareNatural)
	if !slices.Equal(shuffled, want) {
		t.Errorf("got %q", shuffled)
	}
}

func sign(x int) int {
	switch {
	case x < 0:
		return -1
	case x > 0:
		return 1
	}
	return 0
}

func TestLooksLikeMatrix(t *testing.T) {
	for name, want := range map[string]bool{
		"a.mtx": true, "a.mtx.gz": true, "a.rb.xz": true, "a.npz": true, "a.mat": true, "a.petsc.gz": true, "a.txt": false,
		"a.gz": false, "mtx": false, "a.json": false, "a.mtx.bak": false,
	} {
		if got := looksLikeMatrix(name); got != want {
			t.Errorf("%s: want %v, got %v", name, want, got)
		}
	}
}
