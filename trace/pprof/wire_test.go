package pprof_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace/pprof"
)

// A shape says which fields of a message of profile.proto are repeated, and which
// are messages.
type shape struct {
	name     string
	repeated []protowire.Number
	nested   map[protowire.Number]*shape
}

func profileShape() *shape {
	leaf := func(name string) *shape { return &shape{name: name} }
	sample := &shape{"Sample", []protowire.Number{1, 2, 3}, map[protowire.Number]*shape{3: leaf("Label")}}
	location := &shape{"Location", []protowire.Number{4}, map[protowire.Number]*shape{4: leaf("Line")}}
	return &shape{"Profile", []protowire.Number{1, 2, 3, 4, 5, 6, 13}, map[protowire.Number]*shape{
		1: leaf("ValueType"), 2: sample, 3: leaf("Mapping"), 4: location, 5: leaf("Function"), 11: leaf("ValueType"),
	}}
}

// No singular field occurs twice in a message: readers differ in what they make of
// it.
func TestSingularFields(t *testing.T) {
	var b bytes.Buffer
	if err := pprof.Write(&b, walktest.NR(30, true)); err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	messages := 0
	profileShape().check(t, plain, &messages)
	if messages < 20 {
		t.Errorf("got %d messages", messages)
	}
}

func (s *shape) check(t *testing.T, b []byte, messages *int) {
	*messages++
	seen := map[protowire.Number]bool{}
	for _, num := range s.repeated {
		seen[num] = false
	}
	for len(b) > 0 {
		num, typ, n := protowire.ConsumeTag(b)
		if n < 0 {
			t.Fatal(protowire.ParseError(n))
		}
		b = b[n:]
		if n = protowire.ConsumeFieldValue(num, typ, b); n < 0 {
			t.Fatal(protowire.ParseError(n))
		}
		if in := s.nested[num]; in != nil {
			text, _ := protowire.ConsumeBytes(b)
			in.check(t, text, messages)
		}
		b = b[n:]
		if seen[num] {
			t.Errorf("field %d of %s occurs twice", num, s.name)
		}
		if _, repeated := seen[num]; !repeated {
			seen[num] = true
		}
	}
}
