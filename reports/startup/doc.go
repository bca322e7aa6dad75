// Package startup words where the time goes when a program starts, as documents of
// package reports: [Report] makes the report of one program, [Comparison] the
// comparison of two.
package startup
