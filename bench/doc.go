// Package bench holds measurements of nrkit beside the programs it is compared
// with: small C programs over SuiteSparse and METIS and Python scripts over
// SciPy in peers/, the same kernels of nrkit in kernels/, and sidebyside/,
// which runs both on the same files, in turn, and writes RESULTS.md and, of the
// orderings, RESULTS-orderings.md; nd/ adds the section of graphs of three
// dimensions, with SCOTCH, and best/ the section of the portfolio beside stored
// results of six programs. matrices/ makes the large matrices for it, and
// generate/ writes them as files.
//
// Every program that is measured takes a matrix and a number of repetitions
// and prints one line for each repetition of each kernel,
//
//	kernel<TAB>seconds
//
// where seconds is the CPU time of the process for that repetition, and lines
// "kernel.figure<TAB>number" for results that are compared, such as nnz(L).
//
// klu/, ngspice/, timing/ and traces/ measure the engine, its linear solver, the
// recorder and the exporters; scripts/bench-newton writes RESULTS-newton.md.
//
// sampling/ compares runs of which a sample is timed, on a busy machine, with exact
// ones; scripts/bench-sampling writes RESULTS-sampling.md.
package bench
