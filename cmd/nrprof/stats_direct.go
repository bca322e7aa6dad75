package main

import (
	"io"

	"github.com/spf13/pflag"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/nsys"
)

// runStats runs nrprof stats directly, where there is nothing to say but the
// reports: a command tree takes as long as a small report does. Where done is
// false nothing was printed, and the command stats says what there is to say:
// what is wrong, or the help.
func runStats(args []string, stdin io.Reader, stdout, stderr io.Writer) (code int, done bool) {
	if len(args) < 2 || args[0] != "stats" {
		return 0, false
	}
	return cli.RunDirectly("nrprof", stdin, stdout, stderr, func(p *cli.Program) (bool, error) {
		return (&program{p}).statsDirectly(args[1:])
	})
}

// statsDirectly prints reports on standard output. The flags are those of the
// command, read by the same package.
func (p *program) statsDirectly(args []string) (done bool, err error) {
	f := statsFlags{out: "-"}
	flags := pflag.NewFlagSet("stats", pflag.ContinueOnError)
	flags.Usage = func() {}
	f.register(flags)
	if flags.Parse(args) != nil || flags.NArg() != 1 || f.list || f.out != "-" {
		return false, nil
	}
	path := flags.Arg(0)
	list, err := f.wanted()
	if err != nil || otherKind(path) != nil {
		return false, nil
	}
	e, err := nsys.Open(path)
	if err != nil {
		return false, nil
	}
	defer collectLater(path)()
	tables, err := p.statsTables(e, list)
	cerr := e.Close()
	switch {
	case err != nil:
		return false, nil
	case cerr != nil: // after what was to be warned of
		return true, cerr
	}
	return true, p.printTables(path, &f, list, tables)
}
