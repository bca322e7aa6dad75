// Package analysis words what package analysis found: [Report] and
// [Comparison] build documents of package reports.
package analysis
