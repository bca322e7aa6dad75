package log

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"path/filepath"
)

// ReadFile is Read of the file path, whose contents are r and may be compressed with
// gzip. The log has the name of the file without its folders; errors have the whole
// path.
func ReadFile(r io.Reader, path string, hooks Hooks) (*Log, error) {
	in := bufio.NewReader(r)
	r = in
	if head, err := in.Peek(2); err == nil && bytes.Equal(head, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", path, err)
		}
		r = z
	}
	l, err := Read(r, filepath.Base(path), hooks)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	return l, nil
}
