// Package history writes figures of one run for programs that keep the history of
// figures: Bencher and github-action-benchmark.
package history
