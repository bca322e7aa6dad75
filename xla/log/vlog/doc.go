// Package vlog reads what XLA's GPU backend logs about command buffers (CUDA graphs)
// and while loops: which thunks became part of a command buffer, which did not and
// why, and what the host ran instead.
//
// # Format
//
// Lines have the prefix of TSL or absl. The reader knows the messages of three
// files of openxla/xla, xla/backends/gpu/runtime, as of 2025 to the middle of 2026:
// command_buffer_conversion_pass.cc, while_thunk.cc, command_buffer_thunk.cc;
// docs/xla-log.md lists them and names the environment that turns them on. Messages
// of other files, and unknown messages of the three files, are counted. Lines
// without a prefix are ignored.
//
// # What is inferred
//
// A [Log] has what messages say, and what follows from their order, with a
// [Certainty] beside it. XLA logs nothing about an FFI or custom call that is not
// registered as compatible with command buffers. Such a call shows as a command
// buffer that ended without a message, or as a loop that stays out of command
// buffers without a message.
//
// # Order and threads
//
// Messages of one thread are in order. If prefixes name threads, the reader follows
// each thread separately. Otherwise it follows all messages as one thread, or one
// thread per device if messages name devices. The last message of a loop has the
// number of its iterations, so that the number is right even if lines of threads are
// mixed.
//
// # Memory
//
// A log of any length takes bounded memory; [Dropped] counts what is left out.
package vlog
