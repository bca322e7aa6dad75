package stats

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestOracleNVTX compares each output of NVIDIA's about NVTX ranges. The order
// of rows that NVIDIA's reports say is not the order that they are in: those of
// a trace of projections are in the order of the file, and so are those of
// nvtxpptrace.
func TestOracleNVTX(t *testing.T) {
	compared := 0
	for _, f := range oracleFiles(t) {
		if !f.isNVTX() || f.countsTwice() {
			continue
		}
		compared++
		t.Run(filepath.Base(f.database)+"/"+f.version+"/"+filepath.Base(f.path), f.compare)
	}
	if compared < 35 {
		t.Errorf("compared %d outputs, want 35 or more", compared)
	}
}

// countsTwice says whether NVIDIA counts kernels twice in an output, since
// calls have second rows: TestKernelsAreCountedOnce shows that we do not.
func (f *oracleFile) countsTwice() bool {
	return (strings.HasPrefix(f.report, "nvtx_kern_sum") || strings.HasPrefix(f.report, "nvtxkernsum")) &&
		strings.Contains(f.database, "saxpy")
}
