// Package bindata reads the numbers of binary files in order. Memory grows with the
// bytes that were read, never with the size that a header claims. Every error names
// the offset of the byte where it occurred.
package bindata
