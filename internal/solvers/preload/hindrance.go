package preload

import (
	"bytes"
	"debug/elf"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// Hindrance says why calls of the program at path would not be seen: "it …". It returns
// "" if it finds no reason, or if the program is no ELF file. Programs that this one
// starts may have a hindrance that it has not.
func Hindrance(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return "" // it may be executable alone
	}
	defer f.Close() // was only read
	info, err := f.Stat()
	if err != nil {
		return ""
	}
	program, err := elf.NewFile(f)
	if err != nil {
		return ""
	}
	switch {
	case info.Mode()&fs.ModeSetuid != 0:
		return "it is setuid, and the dynamic linker ignores LD_PRELOAD and LD_AUDIT in such programs"
	case info.Mode()&fs.ModeSetgid != 0:
		return "it is setgid, and the dynamic linker ignores LD_PRELOAD and LD_AUDIT in such programs"
	case hasCapabilities(path):
		return "it has file capabilities, and the dynamic linker ignores LD_PRELOAD and LD_AUDIT in such programs"
	}
	return elfHindrance(program)
}

// machines are those that there are libraries for.
var machines = map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}

// elfHindrance looks at a program, and at the dynamic linker that it names.
func elfHindrance(f *elf.File) string {
	switch m, ok := machines[runtime.GOARCH]; {
	case f.Class != elf.ELFCLASS64:
		return "it is a 32-bit program, and 64-bit programs alone are watched"
	case ok && f.Machine != m:
		return "it is a program for another processor"
	}
	linker := interpreter(f)
	switch {
	case linker == "":
		return "it is linked statically: no library can be loaded into it"
	case strings.Contains(filepath.Base(linker), "musl"):
		return "it uses the C library musl, which has no audit libraries"
	}
	if oldGlibc(linker) {
		return "it uses glibc before 2.35, which is slow when it is audited: its calls are not seen"
	}
	needed, err := f.ImportedLibraries()
	for _, name := range needed {
		if err == nil && strings.HasPrefix(name, "libasan.so") {
			return "it is built with AddressSanitizer, which refuses to start behind a preloaded library; set ASAN_OPTIONS=verify_asan_link_order=0"
		}
	}
	return ""
}

// interpreter returns the path of the dynamic linker of a program, "" for none.
func interpreter(f *elf.File) string {
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			text, err := io.ReadAll(io.LimitReader(p.Open(), 4096))
			if err != nil {
				return ""
			}
			return string(bytes.TrimRight(text, "\x00"))
		}
	}
	return ""
}

// oldGlibc reports whether a dynamic linker is of glibc before 2.35. From 2.33 on it has
// the version in it.
func oldGlibc(linker string) bool {
	text, err := os.ReadFile(linker)
	if err != nil || !bytes.Contains(text, []byte("GLIBC_2.")) {
		return false
	}
	_, rest, ok := bytes.Cut(text, []byte("release version 2."))
	if !ok {
		return true
	}
	n := 0
	for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
		n++
	}
	minor, err := strconv.Atoi(string(rest[:n]))
	return err == nil && minor < 35
}
