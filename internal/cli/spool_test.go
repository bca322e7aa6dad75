package cli

import (
	"bytes"
	"math/rand/v2"
	"os"
	"testing"
)

// A result comes out as it was written, whatever its size, and leaves no file.
func TestSpool(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	rng := rand.New(rand.NewPCG(1, 1))
	for _, size := range []int{0, 1, spoolBytes - 1, spoolBytes, spoolBytes + 1, 3*spoolBytes + 5} {
		want := make([]byte, size)
		for i := range want {
			want[i] = byte(rng.Uint32())
		}
		var s spool
		for rest := want; len(rest) > 0; {
			n := min(1+rng.IntN(spoolBytes/3), len(rest))
			if _, err := s.Write(rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		var got bytes.Buffer
		if n, err := s.WriteTo(&got); err != nil || n != int64(size) || s.Len() != n || !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%d bytes: got %d, %v, the same: %v", size, n, err, bytes.Equal(got.Bytes(), want))
		}
		if (s.file != nil) != (size > spoolBytes) {
			t.Errorf("%d bytes: in a file: %v", size, s.file != nil)
		}
		s.Close()
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) > 0 {
		t.Errorf("got %v, %v, want no file", list, err)
	}
}

// Without a folder for the file the writer is told.
func TestSpoolWithoutRoom(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()+"/absent")
	var s spool
	defer s.Close()
	if _, err := s.Write(make([]byte, spoolBytes)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Write([]byte{1}); err == nil {
		t.Error("got no error")
	}
}
