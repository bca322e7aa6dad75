// Package project says what devices did within NVTX ranges. For each range it finds
// the operations whose API call was made within the range, the time from the start
// of the first operation to the end of the last, and how ranges lie within each
// other.
//
// An operation is a kernel, a copy, a memory set, or a CUDA graph that was traced as
// a whole. It belongs to the API call of the same process and correlation id. If
// that call has several rows, for example a second row with its call chain, the
// operation belongs to the shortest row. All nodes of a graph that was traced by
// nodes have the correlation id of the launch of the graph. A call lies within every
// range of the same thread that starts no later and ends no earlier. Ranges that
// ended on another thread take no part.
//
// Ranges of a thread need not be nested: start/end ranges overlap freely. The parent
// of a range is the shortest range of the same thread around it, and if several are
// the shortest, the range that starts first. If ranges have the same start and the
// same end, each is the parent of the next in the file.
//
// Method: ranges in which no call started work have no operations and are around no
// range that has, so they are not kept. One sweep over the starts of ranges and calls
// keeps what is open on a stack if the ranges of a thread nest: O(R+C) for R ranges
// and C calls in order. For any ranges, a Fenwick tree over the ends answers which
// range around something is the shortest, or the sum of what lies within:
// O((R+C) log(R+C)).
//
// Nothing is joined across threads or processes.
package project
