// Package transcript executes the transcripts of manuals in tests: lines that
// start with "$ " are commands, and what follows is what they print.
package transcript
