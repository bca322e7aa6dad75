package assembly

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/sparsity"
)

// Format is the word in the key format of a file, Version the version that is
// read and written.
const (
	Format  = "nr-devices"
	Version = 1
)

const (
	maxGroups   = 100_000
	maxWarnings = 20
	freeSize    = 1 << 20 // unknowns that a file may claim whatever its length
)

// ReadDevices reads an nr-devices file of version 1, which docs/formats.md
// describes key by key, to its end. The name stands in errors.
//
// Rows of an array may be ragged or padded with -1. Keys may come in any order. If
// n_unknowns and index_base stand before the groups, the error about an index names
// its line. Keys that are not known are left out with a warning.
//
// Bad input is a [*SyntaxError]; an error of r is returned wrapped. Memory is
// proportional to what has been read: a file may not claim more unknowns than
// it has bytes, from a million on.
func ReadDevices(name string, r io.Reader) (*Devices, error) {
	f := &reader{scanner: newScanner(name, r), d: &Devices{}, base: 0, ground: -1}
	f.document()
	if f.err != nil {
		return nil, f.err
	}
	if f.complete(); f.err != nil {
		return nil, f.err
	}
	return f.d, nil
}

// A reader reads one file.
type reader struct {
	*scanner
	d *Devices

	format        string
	version, n    int64
	base, ground  int64
	nSeen, baseIn bool // n_unknowns, index_base have been read
	grouped       bool // groups has been read
	skipped       int

	rows, cols, residuals int64 // numbers of unknowns read so far, and devices
}

// document reads the file.
func (f *reader) document() {
	f.object(func(key string) {
		switch key {
		case "format":
			if f.format = f.str(); f.err == nil && f.format != Format {
				f.fail("want %q, got %q", Format, f.format)
			}
		case "version":
			if f.version = f.integer(); f.err == nil && f.version != Version {
				f.fail("want %d, got %d: a later version of the format", Version, f.version)
			}
		case "title":
			f.d.Title = f.str()
		case "n_unknowns":
			f.n, f.nSeen = f.integer(), true
			if f.err == nil && (f.n < 0 || f.n > sparsity.MaxDim) {
				f.fail("want 0 to %d, got %d", sparsity.MaxDim, f.n)
			}
		case "index_base":
			f.base, f.baseIn = f.integer(), true
			if f.err == nil && f.base != 0 && f.base != 1 {
				f.fail("want 0 or 1, got %d", f.base)
			}
		case "ground":
			if f.ground = f.integer(); f.err == nil && !fits(f.ground) {
				f.fail("want a number of 32 bits, got %d", f.ground)
			}
		case "unknown_names":
			f.d.Names = f.names()
		case "rails":
			f.d.RailsStated = true
			f.array(func(int) { f.d.Rails = append(f.d.Rails, f.unknown(false)) })
		case "groups":
			f.grouped = true
			f.array(func(k int) {
				if k >= maxGroups {
					f.fail("want at most %d groups, got more", maxGroups)
					return
				}
				f.group()
			})
		default:
			f.unknownKey()
		}
	})
	f.finish()
}

// unknownKey leaves a member out.
func (f *reader) unknownKey() {
	if f.skipped++; f.skipped <= maxWarnings {
		f.d.Warnings = append(f.d.Warnings, Warning{codeUnknownKey,
			fmt.Sprintf("%s:%d: %s is not a key of %s version %d and is ignored", f.file, f.line, f.where(), Format, Version)})
	}
	f.skip(0)
}

// names reads an array of strings.
func (f *reader) names() []string {
	list := []string{}
	f.array(func(int) { list = append(list, f.str()) })
	return list
}

// fits reports whether x is a number of 32 bits.
func fits(x int64) bool { return x >= math.MinInt32 && x <= math.MaxInt32 }

