package record

import (
	"debug/elf"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"strings"
)

// unwatchable says why the dynamic linker loads no library of ours into a program:
// "it …". It returns "" if it finds no reason, or if the program is no ELF file.
func unwatchable(command string) string {
	path, err := exec.LookPath(command)
	if err != nil {
		return ""
	}
	info, err := os.Stat(path)
	if err == nil && info.Mode()&(fs.ModeSetuid|fs.ModeSetgid) != 0 {
		return "it is setuid or setgid, and the dynamic linker ignores LD_PRELOAD and LD_AUDIT; run a copy without this mode"
	}
	f, err := elf.Open(path)
	if err != nil {
		return "" // a script: its interpreter is the program
	}
	defer f.Close() // was only read
	if f.Class != elf.ELFCLASS64 {
		return "it is a 32-bit program, and the libraries support 64-bit programs only"
	}
	for _, p := range f.Progs {
		if p.Type != elf.PT_INTERP {
			continue
		}
		name, err := io.ReadAll(p.Open())
		if err == nil && strings.Contains(string(name), "ld-musl") {
			return "it uses musl, whose dynamic linker has no LD_AUDIT; use --probe FILE:SYMBOL=PHASE"
		}
		return ""
	}
	return "it is linked statically; link the solver library dynamically, or use --probe FILE:SYMBOL=PHASE"
}
