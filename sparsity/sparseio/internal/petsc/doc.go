// Package petsc reads matrices in the binary format of PETSc, which its MatView
// writes and its MatLoad reads.
package petsc
