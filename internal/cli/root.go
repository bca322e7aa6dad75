package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// A Subcommand is a command below the root, with what builds it: a program
// that starts often builds the one that it was asked for.
type Subcommand struct {
	Name string // the first word of its usage
	New  func() *cobra.Command
}

// Prepare gives root, whose commands are all there, the habits of the house:
// errors as this package words them, help of 80 columns, and the commands
// version and completion.
func (p *Program) Prepare(root *cobra.Command) {
	p.habits(root)
	root.Version = version()
	root.AddCommand(p.version().New())
	initCompletion(root)
	initHelp(root)
}

// PrepareFor is Prepare for a root that has none of its commands yet. Where
// the arguments begin with the name of one, it alone is added. Otherwise all
// are, as help, completion and the advice for a name that is none need them.
func (p *Program) PrepareFor(root *cobra.Command, args []string, commands []Subcommand) {
	all := append(slices.Clone(commands), p.version())
	asked := slices.IndexFunc(all, func(s Subcommand) bool { return len(args) > 0 && s.Name == args[0] })
	p.habits(root)
	if asked < 0 {
		root.Version = version()
	} else {
		root.AddCommand(all[asked].New())
		root.CompletionOptions.DisableDefaultCmd = true
		return
	}
	for _, s := range all {
		root.AddCommand(s.New())
	}
	initCompletion(root)
	initHelp(root)
}

// habits sets what all commands inherit.
func (p *Program) habits(root *cobra.Command) {
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetOut(p.Stdout) // before completion looks for it
	root.SetVersionTemplate(p.Name + " {{.Version}}\n")
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), "FlagUsages ", "FlagUsagesWrapped 80 "))
	root.SetFlagErrorFunc(FlagError)
}

// version is the command version.
func (p *Program) version() Subcommand {
	return Subcommand{"version", func() *cobra.Command { return newVersionCmd(p.Name) }}
}

// UnknownCommand is the mistake of a command line that begins with no command of the
// root.
func UnknownCommand(root *cobra.Command, args []string) error {
	list := root.Name() + " --help lists the commands"
	if len(args) == 0 {
		return Usage("no command given", list)
	}
	var names []string
	for _, sub := range root.Commands() {
		names = append(names, sub.Name())
	}
	return Usage(fmt.Sprintf("unknown command %q", args[0]), cmp.Or(DidYouMean(args[0], names), list))
}
