// Package matrices turns the matrices that a recorded program passed to its
// solver library into Matrix Market files. The library that programs load writes
// them as raw files, in the layout that the program has in memory. [Job.Convert] reads
// these files, writes a folder of .mtx files, and an index that says which call each
// file is from. The folder appears whole or not at all.
//
// A matrix keeps its values to the last bit. Rows stay rows, whether the program
// stores columns or rows. Indices count from 1, as the format wants. Positions that
// the program lists twice are summed, because Matrix Market forbids duplicates.
//
// Memory does not grow with compressed, dense and vector files, except with the
// longest row or column. A list of triplets is sorted in memory.
package matrices
