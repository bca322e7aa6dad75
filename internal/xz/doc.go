// Package xz reads .xz data in bounded memory. LZMA2 is decoded by
// github.com/ulikunitz/xz/lzma; the container around it is read here.
//
// The reader of that library is not used for the container, for two reasons. It
// takes memory for the dictionary that a header names, up to 4 GiB. A check of the
// headers beforehand cannot prevent that: an LZMA2 chunk may have more bytes
// than its data needs, in which the library goes on to read headers, and a
// check that follows the sizes in the chunks does not see them. Besides, it takes
// a file that is cut off between two blocks for a whole one.
//
// Format: L. Collin, I. Pavlov, The .xz file format, version 1.2.1, 2024.
package xz
