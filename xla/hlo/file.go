package hlo

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/nrkit/nrkit/internal/hint"
)

// Schema names the document of modules.
const Schema = "hlo/v1"

// A Document is hlo/v1: the modules of some files.
type Document struct {
	Schema  string    `json:"schema"`
	Modules []*Module `json:"modules"`
}

// ReadFile is Read of the file path, whose contents are r. If the file is no text of
// HLO, the error says how to get such a text.
func ReadFile(r io.Reader, path string) ([]*Module, error) {
	head := &headReader{r: r}
	list, err := Read(head, Options{Name: path})
	var foreign *SyntaxError
	if errors.As(err, &foreign) && foreign.Line == 1 && foreign.Col == 1 {
		return nil, hint.With(err, advice(path, head.head))
	}
	return list, err
}

// headBytes is how much of a file says what it is.
const headBytes = 64

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

// advice says what to do with a file that is no text of HLO.
func advice(path string, head []byte) string {
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
