// Package procgroup starts programs in process groups of their own, so that the
// program and every process that it starts can be ended together. On a system
// without process groups, only the process itself is ended.
package procgroup
