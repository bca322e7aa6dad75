package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

// Prepare gives root, whose commands are all there, the habits of the house:
// errors as this package words them, help of 80 columns, and the commands
// version and completion.
func (p *Program) Prepare(root *cobra.Command) {
	root.Version = version()
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetVersionTemplate(p.Name + " {{.Version}}\n")
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), "FlagUsages ", "FlagUsagesWrapped 80 "))
	root.SetFlagErrorFunc(FlagError)
	root.AddCommand(newVersionCmd(p.Name))
	initCompletion(root)
}
