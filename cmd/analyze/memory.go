package main

import "github.com/olekukonko/tablewriter/pkg/twwidth"

// dropCaches gives up memory that packages set aside when the program starts
// and that it does not need. The cache for the widths of texts is large, full
// of pointers, and of no use to the few tables of a report; every cycle of the
// garbage collector would go through it.
func dropCaches() { twwidth.SetCacheCapacity(0) }

// idle is memory that the program holds and never touches, so that the system
// never provides it. The garbage collector counts it: it begins its work when as
// much again has been allocated, and not whenever a small heap has doubled, which
// takes a third of the time of a portfolio of a small matrix.
const idle = 64 << 20

// hold returns idle memory, to be kept alive while the program works.
func hold() []byte { return make([]byte, idle) }
