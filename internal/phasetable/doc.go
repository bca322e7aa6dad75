// Package phasetable makes the document phases/v1 of one or several traces: the
// table of phases of package trace, what is doubtful and lost, the ranks and their
// differences, and the keys of the run.
package phasetable
