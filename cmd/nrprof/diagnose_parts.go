package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/xla/log"
	"github.com/nrkit/nrkit/xla/log/logline"
)

// diagnoseParts holds the flags that name what is known of a run besides its
// trace.
type diagnoseParts struct {
	analysis, run  string
	xlaLog, jaxLog string
	hlo            []string
	exit           int
	exitGiven      bool
}

func (f *diagnoseParts) register(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&f.analysis, "analysis", "", "`FILE` of analyze --json: what is known of the matrices and devices of the run")
	fl.StringVar(&f.run, "run", "", "`FILE` of nrprof run --json: exact counts of the run")
	fl.StringVar(&f.xlaLog, "xla-log", "", "`FILE` with what XLA, and JAX, wrote on standard error; - is standard input")
	fl.StringVar(&f.jaxLog, "jax-log", "", "`FILE` with what JAX wrote, where it is another one")
	fl.StringArrayVar(&f.hlo, "hlo", nil, "`FILE` with the program as HLO text; may be repeated")
	fl.IntVar(&f.exit, "exit-code", 0, "`CODE` that the program ended with, as the shell gives it; captures of nrprof record have it")
}

// twiceStdin says whether more than one of the arguments and logs is standard
// input.
func (f *diagnoseParts) twiceStdin(args []string) bool {
	n := 0
	for _, path := range append([]string{f.xlaLog, f.jaxLog}, args...) {
		if path == "-" {
			n++
		}
	}
	return n > 1
}

// source names the files of the flags, for a run of which there is no trace; ""
// where there is none that rules can look at alone.
func (f *diagnoseParts) source() string {
	var names []string
	for _, path := range append([]string{f.xlaLog, f.jaxLog, f.run, f.analysis}, f.hlo...) {
		if path != "" {
			names = append(names, baseName(path))
		}
	}
	return strings.Join(names, " + ")
}

// addParts reads what the flags name.
func (p *program) addParts(cmd *cobra.Command, in *diagnose.Input, f *diagnoseParts) (err error) {
	if f.exitGiven {
		if f.exit < diagnose.LeastExitCode || f.exit > diagnose.LargestExitCode {
			return cli.Usagef("--exit-code %d: want %d to %d, where negative codes are signals", f.exit, diagnose.LeastExitCode, diagnose.LargestExitCode)
		}
		in.Exit = &diagnose.Exit{Code: f.exit, Source: "--exit-code"}
	}
	if f.run != "" {
		if in.Run, err = readPart(cmd, f.run, diagnose.ReadRun); err != nil {
			return err
		}
	}
	if f.analysis != "" {
		if in.Analysis, err = readPart(cmd, f.analysis, diagnose.ReadAnalysis); err != nil {
			return err
		}
	}
	for _, path := range f.hlo {
		list, err := p.readHLO(cmd, path)
		if err != nil {
			return err
		}
		in.HLO = append(in.HLO, list...)
	}
	return p.addLogs(cmd, in, f)
}

// addLogs reads the logs. That of XLA may have what JAX wrote, where there is
// no log of JAX alone.
func (p *program) addLogs(cmd *cobra.Command, in *diagnose.Input, f *diagnoseParts) error {
	var times diagnose.LogTimes
	if f.xlaLog != "" {
		compiled := &diagnose.CompiledFor{Source: baseName(f.xlaLog)}
		l, err := p.readPartLog(cmd, in, f.xlaLog, func(r io.Reader, name string) (*log.Log, error) { // once: it may be a pipe
			return log.Read(r, name, log.Hooks{Line: func(l logline.Line) {
				compiled.Line(l)
				times.Line(l)
			}})
		})
		if err != nil {
			return err
		}
		in.Compiled = compiled
		in.XLA, in.XLASource = l.XLA, l.File
		if l.JAX.Messages > 0 {
			in.JAX, in.JAXSource = l.JAX, l.File
		}
	}
	if f.jaxLog != "" {
		l, err := p.readPartLog(cmd, in, f.jaxLog, xlaAndJAX)
		if err != nil {
			return err
		}
		in.JAX, in.JAXSource = l.JAX, l.File
	}
	if in.JAX != nil {
		times.Compilations(in.JAX)
	}
	in.AddTimes(&times)
	return nil
}

// readPartLog reads a log, and warns where XLA and JAX wrote nothing of it; - is standard
// input.
func (p *program) readPartLog(cmd *cobra.Command, in *diagnose.Input, path string, read logReader[log.Log]) (l *log.Log, err error) {
	if path == "-" {
		l, err = logOf(p.Stdin, baseName(path), read)
	} else {
		l, err = readLog(cmd, path, read)
	}
	if err == nil && l.XLA.Messages+l.JAX.Messages == 0 {
		in.Warnings = append(in.Warnings, fmt.Sprintf("%s has no message of XLA or JAX: docs/xla-log.md says how to get such a log", l.File))
	}
	return l, err
}

// baseName names a file without its folders; - is standard input.
func baseName(path string) string {
	if path == "-" {
		return "stdin"
	}
	return filepath.Base(path)
}

// readPart reads a file whole and parses it.
func readPart[T any](cmd *cobra.Command, path string, parse func(text []byte, name string) (*T, error)) (*T, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, cli.WithHint(err, cli.FileHint(cmd, path))
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	part, err := parse(text, filepath.Base(path))
	var syntax *diagnose.SyntaxError
	if errors.As(err, &syntax) {
		syntax.File = path
	}
	return part, err
}
