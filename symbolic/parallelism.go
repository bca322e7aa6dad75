package symbolic

// Parallelism is how much of the work can run at the same time. The ratios are 1 if
// there is no work.
type Parallelism struct {
	// ParallelismColumns is columns by levels: the mean width of a level. It
	// is no speed-up, because columns differ in work.
	ParallelismColumns float64 `json:"parallelism_columns"`

	// ParallelismWork is all flops by the flops of the critical path, in the model of
	// columns: a column and all updates that it sends are one task, which waits
	// for the children of the column. In another model of tasks workers can be
	// faster by more: see TaskModels.
	ParallelismWork   float64 `json:"parallelism_work"`
	CriticalPathFlops float64 `json:"critical_path_flops"`

	// The same where a task is a relaxed supernode with all updates that it sends.
	ParallelismSupernodes  float64 `json:"parallelism_supernodes"`
	CriticalPathSupernodes float64 `json:"critical_path_supernodes"`
}

// parallelismOf fills in what goes by column, where flops is the sum of work,
// path what of it is on the critical path, and height that of the tree.
func parallelismOf(n int, flops, path float64, height int) Parallelism {
	return Parallelism{
		ParallelismColumns: ratio(float64(n), float64(height)),
		ParallelismWork:    ratio(flops, path),
		CriticalPathFlops:  path,
	}
}

// ratio returns whole by part, or 1 where there is nothing to divide.
func ratio(whole, part float64) float64 {
	if part == 0 {
		return 1
	}
	return whole / part
}
