package main

import "github.com/olekukonko/tablewriter/pkg/twwidth"

// dropCaches gives up memory that packages set aside when the program starts
// and that it does not need. The cache for the widths of texts is large, full
// of pointers, and of no use to the few tables of a report; every cycle of the
// garbage collector would go through it.
func dropCaches() { twwidth.SetCacheCapacity(0) }
