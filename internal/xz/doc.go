// Package xz reads .xz data in bounded memory. LZMA2 is decoded by
// github.com/ulikunitz/xz/lzma; the container around it is read here.
//
// The reader of that library is not used for the container, for two reasons. It
// takes memory for the dictionary that a header names, up to 4 GiB. A check of the
// headers beforehand cannot prevent that: an LZMA2 chunk may have more bytes
// than its data needs. The library goes on to read headers in these bytes, where a
// check that follows the sizes of chunks does not look. Besides, the reader of the
// library takes many files that are cut off for whole ones.
//
// Format: L. Collin, I. Pavlov, The .xz file format, version 1.2.1, 2024.
package xz