// unknown reads the number of an unknown as the file has it. It is checked
// here if enough is known of the numbering, and again at the end.
func (f *reader) unknown(ground bool) int32 {
	x := f.integer()
	if f.err != nil {
		return 0
	}
	if f.nSeen && f.baseIn && !f.inRange(x, ground) || !fits(x) {
		f.fail("%s", f.rangeError(x, ground))
	}
	return int32(x)
}

// inRange reports whether x is an unknown, or ground where that is allowed.
func (f *reader) inRange(x int64, ground bool) bool {
	return x >= f.base && x < f.base+f.n || ground && (x == -1 || x == f.ground)
}

// rangeError says what is wrong with x.
func (f *reader) rangeError(x int64, ground bool) string {
	if !fits(x) {
		return fmt.Sprintf("got %d, want a number of 32 bits", x)
	}
	or := ""
	if ground {
		or = ", or -1 for ground"
		if f.ground != -1 {
			or = fmt.Sprintf(", or %d or -1 for ground", f.ground)
		}
	}
	if x >= f.base+f.n && f.nSeen {
		limit := "n_unknowns"
		if f.base == 1 {
			limit = "n_unknowns + 1"
		}
		return fmt.Sprintf("got %d, want below %s %d%s", x, limit, f.base+f.n, or)
	}
	return fmt.Sprintf("got %d, want at least %d%s", x, f.base, or)
}

// complete checks what only the whole file tells, and turns the numbers of the
// file into those of [Devices].
func (f *reader) complete() {
	f.line, f.path = 0, nil
	missing := func(key string) { f.misfit(key, "is missing") }
	switch {
	case f.format == "":
		missing("format")
	case f.version == 0:
		missing("version")
	case !f.nSeen:
		missing("n_unknowns")
	case !f.grouped:
		missing("groups")
	case f.n > freeSize && f.n > f.offset():
		f.misfit("n_unknowns", fmt.Sprintf("got %d in a file of %d bytes", f.n, f.offset()))
	case f.d.Names != nil && int64(len(f.d.Names)) != f.n:
		f.misfit("unknown_names", fmt.Sprintf("want %d, as n_unknowns says, got %d", f.n, len(f.d.Names)))
	}
	if f.err != nil {
		return
	}
	f.d.Unknowns = int(f.n)
	f.renumber(f.d.Rails, nil, "rails", false)
	for k := range f.d.Groups {
		g := &f.d.Groups[k]
		at := fmt.Sprintf("groups[%d].", k)
		f.renumber(g.JacRow, g.JacPtr, at+"jac_rows", true)
		f.renumber(g.JacCol, g.JacPtr, at+"jac_cols", true)
		f.renumber(g.ResRow, g.ResPtr, at+"res_rows", true)
	}
	slices.Sort(f.d.Rails)
	f.d.Rails = slices.Compact(f.d.Rails)
	if f.skipped > maxWarnings {
		f.d.Warnings = append(f.d.Warnings, Warning{codeUnknownKey,
			fmt.Sprintf("%s: %d more unknown keys are ignored", f.file, f.skipped-maxWarnings)})
	}
}

// misfit reports what is wrong at path once the file has been read.
func (f *reader) misfit(path, msg string) {
	if f.err == nil {
		f.err = &SyntaxError{File: f.file, Path: path, Msg: msg}
	}
}

// renumber turns the numbers of the file into those of [Devices].
func (f *reader) renumber(list, ptr []int32, path string, ground bool) {
	for k, x := range list {
		switch {
		case ground && (x == -1 || int64(x) == f.ground):
			list[k] = -1
		case !f.inRange(int64(x), ground):
			f.misfit(path+place(ptr, int32(k)), f.rangeError(int64(x), ground))
			return
		default:
			list[k] = x - int32(f.base)
		}
	}
}

// place writes the indices of element k of rows that ptr splits.
func place(ptr []int32, k int32) string {
	var b strings.Builder
	if ptr != nil {
		d := 0
		for ptr[d+1] <= k {
			d++
		}
		fmt.Fprintf(&b, "[%d]", d)
		k -= ptr[d]
	}
	fmt.Fprintf(&b, "[%d]", k)
	return b.String()
}
