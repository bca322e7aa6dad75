// Package analysis words what package analysis found: [Analysis] and
// [Comparison] build documents of package reports.
package analysis
