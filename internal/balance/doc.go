// Package balance says how evenly the ranks of a job share its work, and for which
// rank the others wait.
//
// A rank that is early waits inside collective operations. If all ranks end
// together, the total time of each rank therefore tells little. The slowest rank is
// the rank that is busy longest in phases in which ranks do not wait for each other,
// see [Waits].
package balance
