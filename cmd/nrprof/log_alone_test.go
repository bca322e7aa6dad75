package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// writeLoops writes a log of XLA: the host runs 20 loops, each of which ends at 8
// iterations. Each evaluation of the condition takes 500 µs.
func writeLoops(dir string) error {
	var b strings.Builder
	us := 0
	say := func(format string, args ...any) {
		fmt.Fprintf(&b, "2026-03-11 02:59:55.%06d: I[ 42] xla/backends/gpu/runtime/while_thunk.cc:99] %s\n", us, fmt.Sprintf(format, args...))
	}
	for range 20 {
		for k := 0; k < 9; k++ {
			say("[0] Executing WhileThunk condition computation; iter=%d", k)
			us += 500
			if k == 8 {
				say("[0] condition_result = 0")
				say("[0] Break WhileThunk loop; iter=8")
				continue
			}
			say("[0] condition_result = 1")
			say("[0] Executing WhileThunk body computation; iter=%d", k)
			us += 300
		}
	}
	return os.WriteFile(filepath.Join(dir, "loops.log"), []byte(b.String()), 0o666)
}
