package main

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	words "github.com/nrkit/nrkit/reports/hlo"
	"github.com/nrkit/nrkit/xla/hlo"
)

// A hloDocument is hlo/v1.
type hloDocument struct {
	Schema  string        `json:"schema"`
	Modules []*hlo.Module `json:"modules"`
}

// newHloCmd returns the command that says what there is in programs of XLA.
func newHloCmd(p *program) *cobra.Command {
	var f formatFlags
	cmd := &cobra.Command{
		Use:   "hlo FILE...",
		Short: "count what a program of XLA consists of: operations, loops, launches",
		Long: `Hlo reads programs that XLA compiles, as text: HLO, best the optimised one, and
StableHLO in both its forms. It counts the operations of each computation, lists
loops with their trip counts, conditionals, custom calls and collectives, and
estimates how much one execution launches. - is standard input.

With JAX the optimised text of a function is jax.jit(f).lower(x).compile().as_text(),
what it was before jax.jit(f).lower(x).as_text(); XLA_FLAGS=--xla_dump_to=DIR
leaves those of all functions, as *after_optimizations.txt.`,
		Example: `  nrprof hlo step.hlo
  nrprof hlo dump/*after_optimizations.txt --json`,
		Args: someFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(); err != nil {
				return err
			}
			doc := hloDocument{Schema: "hlo/v1"}
			for _, path := range args {
				list, err := p.readHLO(cmd, path)
				if err != nil {
					return err
				}
				doc.Modules = append(doc.Modules, list...)
			}
			return p.print(&f, doc, words.Report(doc.Modules))
		},
	}
	f.register(cmd, "hlo/v1")
	return cmd
}

// readHLO reads the modules of a file; - is standard input.
func (p *program) readHLO(cmd *cobra.Command, path string) ([]*hlo.Module, error) {
	if path == "-" {
		return hlo.Read(p.Stdin, hlo.Options{Name: "stdin"})
	}
	file, err := openInput(cmd, path)
	if err != nil {
		return nil, err
	}
	defer file.Close() // was only read
	head := &headReader{r: file}
	list, err := hlo.Read(head, hlo.Options{Name: path})
	var foreign *hlo.SyntaxError
	if errors.As(err, &foreign) && foreign.Line == 1 && foreign.Col == 1 {
		return nil, cli.WithHint(err, hloHint(path, head.head))
	}
	return list, err
}

// A headReader keeps the first bytes of what it reads.
type headReader struct {
	r    io.Reader
	head []byte
}

func (h *headReader) Read(b []byte) (int, error) {
	n, err := h.r.Read(b)
	if room := headBytes - len(h.head); room > 0 {
		h.head = append(h.head, b[:min(n, room)]...)
	}
	return n, err
}

// hloHint says what to do with a file that is no text of HLO.
func hloHint(path string, head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte("\x1f\x8b")):
		return "gunzip -c " + path + " | nrprof hlo -"
	case bytes.HasPrefix(head, []byte("ML\xefR")):
		return "this is MLIR bytecode: lowered.as_text() gives text"
	case bytes.HasPrefix(head, []byte("{ lambda")):
		return "this is a jaxpr: jax.jit(f).lower(x).compile().as_text() gives HLO"
	case strings.HasSuffix(path, ".pb"):
		return "this is a protobuf: --xla_dump_hlo_as_text gives text"
	}
	return "compiled.as_text() of JAX gives HLO, lowered.as_text() StableHLO"
}
