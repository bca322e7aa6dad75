package assistant

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/internal/nsys/keys"
	"github.com/nrkit/nrkit/internal/solvers/matrices"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
)

// tracesArgs are the arguments of the tools that read traces.
type tracesArgs struct {
	Files        []string `json:"files,omitempty" jsonschema:"traces: captures (.nrt), SQLite exports of Nsight Systems, Chrome JSON, profiles of JAX (.xplane.pb). Several files are the ranks of one run"`
	Domains      []string `json:"domains,omitempty" jsonschema:"NVTX domains whose ranges are phases"`
	GroupNumbers bool     `json:"group_numbers,omitempty" jsonschema:"one name for ranges whose names differ only in numbers"`
	Align        string   `json:"align,omitempty" jsonschema:"several files: how their clocks become one: auto, wall, start, end:RANGE or begin:RANGE"`
}

// open reads the traces, and puts them into one.
func (a *tracesArgs) open(ctx context.Context, s *server) (*input.Set, error) {
	align := a.Align
	if align == "" {
		align = "auto"
	}
	how, ok := merge.Parse(align)
	if !ok {
		return nil, hint.With(fmt.Errorf("align: unknown method %q", a.Align), "auto, wall, start, end:RANGE or begin:RANGE")
	}
	for _, path := range a.Files {
		if err := refused(path); err != nil {
			return nil, err
		}
		if err := s.roots.Beside(matrices.Folder(path)); err != nil {
			return nil, err
		}
	}
	o := s.input(ctx)
	o.Domains = a.Domains
	if a.GroupNumbers {
		o.Rename = trace.GroupNumbers
	}
	return input.OpenAll(a.Files, o, how)
}

// input says how traces are read.
func (s *server) input(ctx context.Context) input.Options {
	return input.Options{
		Context: ctx,
		Getenv:  func(string) string { return "" }, // finds no nsys: the server starts no program
		Identify: func(t *trace.Trace, e *nsys.Export, name string) ([]string, error) {
			if err := s.roots.Beside(keys.Beside(name)); err != nil {
				return nil, err
			}
			return keys.Identify(t, e, name)
		},
	}
}

// refused is the error of a file that another program would have to read, or that is
// no trace.
func refused(path string) error {
	kind, err := input.SniffFile(path)
	if err != nil {
		return err
	}
	name := filepath.Base(path)
	switch kind {
	case input.NsightReport:
		return hint.With(fmt.Errorf("%s: is a report of Nsight Systems, which only nsys reads", name), "nsys export --type sqlite makes an export that this tool reads")
	case input.Summary:
		return hint.With(fmt.Errorf("%s: is a summary of captures, want a trace", name), "name the captures; compare also reads summaries")
	}
	return nil
}

// needFiles is the error of a call without files.
func needFiles(list []string) error {
	if len(list) > 0 {
		return nil
	}
	return hint.With(errors.New("files: want at least one trace"), "nrprof record or nrprof run -o FILE.nrt makes a capture; nsys export --type sqlite makes an export")
}
