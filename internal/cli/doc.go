// Package cli is what the programs of this module have in common: how they run
// and are interrupted, how they word errors and hints, their exit codes, and
// the commands version and completion.
//
// Standard output has the result and nothing else, and nothing at all when a
// program fails. Standard error has lines that start with the name of the
// program and "error:" or "warning:", and lines that start with "hint:". A
// message is one line, in which names are as package legible writes them; lines
// of another program that explain an error, its Details, are indented below it.
package cli
