package inject

import (
	"bytes"
	"debug/elf"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// nvtxMark is in each program that has NVTX linked into it: the start of the
// names of the variables by which NVTX finds a tool.
const nvtxMark = "NVTX_INJECTION"

// Hindrance says why the library may not have been loaded into the program at path,
// from which nothing was captured: "it …". It returns "" if it finds no reason, if
// the program is no ELF file, or if the program has no NVTX linked into it. A
// program that merely did not call NVTX may have a hindrance too.
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
	why := elfHindrance(f)
	if uid := owner(info); why == "" && info.Mode()&fs.ModeSetuid != 0 && uid != 0 && uid != os.Geteuid() {
		why = fmt.Sprintf("it runs as user %d (setuid), who may not write the capture; run nrprof as this user", uid)
	}
	if why == "" || !contains(f, nvtxMark) {
		return ""
	}
	return why
}

// elfHindrance looks at the headers of a program.
func elfHindrance(r io.ReaderAt) string {
	f, err := elf.NewFile(r)
	switch {
	case err != nil:
		return ""
	case f.Class != elf.ELFCLASS64:
		return "it is a 32-bit program, and the library supports 64-bit programs only"
	case f.Data != elf.ELFDATA2LSB:
		return ""
	}
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP { // names the dynamic linker
			return ""
		}
	}
	return "it is linked statically, and a static program may be unable to load the library; link it dynamically"
}

// contains reports whether a text is in a file.
func contains(f io.ReaderAt, text string) bool {
	const block = 1 << 20
	b := make([]byte, block)
	for at := int64(0); ; at += int64(block - len(text)) {
		n, err := f.ReadAt(b, at)
		if bytes.Contains(b[:n], []byte(text)) {
			return true
		}
		if err != nil {
			return false
		}
	}
}
