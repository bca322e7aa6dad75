package symbolic

// ThreadModes divides levels between the two modes of NICSLU. In cluster mode
// the columns of a level are dealt to the threads, which meet at its end. In
// pipeline mode the columns of all levels up to the next in cluster mode are
// dealt in turn, and each waits for single columns.
//
// A level is in cluster mode if it has MinColumns columns or more: Chen, Wu, Wang,
// Yu and Yang, IEEE Trans. Circuits Syst. II 58(10):702–706, 2011. The solver
// chooses MinColumns. The source that NICSLU publishes takes 17, or one more than
// the number of threads, whichever is more.
type ThreadModes struct {
	Threads int `json:"threads"` // number of threads

	// smallest number of columns for a level in cluster mode: twice the number of
	// threads. In cluster mode the threads share the columns of a level and meet
	// at its end
	MinColumns int `json:"cluster_min_columns"`

	ClusterLevels  int `json:"cluster_levels"`  // number of levels in cluster mode
	ClusterColumns int `json:"cluster_columns"` // columns of the levels in cluster mode

	// number of levels in pipeline mode. In pipeline mode threads take columns in
	// turn and wait for single columns
	PipelineLevels int `json:"pipeline_levels"`

	PipelineColumns int `json:"pipeline_columns"` // columns of the levels in pipeline mode

	// number of runs of consecutive levels in pipeline mode; 1 if all narrow
	// levels are at the end
	Pipelines int `json:"pipelines"`
}

// Modes divides levels of the given widths between cluster and pipeline mode.
func Modes(widths []int, threads, minColumns int) ThreadModes {
	m := ThreadModes{Threads: threads, MinColumns: minColumns}
	pipeline := false
	for _, w := range widths {
		if w >= minColumns {
			m.ClusterLevels++
			m.ClusterColumns += w
			pipeline = false
			continue
		}
		if !pipeline {
			m.Pipelines++
		}
		pipeline = true
		m.PipelineLevels++
		m.PipelineColumns += w
	}
	return m
}

// GLUKernels counts levels by the kernel that GLU 3.0 starts for them. Its function
// LUonDevice chooses the kernel by the number of columns of the level alone: a block
// of threads for each column, with few warps if there are many columns, or a stream
// for each column.
type GLUKernels struct {
	Warps2  int `json:"warps_2_levels"`  // levels of more than 896 columns: blocks of 2 warps
	Warps4  int `json:"warps_4_levels"`  // levels of 449 to 896 columns: blocks of 4 warps
	Warps32 int `json:"warps_32_levels"` // levels of 17 to 448 columns: blocks of 32 warps
	Stream  int `json:"stream_levels"`   // levels of 16 columns or fewer: three kernels per column, on 16 streams
}

// gluKernels counts levels of the given widths.
func gluKernels(widths []int) *GLUKernels {
	k := &GLUKernels{}
	for _, w := range widths {
		switch {
		case w > 896:
			k.Warps2++
		case w > 448:
			k.Warps4++
		case w > 16:
			k.Warps32++
		default:
			k.Stream++
		}
	}
	return k
}
