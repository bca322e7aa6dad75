// Package phases words the document phases/v1 of package phasetable: the table of
// phases, the ranks, time steps one by one, and what prints more.
package phases
