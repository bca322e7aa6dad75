package nrs

import (
	"bytes"
	"errors"
	"testing"
)

// What is written is read, and every changed or missing byte is found.
func TestReadWrite(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, []byte("payload")); err != nil {
		t.Fatal(err)
	}
	if got, err := Read(bytes.NewReader(b.Bytes())); err != nil || string(got) != "payload" || !Is(b.Bytes()) {
		t.Fatalf("got %q, %v", got, err)
	}
	for k := range b.Len() {
		changed := bytes.Clone(b.Bytes())
		changed[k] ^= 0x10
		for _, text := range [][]byte{changed, b.Bytes()[:k]} {
			_, err := Read(bytes.NewReader(text))
			var syntax *SyntaxError
			if !errors.As(err, &syntax) || syntax.Offset > int64(len(text)) {
				t.Errorf("byte %d: got %v", k, err)
			}
		}
	}
}

// FuzzRead reads any bytes. Most of them fail at the checksum: what lies behind it is
// the target of package summary.
func FuzzRead(f *testing.F) {
	var b bytes.Buffer
	_ = Write(&b, []byte("payload"))
	f.Add(b.Bytes())
	f.Add([]byte(magic + "\xff\xff\xff\xff\xff\xff\xff\xff1234"))
	f.Fuzz(func(t *testing.T, text []byte) {
		payload, err := Read(bytes.NewReader(text))
		if err != nil {
			return
		}
		var again bytes.Buffer
		if err := Write(&again, payload); err != nil || !bytes.Equal(again.Bytes(), text) {
			t.Errorf("got %x, %v", again.Bytes(), err)
		}
	})
}
