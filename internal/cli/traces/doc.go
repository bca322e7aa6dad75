// Package traces has what the commands that read traces have in common: the flags of
// the reader, the help about files, and the advice about files that cannot be read.
package traces
