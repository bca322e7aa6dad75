package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestXLALogCompressed(t *testing.T) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte("Finished XLA compilation of jit(f) in 2 sec\n")); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "run.log.gz")
	for _, c := range []struct {
		name string
		data []byte
		code int
		want string // in what is printed
	}{
		{"whole", b.Bytes(), 0, "cold                     1 in 2.00 s"},
		{"cut", b.Bytes()[:b.Len()-6], 1, "nrprof: error: reading " + path + ": after line 1: unexpected EOF"},
		{"no header", []byte{0x1f, 0x8b, 1}, 1, "nrprof: error: reading " + path + ": "},
	} {
		if err := os.WriteFile(path, c.data, 0o666); err != nil {
			t.Fatal(err)
		}
		var stdout, stderr bytes.Buffer
		if code := run([]string{"xla-log", path}, strings.NewReader(""), &stdout, &stderr); code != c.code {
			t.Errorf("%s: got %d, want %d: %s", c.name, code, c.code, &stderr)
		}
		if got := stdout.String() + stderr.String(); !strings.Contains(got, c.want) {
			t.Errorf("%s: got %s, want %q in it", c.name, got, c.want)
		}
	}
}
