// Package jaxlog reads what JAX logs about compilation: which functions were
// traced, lowered and compiled, for how long and for what types of arguments,
// and what the tracing cache and the persistent cache had.
//
// # Format
//
// Messages are those of JAX from 2022 to the middle of 2026, as JAX_LOG_COMPILES,
// JAX_EXPLAIN_CACHE_MISSES and JAX_LOGGING_LEVEL turn them on; docs/xla-log.md
// lists them. Before a message there may be nothing, a prefix of absl that names
// a file of Python, or what a logger writes: a level, and a colon, bracket, dash
// or place in a file at its end, such as
//
//	WARNING:2023-06-07 00:14:40,280:jax._src.dispatch:176: Finished XLA compilation of jit(f) in 0.5 sec
//
// A message after anything else is that of a program that quotes one. Times are
// those of the zone of the machine, which the log does not name.
//
// # Functions
//
// JAX names functions f, jit(f) or jit_f; they are one function here. Functions
// of the same name cannot be told apart: an operation of jax.numpy that runs by
// itself has a name such as add each time. Nor can several processes that write
// into one log, or a log to which a second run was appended.
//
// # Classes
//
// "Finished XLA compilation" comes also when the executable was in the persistent
// cache. A [Compilation] is a reload when a hit was logged between its start and
// its end; else it is cold, or a recompilation when a function of this name had
// been compiled before.
//
// What is not in the log is unknown, not zero: misses need
// JAX_EXPLAIN_CACHE_MISSES, and [Cache.Misses] is nil without.
package jaxlog
