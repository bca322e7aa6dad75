package spelling

import "testing"

func TestClosest(t *testing.T) {
	flags := []string{"json", "markdown", "ordering", "exact", "exact-budget", "output", "width", "o"}
	for word, want := range map[string]string{
		"jsn": "json", "josn": "json", "JSON": "json", "orderings": "ordering", "exact_budget": "exact-budget",
		"outptu": "output", "-": "", "zzz": "", "xy": "", "with": "width",
	} {
		if got := Closest(word, flags); got != want {
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
