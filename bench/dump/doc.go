// Package dump writes and reads the binary form in which matrices are handed
// to the programs of bench/peers, so that no program pays for parsing.
//
// The file holds, little endian and without padding: rows, columns and entries
// as int64; Cols+1 column pointers as int64; the row of each entry as int64;
// and, when the matrix is real and has values, the value of each as float64.
package dump
