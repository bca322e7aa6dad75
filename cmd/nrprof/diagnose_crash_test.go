package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/testkit/timelinetest"
)

// An export says in which ranges the program crashed, though they end with the
// recording, as Nsight Systems 2022.4 writes them.
func TestCrashInsideRangesOfAnExport(t *testing.T) {
	for inner, want := range map[int]string{
		100: `ended the program inside of 2 ranges, as far as Nsight Systems recorded; the innermost range is "timestep"`,
		90:  `range "transient" ends with the recording: either the range was open, or the recording was set to end with this range`,
	} {
		path := filepath.Join(t.TempDir(), "crash.sqlite")
		tables := timelinetest.Tables{Durations: [][]any{{100}}, NVTX: [][]any{
			{10, 100, 59, nil, "transient", 5<<24 | 9, nil, nil, 0, nil, nil}, {20, inner, 59, nil, "timestep", 5<<24 | 9, nil, nil, 0, nil, nil},
		}}
		if err := tables.Write(path); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		if code := run([]string{"diagnose", path, "--exit-code", "139"}, nil, &out, &errs); code != 0 || !strings.Contains(out.String(), want) {
			t.Errorf("exit %d, %s%s, want %s", code, &errs, &out, want)
		}
	}
}
