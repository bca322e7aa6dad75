// Package balance says how evenly the ranks of a job share its work, and which of
// them the others wait for.
//
// A rank that is early waits in what ranks do together. So who takes longest as a
// whole tells little where all end together: the slowest rank is the one that is
// busy longest, in phases in which ranks do not wait for each other, see [Waits].
package balance
