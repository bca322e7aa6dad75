// Package merge puts several traces into one, a rank each, so that processes of
// one run are seen side by side.
//
// # Identity
//
// Track.Rank tells the inputs apart: it is the label rank of their headers
// where every input has one and no two the same, else their place. An input
// that has ranks itself keeps them, after those of the inputs before it. Tracks
// are never put together: processes, threads, devices, contexts, streams and
// flows of two ranks are different ones whatever their numbers.
//
// # Clock
//
// By wall clock, the times of an input are moved by how much later than the
// first it started, as Header.Start says; the clocks of two machines differ by
// what their synchronisation leaves, some 10 µs to some ms. By start, all begin
// at time 0.
//
// By common ranges, the clocks are made one from what the inputs do together:
// ranges of one name that all of them leave at one moment, such as a barrier or a
// reduction of all, whenever they came to it. The offset of each is a median over
// the ranges, so that it is known better than a single range is; see [Clock].
//
// # What is added up
//
// Counts and losses are. Labels stay where all inputs agree. Inputs of which
// different shares of time steps were timed cannot be added up.
package merge
