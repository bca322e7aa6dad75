// Package packed turns Go values into bytes and back: compact, self-contained, the same
// bytes for the same value, and safe to read from a hostile file.
//
// The values are structs of integers, floating-point numbers, strings, bytes, slices,
// maps and pointers. A field has the name of its JSON key. docs/formats-nrs.md
// describes the bytes. Names of fields and strings are written once and then referred
// to by number, so that a long list of small structs takes few bytes. A reader skips
// fields that it does not know.
package packed
