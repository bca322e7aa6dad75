// Package scope reads the texts by which XLA says what a piece of work belongs
// to: paths of op_name metadata, and the texts of ranges and threads of the NVTX
// domain TSL.
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
package scope
