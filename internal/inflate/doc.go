// Package inflate decompresses DEFLATE and gzip data, about twice as fast as
// other packages in Go, for the matrices of collections, which are .gz files.
//
// Formats: L. P. Deutsch, RFC 1951 and RFC 1952, 1996.
package inflate
