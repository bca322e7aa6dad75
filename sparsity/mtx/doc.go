// Package mtx writes Matrix Market files.
//
// It is apart from sparsity/sparseio, which reads them and everything else, so
// that a solver that writes matrices links no decompressors.
package mtx
