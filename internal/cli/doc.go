// Package cli has what the programs of this module have in common: how they run and
// are interrupted, how they word errors and hints, their exit codes, and the
// commands version and completion.
//
// Standard output has the result and nothing more. It is empty if a program fails.
// Standard error has lines that start with the name of the program and "error:" or
// "warning:", and lines that start with "hint:". A message is one line. Package
// legible writes the names in it. If lines of another program explain an error, they
// are its Details, and they are indented below the message.
package cli
