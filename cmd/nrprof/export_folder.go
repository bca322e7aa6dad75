package main

import (
	"cmp"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/atomicfile"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/cli/traces"
	"github.com/nrkit/nrkit/trace/export"
	"github.com/nrkit/nrkit/trace/input"
	"github.com/nrkit/nrkit/trace/parquet"
)

// folderFormat is the format whose output is a folder.
const folderFormat = "parquet"

// formatNames returns the values of --format.
func formatNames() []string { return append(export.Names(), folderFormat) }

// isFolder says whether the output is a folder.
func isFolder(f *exportFlags) bool {
	if f.format != "" {
		return f.format == folderFormat
	}
	return f.into == "" && strings.EqualFold(filepath.Ext(filepath.Clean(f.out)), "."+folderFormat)
}

// exportFolder writes traces as a folder of tables.
func (p *program) exportFolder(cmd *cobra.Command, args []string, f *exportFlags) error {
	switch {
	case f.into != "":
		return cli.Usagef("--into and --format parquet exclude each other")
	case f.out == "":
		return cli.Usage("no output given", "-o OUT.parquet names the folder")
	case f.out == "-":
		return cli.Usagef("-o -: want the name of a folder for --format parquet")
	}
	t, err := f.in.Open(p.Program, cmd, args)
	if err != nil {
		return err
	}
	p.WarnAll(t.Warnings)
	over := traces.Watch(p.Program, t, 1)
	defer over()
	return cmp.Or(p.writeTables(f.out, t), t.Close())
}

// writeTables writes the tables of a trace into a folder: all files, or none.
func (p *program) writeTables(dir string, t *input.Set) error {
	var folder *atomicfile.Folder
	settle, err := p.Begin(func() (undo func(), err error) {
		if folder, err = atomicfile.NewFolder(dir); err != nil {
			return nil, err
		}
		return folder.Discard, nil
	})
	if err != nil {
		return err
	}
	name := filepath.Base(filepath.Clean(dir))
	if ext := filepath.Ext(name); strings.EqualFold(ext, "."+folderFormat) {
		name = strings.TrimSuffix(name, ext)
	}
	o := parquet.Options{Capture: name}
	for k, file := range t.Files {
		o.Inputs = append(o.Inputs, parquet.Input{Rank: t.Ranks[k], Name: filepath.Base(file.Name), Format: file.Kind.String(), Trace: file.Trace})
	}
	if err := parquet.Write(folder.Write, t.Trace, o); err != nil {
		return settle(err, nil)
	}
	return settle(nil, folder.Commit)
}
