// Package invariant switches on checks that are too dear for every run.
//
// [Enabled] is a constant: without the build tag invariants the compiler
// removes what it guards. With the tag, packages check the patterns and
// permutations they exchange, and panic with "internal error: …" on a bad one.
package invariant
