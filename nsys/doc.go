// Package nsys reads SQLite exports of NVIDIA Nsight Systems, of the schemas 2.9
// (2022.2) to 3.25 (2026.2), without Nsight Systems.
//
// An [Export] gives the rows of its tables as values of Go types: kernels, copies,
// memory sets, API calls, NVTX events, operating-system calls, synchronisations,
// CUDA graphs. Columns are found by name. If an export lacks a table or a column,
// that is an error only if the rest has no meaning without it. An absent table
// counts as empty, since exports leave empty tables out.
//
// Rows come in the order of the file. Newer versions of nsys do not sort the rows,
// not even by time. Times are ns from the start of the session. An integer that is
// NULL or whose column is absent is the constant [Null].
//
// Identity: correlation ids, streams, contexts, devices, graphs and addresses are
// numbers that each process, or each device, counts for itself. Nothing may be
// joined on one of these numbers alone: see [Process], [Thread], [Launch] and
// [Queue].
//
// Format: the comments in the CREATE TABLE statements of an export, and "Nsight
// Systems User Guide", section "SQLite Schema Reference".
package nsys
