// Package attribute puts the ranges that XLA emits for its operations into
// ranges of the phases that their names say, so that a summary of phases has
// them, and the work on devices that they launched.
//
// XLA calls its ranges in the NVTX domain TSL XlaModule:#…# and, within, one
// Thunk:#…# for each operation; package scope says which phases a path names.
// They come from Nsight Systems and from nrprof record alike: this package works
// on traces.
//
// # Phases
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
package attribute
