package clitest

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nrkit/nrkit/internal/prose"
)

// LongHelp returns the sentences in the help of a command and of the commands below
// that have more words than most, each behind the command. Lines of tables and
// examples are sentences of their own.
func LongHelp(cmd *cobra.Command, most int) []string {
	paragraphs := append(prose.Plain(cmd.Short), prose.Plain(cmd.Long)...)
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		paragraphs = append(paragraphs, f.Usage)
	})
	var list []string
	for _, s := range prose.Long(paragraphs, most) {
		list = append(list, cmd.CommandPath()+": "+s)
	}
	for _, sub := range cmd.Commands() {
		list = append(list, LongHelp(sub, most)...)
	}
	return list
}
