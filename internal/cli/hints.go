package cli

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nrkit/nrkit/internal/spelling"
)

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
		if s := spelling.Closest(path, names); s != "" {
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
	if s := spelling.Closest(base, names); s != "" {
		return "did you mean " + dir + s + "?"
	}
	return ""
}

// DidYouMean returns the advice to take the candidate most like word, or ""
// when none is like it.
func DidYouMean(word string, candidates []string) string {
	if s := spelling.Closest(word, candidates); s != "" {
		return "did you mean " + s + "?"
	}
	return ""
}
