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

func TestClosest(t *testing.T) {
	flags := []string{"json", "markdown", "ordering", "exact", "exact-budget", "output", "width"}
	for word, want := range map[string]string{
		"jsn": "json", "josn": "json", "JSON": "json", "orderings": "ordering", "exact_budget": "exact-budget",
		"outptu": "output", "zzz": "", "xy": "", "with": "width",
	} {
		if got := closest(word, flags); got != want {
			t.Errorf("%s: want %q, got %q", word, want, got)
		}
	}
}

func TestEditDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"abc", "", 3}, {"", "ab", 2}, {"abc", "abc", 0}, {"abc", "acb", 1},
		{"abc", "axc", 1}, {"abcd", "bcd", 1}, {"kitten", "sitting", 3}, {"ca", "abc", 3},
	} {
		if got := editDistance(c.a, c.b); got != c.want {
			t.Errorf("%q, %q: want %d, got %d", c.a, c.b, c.want, got)
		}
	}
}

func TestLooksLikeMatrix(t *testing.T) {
	for name, want := range map[string]bool{
		"a.mtx": true, "a.mtx.gz": true, "a.rb.xz": true, "a.npz": true, "a.txt": false,
		"a.gz": false, "mtx": false, "a.json": false, "a.mtx.bak": false,
	} {
		if got := looksLikeMatrix(name); got != want {
			t.Errorf("%s: want %v, got %v", name, want, got)
		}
	}
}
