package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// initHelp adds the command help of cobra to root, with a usage error, in place
// of help and success, for a command that there is not.
func initHelp(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() != "help" {
			continue
		}
		cmd.RunE = func(_ *cobra.Command, args []string) error {
			topic, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return Usage(fmt.Sprintf("no help for %q: no such command", strings.Join(args, " ")), root.Name()+" --help lists the commands")
			}
			topic.InitDefaultHelpFlag()
			topic.InitDefaultVersionFlag()
			return topic.Help()
		}
	}
}
