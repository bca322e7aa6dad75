package cli

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

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

// flagNames returns the long names of the flags that cmd takes.
func flagNames(cmd *cobra.Command) []string {
	var names []string
	add := func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	}
	cmd.Flags().VisitAll(add)
	cmd.InheritedFlags().VisitAll(add)
	return names
}

// maxListed bounds how many names of a directory are compared with the name
// of a missing file.
const maxListed = 5000

// FileHint returns advice about a file that does not exist: a subcommand or a
// file whose name is alike.
func FileHint(cmd *cobra.Command, path string) string {
	if cmd.Root() == cmd && !strings.ContainsRune(path, filepath.Separator) {
		var names []string
		for _, sub := range cmd.Commands() {
			if !sub.Hidden {
				names = append(names, sub.Name())
			}
		}
		if s := Closest(path, names); s != "" {
			return "did you mean the command " + s + "?"
		}
	}
	dir, base := filepath.Split(path)
	entries, err := os.ReadDir(filepath.Clean(dir))
	if dir == "" {
		entries, err = os.ReadDir(".")
	}
	if err != nil {
		return ""
	}
	var names []string
	for _, e := range entries[:min(len(entries), maxListed)] {
		if strings.HasPrefix(e.Name(), base+".") {
			return "did you mean " + dir + e.Name() + "?"
		}
		names = append(names, e.Name())
	}
	if s := Closest(base, names); s != "" {
		return "did you mean " + dir + s + "?"
	}
	return ""
}

// DidYouMean returns the advice to take the candidate most like word, or ""
// when none is like it.
func DidYouMean(word string, candidates []string) string {
	if s := Closest(word, candidates); s != "" {
		return "did you mean " + s + "?"
	}
	return ""
}
