// Package hlo reads the programs that XLA compiles, as text: HLO, optimised and
// not, and StableHLO in MLIR's pretty and generic forms. [Read] counts their
// operations, finds the loops, conditionals, custom calls and collectives, and
// says how much one execution launches.
//
// # Formats
//
// HLO is what compiled.as_text() of JAX gives and what --xla_dump_to leaves as
// *_after_optimizations.txt: HloModule and its attributes, tables of stack
// frames, computations of instructions
//
//	[ROOT ][%]name = type opcode(operands), attribute=value, …
//
// which is read by its tokens, so that instructions may go over several lines.
// StableHLO is what lowered.as_text() gives: operations of MLIR in functions,
// with regions; of those, any dialect is counted. What begins no instruction or
// operation is passed over by lines and counted ([Module.Skipped]). What cannot
// be passed over, brackets that do not match or the end of the input within
// something, is a [SyntaxError].
//
// # Definitions
//
// A computation is one of HLO; of StableHLO, a function or a region of an
// operation. The counts of a module have each computation once, however often
// it is called. What an operation is called is what the file calls it, with the
// dialect and without quotes; call and return, whose dialect MLIR leaves out,
// are func.call and func.return. What ends a region (return, yield) is not
// counted, nor are functions and modules.
//
// [Launches] says what is counted as a launch.
//
// # Memory
//
// The text is read once, as it comes. What is kept grows with the number of
// computations, loops, names of operations and distinct locations, not with the
// size of constants, configurations or the number of instructions.
package hlo
