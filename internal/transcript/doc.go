// Package transcript executes the transcripts of manuals in tests: lines that
// start with "$ " are commands, and what follows is what they print. A [Guide] also
// has commands whose output differs between runs; each of them must succeed.
package transcript
