package inject

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// program returns the start of an ELF file with one segment.
func program(class, order byte, segment uint32, text string) string {
	b := make([]byte, 64+56)
	copy(b, "\x7fELF")
	b[4], b[5] = class, order
	le.PutUint64(b[32:], 64)
	le.PutUint16(b[54:], 56)
	le.PutUint16(b[56:], 1)
	le.PutUint32(b[64:], segment)
	return string(b) + text
}

func TestHindrance(t *testing.T) {
	const load, interpreter = 1, 3
	far := strings.Repeat("x", 1<<20-8) // over the end of a block
	for _, c := range []struct{ text, want string }{
		{"", ""}, {"#!/bin/sh\nNVTX_INJECTION64_PATH=x", ""}, {"\x7fELF", ""},
		{program(2, 1, interpreter, "NVTX_INJECTION64_PATH"), ""},
		{program(2, 1, load, ""), ""},
		{program(2, 1, load, "NVTX_INJECTIO"), ""},
		{program(2, 1, load, "NVTX_INJECTION64_PATH"), "linked statically"},
		{program(2, 1, load, far+"NVTX_INJECTION64_PATH"), "linked statically"},
		{program(1, 1, interpreter, "NVTX_INJECTION32_PATH"), "32-bit"},
		{program(1, 1, interpreter, ""), ""},
		{program(2, 2, load, "NVTX_INJECTION64_PATH"), ""},
	} {
		path := filepath.Join(t.TempDir(), "program")
		if err := os.WriteFile(path, []byte(c.text), 0o777); err != nil {
			t.Fatal(err)
		}
		if got := Hindrance(path); (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%.80q: got %q, want %q", c.text, got, c.want)
		}
	}
	if got := Hindrance("/no/such/program"); got != "" {
		t.Errorf("got %q", got)
	}
}

// A program that changes to another user who is not root cannot write beside
// the output.
func TestHindranceOfSetuid(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Log("only root may give files away")
		return
	}
	path := filepath.Join(t.TempDir(), "program")
	for _, c := range []struct {
		uid  int
		mode fs.FileMode
		text string
		want string
	}{
		{1234, 0o755 | fs.ModeSetuid, "NVTX_INJECTION64_PATH", "it runs as user 1234 (setuid)"},
		{1234, 0o755 | fs.ModeSetuid, "", ""}, {1234, 0o755, "NVTX_INJECTION64_PATH", ""},
		{1234, 0o755 | fs.ModeSetgid, "NVTX_INJECTION64_PATH", ""}, {0, 0o755 | fs.ModeSetuid, "NVTX_INJECTION64_PATH", ""},
	} {
		if err := os.WriteFile(path, []byte(program(2, 1, 3, c.text)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Chown(path, c.uid, -1); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, c.mode); err != nil { // chown takes the bit away
			t.Fatal(err)
		}
		if got := Hindrance(path); (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%v: got %q", c, got)
		}
	}
}
