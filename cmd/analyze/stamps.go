package main

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/assembly"
)

// readStamps reads the nr-devices file that path is, "-" standard input.
func (p *program) readStamps(cmd *cobra.Command, path string) (*analysis.Stamps, error) {
	if path == "-" {
		return decodeStamps("stdin", p.Stdin)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, p.fileError(cmd, path, err)
	}
	defer f.Close() // nothing was written: its error says nothing
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s: is a directory, want an nr-devices file", path)
	}
	return decodeStamps(path, f)
}

// decodeStamps reads an nr-devices file, which may be compressed by gzip.
func decodeStamps(name string, r io.Reader) (*analysis.Stamps, error) {
	sum := sha256.New()
	in := bufio.NewReader(io.TeeReader(r, sum))
	var text io.Reader = in
	if magic, _ := in.Peek(2); string(magic) == "\x1f\x8b" { // an error comes again with Read
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", name, err)
		}
		text = z
	}
	d, err := assembly.ReadDevices(name, text)
	if err != nil {
		return nil, err
	}
	if _, err := io.Copy(io.Discard, in); err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	return &analysis.Stamps{Name: name, SHA256: hex.EncodeToString(sum.Sum(nil)), Devices: d}, nil
}
