package probe

import (
	"debug/elf"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Resolve finds the file and the offset of the function in it. A file without a slash
// is looked up in $PATH, as the shell does.
//
// It is an error if the file is no ELF file, if no symbol table has the name, or if
// several functions have the name.
func (p *Probe) Resolve() error {
	path := p.File
	if !strings.Contains(path, "/") {
		if found, err := exec.LookPath(path); err == nil {
			path = found
		}
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return err
	}
	f, err := elf.Open(path)
	if err != nil {
		return fmt.Errorf("%s: no ELF file: %w", p.File, err)
	}
	defer f.Close()
	p.File = path
	if strings.HasPrefix(p.Symbol, "0x") {
		if !executable(f, p.Offset) {
			return fmt.Errorf("%s: offset %s is in no code", path, p.Symbol)
		}
		return nil
	}
	p.Offset, err = offsetOf(f, p.Symbol)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// offsetOf returns the offset of a function in the file.
func offsetOf(f *elf.File, name string) (uint64, error) {
	var found []uint64
	tables := 0
	for _, read := range []func() ([]elf.Symbol, error){f.Symbols, f.DynamicSymbols} {
		list, err := read()
		if errors.Is(err, elf.ErrNoSymbols) {
			continue
		}
		if err != nil {
			return 0, err
		}
		tables++
		for _, s := range list {
			kind := elf.ST_TYPE(s.Info)
			if s.Name != name || s.Section == elf.SHN_UNDEF || kind != elf.STT_FUNC && kind != elf.STT_NOTYPE {
				continue
			}
			if offset, ok := fileOffset(f, s.Value); ok && !slices.Contains(found, offset) {
				found = append(found, offset)
			}
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		var list []string
		for _, x := range found {
			list = append(list, fmt.Sprintf("%#x", x))
		}
		return 0, fmt.Errorf("%d functions are named %s: name one by its offset in the file: %s", len(found), name, strings.Join(list, ", "))
	case tables == 0:
		return 0, fmt.Errorf("the file has no symbol table (stripped): name the function by its offset in the file, 0x…")
	case f.Section(".symtab") == nil: // but .dynsym
		return 0, fmt.Errorf("no function %s in the dynamic symbols, and the file is stripped of others: name the function by its offset in the file, 0x…", name)
	}
	return 0, fmt.Errorf("no function %s in the symbol tables", name)
}

// fileOffset returns where the code at an address is in the file.
func fileOffset(f *elf.File, address uint64) (uint64, bool) {
	for _, p := range f.Progs {
		if p.Type == elf.PT_LOAD && p.Flags&elf.PF_X != 0 && address >= p.Vaddr && address-p.Vaddr < p.Filesz {
			return address - p.Vaddr + p.Off, true
		}
	}
	return 0, false
}

// executable says whether the offset is in code.
func executable(f *elf.File, offset uint64) bool {
	return slices.ContainsFunc(f.Progs, func(p *elf.Prog) bool {
		return p.Type == elf.PT_LOAD && p.Flags&elf.PF_X != 0 && offset >= p.Off && offset-p.Off < p.Filesz
	})
}
