package preload_test

import (
	"debug/elf"
	"encoding/binary"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/solvers/preload"
)

// header returns the start of a program that names a dynamic linker, "" for none.
func header(class elf.Class, linker string) []byte {
	machine := elf.EM_X86_64
	if runtime.GOARCH == "arm64" {
		machine = elf.EM_AARCH64
	}
	segment := elf.PT_INTERP
	if linker == "" {
		segment = elf.PT_LOAD
	}
	ident := [elf.EI_NIDENT]byte{0x7f, 'E', 'L', 'F', byte(class), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)}
	n := uint64(len(linker) + 1)
	parts := []any{
		elf.Header64{Ident: ident, Type: 3, Machine: uint16(machine), Version: 1, Phoff: 64, Phentsize: 56, Phnum: 1},
		elf.Prog64{Type: uint32(segment), Off: 120, Filesz: n, Memsz: n},
	}
	if class == elf.ELFCLASS32 {
		parts = []any{
			elf.Header32{Ident: ident, Type: 3, Machine: uint16(elf.EM_386), Version: 1, Phoff: 52, Phentsize: 32, Phnum: 1},
			elf.Prog32{Type: uint32(segment), Off: 84, Filesz: uint32(n), Memsz: uint32(n)},
		}
	}
	var b []byte
	for _, part := range parts {
		var err error
		if b, err = binary.Append(b, binary.LittleEndian, part); err != nil {
			panic(err)
		}
	}
	return append(b, linker+"\x00"...)
}

func TestHindrance(t *testing.T) {
	dir := t.TempDir()
	file := func(name string, text []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, text, 0o777); err != nil {
			t.Fatal(err)
		}
		return path
	}
	glibc := file("ld-linux.so.2", []byte("GLIBC_2.17 ... stable release version 2.36.\n"))
	old := file("ld-old.so.2", []byte("GLIBC_2.17 ... stable release version 2.34.\n"))
	older := file("ld-older.so.2", []byte("GLIBC_2.17"))
	for _, c := range []struct {
		text []byte
		mode fs.FileMode
		want string
	}{
		{header(elf.ELFCLASS64, glibc), 0o755, ""},
		{header(elf.ELFCLASS64, "/no/such/linker"), 0o755, ""},
		{header(elf.ELFCLASS64, old), 0o755, "glibc before 2.35"},
		{header(elf.ELFCLASS64, older), 0o755, "glibc before 2.35"},
		{header(elf.ELFCLASS64, "/lib/ld-musl-x86_64.so.1"), 0o755, "musl"},
		{header(elf.ELFCLASS64, ""), 0o755, "statically"},
		{header(elf.ELFCLASS32, glibc), 0o755, "32-bit"},
		{header(elf.ELFCLASS64, glibc), 0o755 | fs.ModeSetuid, "setuid"},
		{header(elf.ELFCLASS64, glibc), 0o755 | fs.ModeSetgid, "setgid"},
		{[]byte("#!/bin/sh\n"), 0o755 | fs.ModeSetuid, ""},
		{nil, 0o755, ""},
	} {
		path := file("program", c.text)
		if err := os.Chmod(path, c.mode); err != nil {
			t.Fatal(err)
		}
		if got := preload.Hindrance(path); (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%.100q %v: got %q, want %q", c.text, c.mode, got, c.want)
		}
	}
	if got := preload.Hindrance(filepath.Join(dir, "none")); got != "" {
		t.Errorf("got %q", got)
	}
}

// What Hindrance says of programs that a compiler makes.
func TestHindranceOfPrograms(t *testing.T) {
	dir := t.TempDir()
	source := filepath.Join(dir, "main.c")
	if err := os.WriteFile(source, []byte("int main(void) { return 0; }"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ compiler, flag, want string }{
		{"gcc", "-O1", ""}, {"gcc", "-static", "statically"}, {"gcc", "-fsanitize=address", "AddressSanitizer"}, {"musl-gcc", "-O1", "musl"},
	} {
		out := filepath.Join(dir, "program")
		cc, err := exec.LookPath(c.compiler)
		if err == nil {
			err = exec.Command(cc, c.flag, "-o", out, source).Run()
		}
		if err != nil {
			t.Logf("cannot make a program by %s %s: %v", c.compiler, c.flag, err)
			continue
		}
		if got := preload.Hindrance(out); (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s %s: got %q, want %q", c.compiler, c.flag, got, c.want)
		}
	}
}
