// Package hlo reads the programs that XLA compiles, as text: HLO, optimised and not,
// and StableHLO in MLIR's pretty and generic forms. [Read] counts their operations,
// finds the loops, conditionals, custom calls and collectives, and says how much one
// execution launches.
//
// # Formats
//
// HLO is the text that compiled.as_text() of JAX returns and that --xla_dump_to
// writes as *_after_optimizations.txt: HloModule and its attributes, tables of stack
// frames, computations of instructions
//
//	[ROOT ][%]name = type opcode(operands), attribute=value, …
//
// The reader splits the text into tokens, so that instructions may go over several
// lines. StableHLO is the text that lowered.as_text() returns: operations of MLIR in
// functions, with regions. Operations of any dialect are counted. A line that begins
// no instruction or operation is skipped and counted ([Module.Skipped]). Brackets
// that do not match, or the end of the input within something, cannot be skipped and
// are a [SyntaxError].
//
// # Definitions
//
// A computation is a computation of HLO, or, in StableHLO, a function or a region of
// an operation. The counts of a module include each computation once, however often
// it is called. The name of an operation is the name in the file, with the dialect
// and without quotes. call and return, whose dialect MLIR leaves out, are func.call
// and func.return. Operations that end a region (return, yield), functions and
// modules are not counted.
//
// [Launches] says what is counted as a launch.
//
// # Memory
//
// The text is read once, as a stream. The memory grows with the number of
// computations, loops, names of operations and distinct locations, not with the size
// of constants, configurations or the number of instructions.
package hlo
