package log

import (
	"fmt"
	"strings"
	"testing"
)

// A log of loops, which is what makes logs long.
func BenchmarkRead(b *testing.B) {
	const prefix = "2026-03-11 02:59:55.200002: I    4343 xla/backends/gpu/runtime/while_thunk.cc:99] [0] "
	var text strings.Builder
	for n := range 200 {
		for i := range 20 {
			fmt.Fprintf(&text, "%[1]sExecuting WhileThunk condition computation; iter=%[2]d\n%[1]scondition_result = 1\n%[1]sExecuting WhileThunk body computation; iter=%[2]d\n", prefix, i)
		}
		fmt.Fprintf(&text, "%[1]sExecuting WhileThunk condition computation; iter=20\n%[1]scondition_result = 0\n%[1]sBreak WhileThunk loop; iter=20\nstep %[2]d of the transient analysis\n", prefix, n)
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(strings.NewReader(text.String()), "x", Hooks{}); err != nil {
			b.Fatal(err)
		}
	}
}
