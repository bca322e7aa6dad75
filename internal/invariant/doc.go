// Package invariant switches on checks that are too expensive for every run.
//
// [Enabled] is a constant. Without the build tag invariants the compiler removes the
// code that the constant guards. With the tag, packages check the patterns and
// permutations they exchange, and panic with "internal error: …" if a check fails.
package invariant
