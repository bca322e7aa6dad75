// Package phases finds the phases of a Newton-Raphson solver in the names that XLA
// gives to its operations. [Phase] reads a path of op_name metadata, and [ParseTSL]
// the text of a range or a thread of the NVTX domain TSL. [Attribute] puts the
// ranges that XLA emits for its operations into ranges of their phases. A summary of
// phases then has these ranges, and the work on devices that they launched.
//
// # Paths
//
// JAX gives each operation a path of segments with / between them, such as
//
//	jit(f)/jit(main)/while/body/nr_build_system/add
//
// jax.named_scope adds a segment. A transformation wraps the segment after it
// (jvp(nr_linear_solve), transpose(jvp(…)), vmap(…)). jit adds a segment with the
// name of a function. The last segment is the primitive, in older versions with
// parameters in brackets. A known segment names a phase of a Newton-Raphson solver:
// a phase of package trace, also with nr_ before it, or an alias. [Phase] says which
// phase counts if there are several.
//
// A fusion of operations has the path of one of them, so that phases of fusions are
// approximate (https://github.com/jax-ml/jax/issues/31995).
//
// # Texts of ranges
//
// Texts are Kind:#key=value,key=value#, as tsl::profiler::TraceMeEncode writes them:
// XlaModule with prefix, hlo_module and program_id; Thunk with name, which is the
// path without the prefix of the module, and hlo_op; XlaCompile with module. Threads
// are called XlaLauncher with global, local and process.
//
// # Ranges of phases
//
// Consecutive thunks in the same range, such as the module or the thunk of a loop,
// may have the same phases at the begin of their paths. Then they lie in one range
// of each of these phases, from the begin of the first thunk to the end of the last.
// The thunks stay inside these ranges. [Runs] says when a phase begins anew. A phase
// around other phases that begins anew in a module or thunk ends where the module or
// thunk ends, so that iterations follow one another without a gap in which a loop
// reads its condition.
//
// Ranges that the program itself pushed count. A phase that is open already is not
// opened again inside itself, and a range of the program between two thunks ends the
// phases that the thunks share. A thunk whose path is not known is only in the
// phases that lie around others.
//
// The count of a phase is the number of its ranges: how often XLA changed to the
// phase. If XLA mixed the order of phases, that is more than once per iteration.
//
// # Limits
//
// A fusion has the path of one of its operations. Operations of a CUDA graph have no
// ranges; only the graph has a range. Thunks that overlap ranges of other domains
// are not on a thread's first track, and are read from the track where they are.
package phases
