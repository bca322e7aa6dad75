// Package startup says where the time goes before and in the first runs of a
// program.
//
// # Regimes
//
// Three are told apart and never mixed. Cold is a fresh process whose caches are
// empty, reload a fresh process whose caches an earlier one has filled, and warm
// the second and later runs within one process. Cold and reload processes come in
// pairs, one after the other: what changes slowly is in both alike.
//
// # Where times come from
//
// A program says what it does by ranges: NVTX, which the library of package inject
// captures, or lines that it prints, markers, whose time is that of their arrival.
// A process is split by them into parts that add up to its time from start to end:
// before its first range, phases, runs, what is in neither, and after its last
// range.
//
// docs/startup.md has the definitions and the document startup/v1.
package startup
