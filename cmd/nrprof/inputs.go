package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/nsys/keys"
	"github.com/nrkit/nrkit/trace/input"
)

// inputsHelp says what the commands that read traces take.
func inputsHelp() string {
	var list strings.Builder
	for _, f := range input.Formats() {
		list.WriteString("  " + f.String())
		if f.Packed {
			list.WriteString(", also compressed with gzip")
		}
		if f.Needs != "" {
			list.WriteString(", which takes " + f.Needs)
		}
		list.WriteString("\n")
	}
	return `FILE is a trace of one of these formats; - is standard input. The first bytes of a
file say what it is. If they do not, its name does.

` + list.String() + `
An export of more than some 100 MB needs up to four times its size in the folder that
TMPDIR names (default /tmp), for a temporary file.

Several files become one trace. Each file is one rank, numbered by its label rank
if all these labels differ, otherwise by its position on the command line. --align
puts their clocks together: wall uses the time of day at which each file started;
start takes all starts for one moment; end:RANGE and begin:RANGE take the ends or
begins of RANGE for one moment, such as end:MPI_Barrier.`
}

// inputOptions returns how the program reads traces.
func (p *program) inputOptions() input.Options {
	return input.Options{Stdin: p.Stdin, Context: p.Ctx, TempDir: p.TempDir, Identify: keys.Identify}
}

// openTrace reads a trace, with the phases of operations of XLA.
func (p *program) openTrace(cmd *cobra.Command, path string) (*input.File, error) {
	f, err := input.OpenFile(path, p.inputOptions())
	return f, inputError(cmd, []string{path}, err)
}

// openAll reads traces and puts them into one.
func (p *program) openAll(cmd *cobra.Command, paths []string, f *inputFlags) (*input.Set, error) {
	align, err := f.method()
	if err != nil {
		return nil, err
	}
	o := p.inputOptions()
	if err := f.options(&o); err != nil {
		return nil, err
	}
	s, err := input.OpenAll(paths, o, align)
	return s, inputError(cmd, paths, err)
}

// inputError gives an error of reading files its hint.
func inputError(cmd *cobra.Command, paths []string, err error) error {
	var failure *input.Failure
	var document *input.DocumentError
	switch {
	case errors.As(err, &failure):
		return cli.WithHint(err, failure.Hint)
	case errors.As(err, &document):
		return cli.WithHint(err, documentHint(cmd, document.Schema))
	}
	return cli.FileError(cmd, paths, err)
}

// documentHint says what to give in the place of a document of ours.
func documentHint(cmd *cobra.Command, schema string) string {
	hint := "give the capture that it was made of"
	if schema == "run/v1" {
		hint = "give the capture: nrprof run -o FILE.nrt writes it"
	}
	if flag, ok := map[string]string{"run/v1": "run", "analyze/v1": "analysis"}[schema]; ok && cmd.Flags().Lookup(flag) != nil {
		hint += "; --" + flag + " takes the document beside it"
	}
	return hint
}
