// Package procgroup starts programs in process groups of their own, so that
// whatever they start can be ended with them. Where there are no groups a process
// is ended alone.
package procgroup
