// Package matrices makes the large matrices on which orderings are measured. They
// are made and not stored, because every machine can make them again. Each is a
// function without arguments, so its text is the same everywhere.
package matrices
