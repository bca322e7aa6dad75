package main

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/cli"
)

// Every command is built by its own name, alone, and is then the one that the
// whole tree has.
func TestSubcommands(t *testing.T) {
	_, list, _ := nrprof("--help")
	var names []string
	for _, s := range subcommands {
		names = append(names, s.name)
		root := newRootCmd(&program{&cli.Program{Name: "nrprof", Stdout: io.Discard}}, []string{s.name})
		var built []string
		for _, c := range root.Commands() {
			built = append(built, c.Name())
		}
		if !slices.Equal(built, []string{s.name}) {
			t.Errorf("%s: got the commands %q, want it alone", s.name, built)
		}
		if !strings.Contains(list, "\n  "+s.name+" ") {
			t.Errorf("%s is not in the help", s.name)
		}
		_, alone, _ := nrprof(s.name, "--help")
		code, whole, _ := nrprof("help", s.name)
		if code != 0 || alone != whole || !strings.Contains(alone, "nrprof "+s.name) {
			t.Errorf("%s --help: got\n%s\nwant, exit code %d\n%s", s.name, alone, code, whole)
		}
	}
	if !slices.IsSorted(names) {
		t.Errorf("got commands in order %q, want that of their names", names)
	}
}

// What needs all commands has them.
func TestWholeTree(t *testing.T) {
	all := []string{"completion", "help", "version"}
	for _, s := range subcommands {
		all = append(all, s.name)
	}
	slices.Sort(all)
	for _, args := range [][]string{nil, {"--help"}, {"help", "run"}, {"completion", "bash"}, {"__complete", "run", ""}, {"rum"}, {"--nope", "run"}} {
		var names []string
		for _, c := range newRootCmd(&program{&cli.Program{Name: "nrprof", Stdout: io.Discard}}, args).Commands() {
			names = append(names, c.Name())
		}
		if !slices.Equal(names, all) {
			t.Errorf("%q: got %q, want %q", args, names, all)
		}
	}
}
