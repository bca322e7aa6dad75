package traces

import (
	"bytes"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/progress"
)

// Of several reports, the line names the one at hand. What reports read again does not
// fill the bar.
func TestProgressOfReports(t *testing.T) {
	reports := []string{"nvtx_sum", "osrt_sum", "cuda_api_sum", "cuda_gpu_kern_sum"}
	for _, c := range []struct {
		reports    []string
		k          int
		done, size int64
		want       string
	}{
		{reports, 0, 0, 100e6, "[                        ] 0/4 nvtx_sum, 0.0 MB read"},
		{reports, 2, 170e6, 100e6, "[============            ] 2/4 cuda_api_sum, 170.0 MB read"},
		{reports[:1], 0, 50e6, 100e6, "[============            ] 50.0 of 100.0 MB read"},
	} {
		var out bytes.Buffer
		at := time.Unix(0, 0)
		bar := progress.New(&out, func() int { return 100 }, func() time.Time { return at })
		at = at.Add(time.Second)
		showReport(bar, c.reports, c.k, c.done, c.size)
		if got, want := out.String(), "\r"+c.want+"\x1b[K"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
