// Package phases finds the phases of a Newton-Raphson solver in what XLA says of
// its operations. [Phase] reads a path of op_name metadata, [ParseTSL] the text of
// a range or a thread of the NVTX domain TSL, and [Attribute] puts the ranges that
// XLA emits for its operations into ranges of their phases, so that a summary of
// phases has them, and the work on devices that they launched.
//
// # Paths
//
// JAX gives each operation a path of segments with / between them, such as
//
//	jit(f)/jit(main)/while/body/nr_build_system/add
//
// in which jax.named_scope adds a segment, a transformation wraps the one after
// it (jvp(nr_linear_solve), transpose(jvp(…)), vmap(…)), jit adds one with the
// name of a function, and the last one is the primitive, in older versions with
// parameters in brackets. A segment that is known names a phase of a
// Newton-Raphson solver: one of package trace, also with nr_ before it, or an
// alias. [Phase] says which phase counts where there are several.
//
// A fusion of operations has the path of one of them, so that phases of fusions
// are approximate (https://github.com/jax-ml/jax/issues/31995).
//
// # Texts of ranges
//
// Texts are Kind:#key=value,key=value#, as tsl::profiler::TraceMeEncode writes
// them: XlaModule with prefix, hlo_module and program_id; Thunk with name, which
// is the path without the prefix of the module, and hlo_op; XlaCompile with
// module; threads are called XlaLauncher with global, local and process.
//
// # Ranges of phases
//
// Thunks that follow one another in the same range, such as the module or the
// thunk of a loop, and have the same phases at the begin of their paths, lie in
// one range of each of these phases, from the begin of the first thunk to the
// end of the last. The thunks stay, inside of them. [Runs] says when a phase
// begins anew; what lies around others and begins anew in a module or thunk ends
// where it does, so that iterations follow one another without a gap in which a
// loop reads its condition. Ranges that the program itself pushed count: a phase
// that is open already is not opened within, and a range of the program between
// two thunks ends what they have in common. A thunk whose path is not known is
// in those phases only that lie around others.
//
// The count of a phase is that of such ranges: as often as XLA changed to it,
// which is more than once an iteration where it mixed the order of phases.
//
// # Limits
//
// A fusion has the path of one of its operations. Operations of a CUDA graph have
// no ranges: there is that of the graph alone. Thunks that are not on a thread's
// first track, since they overlap ranges of other domains, are read there.
package phases
