// Package logline reads logs line by line, as packages vlog and jaxlog need
// them: in bounded memory whatever the input is, without colours, with the
// prefix of TSL or absl taken off.
//
// # Lines
//
// A line ends with a newline or a carriage return (progress bars write one
// without a newline); its number counts newlines, so that it is that of an
// editor. Of a line that is longer than the limit of the reader the rest is
// dropped and its bytes are counted. Escape sequences of terminals are taken
// out, what is no UTF-8 is replaced by U+FFFD.
//
// # Prefixes
//
// TSL (tsl/platform/default/logging.cc), with a thread where the program ran
// with TF_CPP_LOG_THREAD_ID=1:
//
//	2026-03-11 02:59:55.123456: I xla/backends/gpu/runtime/while_thunk.cc:99] message
//	2026-03-11 02:59:55.123456: I    1234 xla/backends/gpu/runtime/while_thunk.cc:99] message
//	2026-03-11 02:59:55.123456: I[ 1234] xla/backends/gpu/runtime/while_thunk.cc:99] message
//
// absl, of C++ and of Python, which has no year; before the program has
// initialised the log, seconds since 1970 are in the place of the time of day:
//
//	I0311 02:59:55.123456    1234 while_thunk.cc:99] message
//	I0000 00:00:1773197995.123456    1234 while_thunk.cc:99] message
//
// The first kind is found within a line also, where a program has written
// something before it without ending its line.
package logline
