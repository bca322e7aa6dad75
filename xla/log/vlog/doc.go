// Package vlog reads what XLA's GPU backend logs about command buffers (CUDA
// graphs) and while loops: which thunks became part of one, which did not and
// why, and what the host ran in their place.
//
// # Format
//
// Lines have the prefixes of package logline. Messages are those of three files
// of openxla/xla, xla/backends/gpu/runtime, as of 2025 to the middle of 2026:
// command_buffer_conversion_pass.cc, while_thunk.cc, command_buffer_thunk.cc;
// docs/xla-log.md lists them and names the environment that turns them on.
// Messages of other files, and those of the three that are not known, are
// counted. Lines without a prefix are left to others.
//
// # What is inferred
//
// A [Log] has what messages say, and what follows from their order; a
// [Certainty] stands beside it. XLA says nothing about an FFI or custom call that
// is not registered as compatible with command buffers: it shows as a command
// buffer that ended without a message, or as a loop that stays out without one.
//
// # Order and threads
//
// Messages of one thread are in order. Where prefixes name threads they are
// followed apart, else as if there were one, apart for each device where a
// message names it. The iterations of a loop stand in its last message, so that
// they are right even where lines of threads are mixed.
//
// # Memory
//
// A log of any length takes bounded memory; what is left out is counted in
// [Dropped].
package vlog
