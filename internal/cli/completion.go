package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

// initCompletion adds the completion command of cobra to root, with a usage
// error, in place of help and success, for a shell that it does not know.
func initCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() != "completion" {
			continue
		}
		var shells []string
		for _, sub := range cmd.Commands() {
			shells = append(shells, sub.Name())
		}
		want := strings.Join(shells, ", ")
		cmd.Args = cobra.ArbitraryArgs
		cmd.RunE = func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return Usagef("no shell given, want %s", want)
			}
			return Usagef("unknown shell %q, want %s", args[0], want)
		}
	}
}
