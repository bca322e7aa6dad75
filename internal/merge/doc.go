// Package merge puts several traces into one, one rank per trace, so that the
// processes of one run are seen side by side.
//
// # Identity
//
// Track.Rank numbers the inputs. It is the label rank of their headers if every
// input has the label and all labels differ. Otherwise it is the place of the input.
// An input that already has ranks keeps them, numbered after the ranks of the inputs
// before it. Tracks are never put together: processes, threads, devices, contexts,
// streams and flows of two ranks are different, whatever their numbers.
//
// # Clock
//
// By wall clock, the times of an input are moved by the difference of its start,
// Header.Start, from the start of the first input. The clocks of two machines differ
// by the error of their synchronisation, some 10 µs to some ms. By start, all inputs
// begin at time 0.
//
// By common ranges, the clocks are adjusted by what the inputs do together. All
// inputs leave ranges of one name at the same moment, such as a barrier or a
// reduction of all, whenever each input entered them. The offset of each input is a
// median over the ranges, and therefore more exact than a single range; see [Clock].
//
// # What is added up
//
// Counts and losses are added up. A label stays if all inputs agree on it. Inputs of
// which different shares of time steps were timed cannot be added up.
package merge
