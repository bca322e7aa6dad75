// Package jaxlog reads what JAX logs about compilation: which functions were traced,
// lowered and compiled, for how long and for what types of arguments, and the hits
// and misses of the tracing cache and the persistent cache.
//
// # Format
//
// The reader knows the messages of JAX from 2022 to the middle of 2026, as
// JAX_LOG_COMPILES, JAX_EXPLAIN_CACHE_MISSES and JAX_LOGGING_LEVEL turn them on;
// docs/xla-log.md lists them. Before a message there may be no text, a prefix of
// absl that names a file of Python, or the text of a logger: a level, and a colon,
// bracket, dash or place in a file at its end, such as
//
//	WARNING:2023-06-07 00:14:40,280:jax._src.dispatch:176: Finished XLA compilation of jit(f) in 0.5 sec
//
// A message after any other text belongs to a program that quotes a message, and is
// ignored. Times are in the zone of the machine, which the log does not name.
//
// # Functions
//
// JAX names functions f, jit(f) or jit_f; here they are one function. Functions of
// the same name cannot be distinguished: an operation of jax.numpy that runs by
// itself has a name such as add each time. Several processes that write into one
// log, or a log to which a second run was appended, cannot be distinguished either.
//
// # Classes
//
// "Finished XLA compilation" is also logged if the executable was in the persistent
// cache. A [Compilation] is a reload if a hit was logged between its start and its
// end. Otherwise it is a recompilation if a function of this name had been compiled
// before, and cold if not.
//
// What is not in the log is unknown, not zero: misses need JAX_EXPLAIN_CACHE_MISSES,
// and without it [Cache.Misses] is nil.
package jaxlog
