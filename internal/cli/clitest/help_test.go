package clitest

import (
	"slices"
	"testing"

	"github.com/spf13/cobra"
)

func TestLongHelp(t *testing.T) {
	root := &cobra.Command{Use: "p", Short: "short", Long: "One two three four five.\n\n  a row of five words\n\nOne two. Three four."}
	sub := &cobra.Command{Use: "sub", Short: "one two three four five"}
	sub.Flags().String("flag", "", "use `NAME` for this and that")
	root.AddCommand(sub)
	want := []string{"p: One two three four five.", "p: a row of five words", "p sub: one two three four five", "p sub: use `NAME` for this and that"}
	if got := LongHelp(root, 4); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if got := LongHelp(root, 6); len(got) != 0 {
		t.Errorf("got %q", got)
	}
}

func TestHardHelp(t *testing.T) {
	root := &cobra.Command{Use: "p", Short: "short", Long: "The name is that of a file."}
	sub := &cobra.Command{Use: "sub", Short: "short"}
	sub.Flags().String("flag", "", "use `NAME`, or what is there of it")
	root.AddCommand(sub)
	want := []string{"p: The name is that of a file.", "p sub: use `NAME`, or what is there of it"}
	if got := HardHelp(root); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
