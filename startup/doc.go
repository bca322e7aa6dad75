// Package startup says where the time goes before and in the first runs of a
// program.
//
// # Regimes
//
// A measurement belongs to one of three regimes, which are never mixed. A cold run
// is a fresh process whose caches are empty. A reload is a fresh process whose
// caches an earlier process has filled. A warm run is the second or a later run
// within one process. Cold and reload processes come in pairs, one after the other,
// so that slow changes of the machine affect both alike.
//
// # Where times come from
//
// A program says what it does by NVTX ranges, which the library of package
// trace/nvtx/inject captures, or by lines that it prints. Such a line is a marker,
// and its time is the time when the line arrives. Ranges or markers split a process
// into parts that add up to its time from start to end: before the first range,
// phases, runs, the time in neither phases nor runs, and after the last range.
//
// docs/startup.md has the definitions and the document startup/v1.
package startup
