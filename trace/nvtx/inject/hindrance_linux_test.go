package inject

import (
	"debug/elf"
	"encoding/binary"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// program returns the start of an ELF file with one segment.
func program(class elf.Class, order binary.ByteOrder, segment elf.ProgType, text string) string {
	ident := [elf.EI_NIDENT]byte{0x7f, 'E', 'L', 'F', byte(class), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)}
	if order == binary.BigEndian {
		ident[elf.EI_DATA] = byte(elf.ELFDATA2MSB)
	}
	var parts []any
	if class == elf.ELFCLASS32 {
		parts = []any{elf.Header32{Ident: ident, Version: 1, Phoff: 52, Phentsize: 32, Phnum: 1}, elf.Prog32{Type: uint32(segment)}}
	} else {
		parts = []any{elf.Header64{Ident: ident, Version: 1, Phoff: 64, Phentsize: 56, Phnum: 1}, elf.Prog64{Type: uint32(segment)}}
	}
	var b []byte
	for _, part := range parts {
		var err error
		if b, err = binary.Append(b, order, part); err != nil {
			panic(err)
		}
	}
	return string(b) + text
}

func TestHindrance(t *testing.T) {
	const load, interpreter = elf.PT_LOAD, elf.PT_INTERP
	far := strings.Repeat("x", 1<<20-8) // over the end of a block
	for _, c := range []struct{ text, want string }{
		{"", ""}, {"#!/bin/sh\nNVTX_INJECTION64_PATH=x", ""}, {"\x7fELF", ""},
		{program(elf.ELFCLASS64, binary.LittleEndian, interpreter, "NVTX_INJECTION64_PATH"), ""},
		{program(elf.ELFCLASS64, binary.LittleEndian, load, ""), ""},
		{program(elf.ELFCLASS64, binary.LittleEndian, load, "NVTX_INJECTIO"), ""},
		{program(elf.ELFCLASS64, binary.LittleEndian, load, "NVTX_INJECTION64_PATH"), "linked statically"},
		{program(elf.ELFCLASS64, binary.LittleEndian, load, far+"NVTX_INJECTION64_PATH"), "linked statically"},
		{program(elf.ELFCLASS32, binary.LittleEndian, interpreter, "NVTX_INJECTION32_PATH"), "32-bit"},
		{program(elf.ELFCLASS32, binary.LittleEndian, interpreter, ""), ""},
		{program(elf.ELFCLASS64, binary.BigEndian, load, "NVTX_INJECTION64_PATH"), ""},
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
		if err := os.WriteFile(path, []byte(program(elf.ELFCLASS64, binary.LittleEndian, 3, c.text)), 0o777); err != nil {
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
