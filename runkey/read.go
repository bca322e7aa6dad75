package runkey

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// ErrNoDocument is the error of [ReadFile] for a file that is no JSON object, such
// as a capture.
var ErrNoDocument = errors.New("is not a JSON document")

// maxDocument is how large a document with a key is at most, in bytes.
const maxDocument = 64 << 20

// Read returns the key in a document that is called name: see [InDocument], whose
// errors it gives that name. A document of more than 64 MiB is an error.
func Read(r io.Reader, name string) (*Key, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxDocument+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxDocument {
		return nil, fmt.Errorf("%s: more than %d bytes, want a document with a key", name, maxDocument)
	}
	k, err := InDocument(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return k, nil
}

// ReadFile is Read of a file. A file that does not begin with { is [ErrNoDocument],
// and is not read further.
func ReadFile(path string) (*Key, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // was only read
	in := bufio.NewReader(f)
	head, err := in.Peek(64)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if head = bytes.TrimLeft(head, " \t\r\n"); len(head) == 0 || head[0] != '{' {
		return nil, fmt.Errorf("%s: %w", path, ErrNoDocument)
	}
	return Read(in, path)
}
