// Package bindata reads the numbers of binary files in order. Memory grows with
// what was read, never with what a header claims, and every error has the offset
// of the byte that it is about.
package bindata
