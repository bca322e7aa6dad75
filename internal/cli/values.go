package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// Unknown is the mistake of a value that is not one of the known values of a flag.
func Unknown(flag, value string, known []string) error {
	return Usage(fmt.Sprintf("%s: want %s, got %q", flag, strings.Join(known, ", "), value), DidYouMean(value, known))
}

// OneOf is [Unknown], nil for a known value.
func OneOf(flag, value string, known []string) error {
	if slices.Contains(known, value) {
		return nil
	}
	return Unknown(flag, value, known)
}

// Texts returns values of another type as strings.
func Texts[T ~string](list []T) []string {
	var out []string
	for _, x := range list {
		out = append(out, string(x))
	}
	return out
}

// Complete gives the shell the values of flags of cmd, by the names of the flags. It
// panics where cmd has no such flag.
func Complete(cmd *cobra.Command, values map[string][]string) {
	for name, list := range values {
		if err := cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp)); err != nil {
			panic(err)
		}
	}
}
