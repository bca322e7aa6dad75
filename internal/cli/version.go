package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// newVersionCmd returns the command that prints what --version prints for the
// program name.
func newVersionCmd(name string) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "print the version of this program",
		Args:  NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), name+" "+version())
			return err
		},
	}
}

// version says what the binary was built from: the version of the module, the
// commit and whether there were changes on top of it, and the Go release.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown) " + runtime.Version()
	}
	s := info.Main.Version
	if s == "" {
		s = "(devel)"
	}
	for _, set := range info.Settings {
		switch {
		case set.Key == "vcs.revision":
			s += " " + set.Value[:min(12, len(set.Value))]
		case set.Key == "vcs.modified" && set.Value == "true":
			s += "+changes"
		}
	}
	return s + " " + info.GoVersion
}

// Version is what a program says of itself to other programs.
func Version() string { return version() }
