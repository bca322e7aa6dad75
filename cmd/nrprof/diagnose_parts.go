package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/xla/hlo"
)

// diagnoseParts holds the flags that name what is known of a run besides its
// trace.
type diagnoseParts struct {
	diagnose.Parts
	exit      int
	exitGiven bool
}

func (f *diagnoseParts) register(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&f.Analysis, "analysis", "", "`FILE` of analyze --json: what is known of the matrices and devices of the run")
	fl.StringVar(&f.Run, "run", "", "`FILE` of nrprof run --json: exact counts of the run")
	fl.StringVar(&f.XLALog, "xla-log", "", "`FILE` with what XLA, and JAX, wrote on standard error; - is standard input")
	fl.StringVar(&f.JAXLog, "jax-log", "", "`FILE` with what JAX wrote, where it is another one")
	fl.StringArrayVar(&f.HLO, "hlo", nil, "`FILE` with the program as HLO text; may be repeated")
	fl.IntVar(&f.exit, "exit-code", 0, "`CODE` that the program ended with, as the shell gives it; captures of nrprof record have it")
}

// twiceStdin says whether more than one of the arguments and logs is standard
// input.
func (f *diagnoseParts) twiceStdin(args []string) bool {
	n := 0
	for _, path := range append([]string{f.XLALog, f.JAXLog}, args...) {
		if path == "-" {
			n++
		}
	}
	return n > 1
}

// addParts reads what the flags name.
func (p *program) addParts(cmd *cobra.Command, in *diagnose.Input, f *diagnoseParts) error {
	if f.exitGiven {
		if f.exit < diagnose.LeastExitCode || f.exit > diagnose.LargestExitCode {
			return cli.Usagef("--exit-code %d: want %d to %d, where negative codes are signals", f.exit, diagnose.LeastExitCode, diagnose.LargestExitCode)
		}
		in.Exit = &diagnose.Exit{Code: f.exit, Source: "--exit-code"}
	}
	f.Open = func(path string) (io.ReadCloser, error) { return p.openText(cmd, path) }
	f.Modules = func(path string) ([]*hlo.Module, error) { return p.readHLO(cmd, path) }
	return cli.FileError(cmd, []string{f.Run, f.Analysis}, in.AddParts(&f.Parts))
}

// openText opens a file that is read from its beginning to its end; - is standard
// input.
func (p *program) openText(cmd *cobra.Command, path string) (io.ReadCloser, error) {
	if path == "-" {
		return io.NopCloser(p.Stdin), nil
	}
	return cli.Open(cmd, path)
}
