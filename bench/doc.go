// Package bench holds measurements of nrkit beside the programs it is compared with.
//
// peers/ has the other programs: small C programs over SuiteSparse and METIS, and
// Python scripts over SciPy. kernels/ has the same kernels of nrkit. sidebyside/
// runs both on the same files, in turn, and writes RESULTS.md and the results of the
// orderings, RESULTS-orderings.md. nd/ adds the section of graphs of three
// dimensions, with SCOTCH. best/ adds the section of the portfolio beside stored
// results of six programs. matrices/ makes the large matrices, generate/ writes them
// as files, and dump/ is the form in which programs read them.
//
// Every measured program takes a matrix and a number of repetitions and prints one
// line for each repetition of each kernel,
//
//	kernel<TAB>seconds
//
// where seconds is the CPU time of the process for that repetition, and lines
// "kernel.figure<TAB>number" for results that are compared, such as nnz(L).
//
// klu/, ngspice/, timing/ and traces/ measure the engine, its linear solver, the
// recorder and the exporters; scripts/bench-newton writes RESULTS-newton.md.
//
// prediction/ measures whole solvers in all their phases and fits the model of package
// prediction; scripts/fit-prediction writes RESULTS-prediction.md, and scripts/bench-choice
// what a choice by these predictions loses, RESULTS-choice.md.
//
// sampling/ compares runs of which a sample is timed, on a busy machine, with exact
// runs; scripts/bench-sampling writes RESULTS-sampling.md.
//
// pivots/ measures how long pivots hold in series of matrices, and the guard of package
// lu; scripts/bench-pivots writes RESULTS-pivots.md.
//
// record/ measures the capture of NVTX ranges, equal/ the comparison of a program
// with itself. nsysstats/ and projection/ measure the reports of exports of Nsight
// Systems. memory/ measures the memory for large exports, which nsysmultiply/ makes.
package bench
