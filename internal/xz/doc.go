// Package xz reads .xz data in bounded memory. github.com/ulikunitz/xz/lzma decodes
// LZMA2, and this package reads the container around the LZMA2 data.
//
// This package does not use the library's reader of the container, for two reasons.
// First, that reader takes memory for the dictionary that a header names, up to 4
// GiB. A check of the headers beforehand cannot prevent that: an LZMA2 chunk may
// have more bytes than its data needs. The library goes on to read headers in these
// bytes, but a check that follows the sizes of chunks does not look there. Second,
// that reader accepts many files that are cut off as whole files.
//
// Format: L. Collin, I. Pavlov, The .xz file format, version 1.2.1, 2024.
package xz
