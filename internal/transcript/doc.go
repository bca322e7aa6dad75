// Package transcript executes the transcripts of manuals in tests. Lines that start
// with "$ " are commands, and the lines after a command are its output. A [Guide]
// also has commands whose output differs between runs; each of them must succeed.
package transcript
