package clitest

import (
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nrkit/nrkit/internal/prose"
)

// LongHelp returns the sentences in the help of a command and of the commands below
// that have more words than most, each behind the command. Lines of tables and
// examples are sentences of their own.
func LongHelp(cmd *cobra.Command, most int) []string {
	return inHelp(cmd, func(paragraphs []string) []string { return prose.Long(paragraphs, most) })
}

// HardHelp returns the phrases in the help of a command and of the commands below
// that need a second reading, each behind the command.
func HardHelp(cmd *cobra.Command) []string { return inHelp(cmd, prose.Phrases) }

// inHelp returns what find finds in the help of a command and of the commands below,
// each behind the command.
func inHelp(cmd *cobra.Command, find func(paragraphs []string) []string) []string {
	paragraphs := slices.Concat(prose.Plain(cmd.Short), prose.Plain(cmd.Long))
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		paragraphs = append(paragraphs, f.Usage)
	})
	var list []string
	for _, s := range find(paragraphs) {
		list = append(list, cmd.CommandPath()+": "+s)
	}
	for _, sub := range cmd.Commands() {
		list = append(list, inHelp(sub, find)...)
	}
	return list
}
