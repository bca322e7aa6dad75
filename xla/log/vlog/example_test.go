package vlog_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/nrkit/nrkit/xla/log/vlog"
)

// A thunk that stays out of command buffers, and a loop that the host runs.
func ExampleRead() {
	const folder = "xla/backends/gpu/runtime/"
	var text strings.Builder
	for k, line := range []string{
		"command_buffer_conversion_pass.cc:505] Module jit_newton CommandBufferConfig: enabled_commands: [WHILE, FUSION], enabled_collectives: [ALLCOLLECTIVES]",
		"command_buffer_conversion_pass.cc:150] Unsupported thunk kind: kCopy",
		"while_thunk.cc:99] [0] Executing WhileThunk condition computation; iter=0",
		"while_thunk.cc:99] [0] condition_result = 1",
		"while_thunk.cc:99] [0] Executing WhileThunk body computation; iter=0",
		"while_thunk.cc:99] [0] Executing WhileThunk condition computation; iter=1",
		"while_thunk.cc:99] [0] condition_result = 0",
		"while_thunk.cc:99] [0] Break WhileThunk loop; iter=1",
	} {
		fmt.Fprintf(&text, "2026-03-11 02:59:55.%06d: I %s%s\n", k, folder, line)
	}
	l, err := vlog.Read(strings.NewReader(text.String()))
	if err != nil {
		log.Fatal(err)
	}
	for _, b := range l.Modules[0].Blockers {
		fmt.Println(l.Modules[0].Name, "keeps", b.Thunk, "out of command buffers")
	}
	loops, iterations := l.HostLoops()
	fmt.Println("the host ran", loops, "loop of", iterations, "iteration")
	// Output:
	// jit_newton keeps kCopy out of command buffers
	// the host ran 1 loop of 1 iteration
}
