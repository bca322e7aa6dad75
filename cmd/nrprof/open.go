package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
)

// openInput opens a file to read. The error of one that is not there names one
// that is called alike; a folder is an error.
func openInput(cmd *cobra.Command, path string) (*os.File, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, cli.WithHint(err, cli.FileHint(cmd, path))
	}
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close() // was not read
		return nil, fmt.Errorf("%s: is a directory, want a file", path)
	}
	return f, nil
}
