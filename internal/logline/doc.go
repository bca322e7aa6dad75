// Package logline reads logs line by line, as packages vlog and jaxlog need them: in
// bounded memory for any input, without colours, and without the prefix of TSL or
// absl.
//
// # Lines
//
// A line ends with a newline or a carriage return, since progress bars write a
// carriage return without a newline. The number of a line counts newlines only, as
// editors do. If a line is longer than the limit of the reader, the rest of the line
// is dropped and its bytes are counted. Escape sequences of terminals are removed.
// Bytes that are not UTF-8 are replaced by U+FFFD.
//
// # Prefixes
//
// TSL (tsl/platform/default/logging.cc), with a thread if the program ran with
// TF_CPP_LOG_THREAD_ID=1:
//
//	2026-03-11 02:59:55.123456: I xla/backends/gpu/runtime/while_thunk.cc:99] message
//	2026-03-11 02:59:55.123456: I    1234 xla/backends/gpu/runtime/while_thunk.cc:99] message
//	2026-03-11 02:59:55.123456: I[ 1234] xla/backends/gpu/runtime/while_thunk.cc:99] message
//
// absl, of C++ and of Python, which has no year. Before the program has initialised
// the log, the time is in seconds since 1970:
//
//	I0311 02:59:55.123456    1234 while_thunk.cc:99] message
//	I0000 00:00:1773197995.123456    1234 while_thunk.cc:99] message
//
// A prefix of TSL is also found within a line, because a program may write text
// before it without ending the line.
package logline
