package probe

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A Probe is a function of a file, and the phase that its calls are.
type Probe struct {
	File   string // program or library
	Symbol string // name in a symbol table of the file, or an offset in the file as 0x…
	Phase  string
	Offset uint64 // of the function's first instruction in the file; Resolve finds it
}

// Name is the name of the ranges: the symbol.
func (p *Probe) Name() string { return p.Symbol }

// Parse reads FILE:SYMBOL=PHASE. FILE may contain colons. PHASE is a word, which the
// caller checks.
func Parse(text string) (Probe, error) {
	place, phase, ok := cutLast(text, "=")
	file, symbol, ok2 := cutLast(place, ":")
	// A mangled name has no colon; a demangled name has two, and never stands in a table.
	if !ok || !ok2 || file == "" || symbol == "" || phase == "" || strings.HasSuffix(file, ":") {
		return Probe{}, fmt.Errorf("got %q, want FILE:SYMBOL=PHASE", text)
	}
	p := Probe{File: file, Symbol: symbol, Phase: phase}
	if hex, ok := strings.CutPrefix(symbol, "0x"); ok {
		offset, err := strconv.ParseUint(hex, 16, 64)
		if err != nil {
			return Probe{}, fmt.Errorf("%s: got offset %q, want 0x and hexadecimal digits", text, symbol)
		}
		p.Offset = offset
	}
	return p, nil
}

func cutLast(s, sep string) (before, after string, found bool) {
	if k := strings.LastIndex(s, sep); k >= 0 {
		return s[:k], s[k+len(sep):], true
	}
	return s, "", false
}

// ErrNotPermitted is the error of [Start] where the kernel has no uprobes or does not
// let this user open them.
var ErrNotPermitted = errors.New("the kernel permits no uprobes")

// Output is where a session writes.
type Output struct {
	Folder string   // of inject.Prepare
	Rows   []uint32 // by probe: its row of the table of functions
}

// Stats says what a session saw.
type Stats struct {
	Calls int64 // begun
	Lost  int64 // samples for which a ring had no room
	Stray int64 // returns without an entry
	Left  int64 // calls that ended without a return: longjmp, exception, exec
}
