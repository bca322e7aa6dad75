// Package matrices makes the large matrices on which orderings are measured:
// those that are made and not stored, because every machine can make them
// again. Each is a pure function of nothing, so its text is the same
// everywhere.
package matrices
