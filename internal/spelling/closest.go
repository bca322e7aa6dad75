package spelling

import "strings"

// Closest returns the candidate most like word, or "" when none is like it.
func Closest(word string, candidates []string) string {
	best, bestDistance := "", min(len(word), 1+max(1, len(word)/3)) // one letter in common at least
	for _, c := range candidates {
		if d := editDistance(strings.ToLower(word), strings.ToLower(c)); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// editDistance returns how many bytes have to be inserted, removed, replaced
// or swapped with their neighbour to make b out of a (optimal string
// alignment). Cost: O(len(a)·len(b)).
func editDistance(a, b string) int {
	before := make([]int, len(b)+1) // two rows above
	above := make([]int, len(b)+1)
	row := make([]int, len(b)+1)
	for j := range above {
		above[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replace := above[j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			row[j] = min(replace, above[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, above, row = above, row, before
	}
	return above[len(b)]
}
