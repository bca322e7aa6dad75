// Package project says what devices did within NVTX ranges: for each range the
// operations whose API call was made within it, the time from the start of the
// first to the end of the last of them, and how ranges lie within each other.
//
// An operation is a kernel, a copy, a memory set, or a CUDA graph that was
// traced as a whole. It belongs to the API call of the same process and
// correlation id; of several rows of that call, such as the one with its call
// chain, to the shortest. All nodes of a graph that was traced by nodes have
// the correlation id of its launch. A call lies within every range of the same
// thread that starts no later and ends no earlier. Ranges that ended on another
// thread take no part.
//
// Ranges of a thread need not be nested: start/end ranges overlap as they like.
// The parent of a range is the shortest one of the same thread around it, of
// several the one that starts first. Of ranges with the same start and the same
// end each is the parent of the next in the file.
//
// Method: one sweep over the starts of ranges and calls, in which a Fenwick
// tree over the ends answers what the shortest range around something is, or
// the sum of what lies within: O((R+C) log(R+C)) for R ranges and C calls, for
// any ranges.
//
// Nothing is joined across threads or processes.
package project
