package summary_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/internal/nrs"
	"github.com/nrkit/nrkit/internal/summary"
)

// Changed bytes behind a valid checksum give an error, or a part that survives a round
// trip and has a document.
func TestChangedBytes(t *testing.T) {
	payload, err := nrs.Read(bytes.NewReader(bytesOf(t, collect(t, captures(t, 2)...))))
	if err != nil {
		t.Fatal(err)
	}
	for k := range uint64(400) {
		rng := rand.New(rand.NewPCG(1, k))
		b := bytes.Clone(payload)
		for range 1 + rng.IntN(3) {
			b[rng.IntN(len(b))] = byte(rng.IntN(256))
		}
		survives(t, b)
	}
}

// survives reads a payload, and checks what is read.
func survives(t *testing.T, payload []byte) {
	t.Helper()
	var b bytes.Buffer
	_ = nrs.Write(&b, payload)
	p, err := summary.Read(&b, "x.nrs")
	if err != nil {
		var syntax *nrs.SyntaxError
		if !errors.As(err, &syntax) || syntax.File != "x.nrs" {
			t.Fatalf("got %v", err)
		}
		return
	}
	first := bytesOf(t, p)
	if !bytes.Equal(bytesOf(t, read(t, first)), first) {
		t.Fatal("the bytes change when they are written again")
	}
	_, _ = p.Document("x", merge.Options{})
}

// FuzzRead reads any payload behind a valid frame: a part that survives a round trip and
// has a document, or an error with a position.
func FuzzRead(f *testing.F) {
	payload, err := nrs.Read(bytes.NewReader(bytesOf(f, collect(f, capture(f, f.TempDir(), 1, 1, nil)))))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(payload)
	f.Fuzz(survives)
}
