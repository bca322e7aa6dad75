package symbolic

// Parallelism is how much of the work can run at the same time. The ratios are 1 if
// there is no work.
type Parallelism struct {
	// columns divided by levels: the mean width of a level. It is no speed-up,
	// because columns differ in work
	ParallelismColumns float64 `json:"parallelism_columns"`

	// `flops` divided by `critical_path_flops`: T1/T∞ in the task model of
	// columns, as `task_models.columns.parallelism`
	ParallelismWork float64 `json:"parallelism_work"`

	// T∞ in the task model of columns: the largest sum of flops on a path from a
	// leaf to a root
	CriticalPathFlops float64 `json:"critical_path_flops"`

	ParallelismSupernodes  float64 `json:"parallelism_supernodes"`   // T1/T∞ if each task is a relaxed supernode with all updates that it sends
	CriticalPathSupernodes float64 `json:"critical_path_supernodes"` // T∞, in flops, if each task is a relaxed supernode with all updates that it sends
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
