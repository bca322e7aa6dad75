// Package handover writes orders in the forms that solvers read.
//
// The page docs/handing-over.md has the format of each file, and for each solver a
// program in C that reads the file.
package handover
