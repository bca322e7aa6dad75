// Package parallel predicts times on several cores and on GPUs. What it returns are
// estimates of models, not bounds.
//
// [Speedups] is how package newton/lu gains from several cores. [Solvers] are models of
// published parallel solvers. [GPU.Factor] and [GPU.Solve] are the times of published
// solvers on a GPU, one matrix at a time or many with one pattern; [GPU.LeastBatch] and
// [GPU.LeastRows] say from when a GPU wins. No part of the GPU model has run on a GPU here:
// docs/parallel.md compares it with published times.
package parallel
