package cli

import (
	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/docs/schema"
)

// JSONSchema gives a command, whose functions are there, the flag --json-schema:
// the command then prints the schema of the document that name returns, and reads
// nothing. Name is called when the flags are known.
//
// It panics, when the flag is used, where docs/schema has no such document.
func JSONSchema(cmd *cobra.Command, name func() string) {
	var asked bool
	cmd.Flags().BoolVar(&asked, "json-schema", false, "print the JSON Schema of the JSON document, and read nothing")
	check, run := cmd.Args, cmd.RunE
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		switch {
		case asked && len(args) > 0:
			return Usagef("--json-schema reads nothing, got %q", args[0])
		case asked || check == nil:
			return nil
		}
		return check(cmd, args)
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !asked {
			return run(cmd, args)
		}
		text, ok := schema.Text(name())
		if !ok {
			panic("cli: no schema of that name")
		}
		_, err := cmd.OutOrStdout().Write(text)
		return err
	}
}
