package diagnose_test

import (
	"fmt"
	"strings"
)

// pass is what the pass that makes command buffers writes on a sequence of a
// module: messages before each command buffer.
func pass(module string, buffers ...string) string {
	var b strings.Builder
	b.WriteString(xlaLine("command_buffer_conversion_pass", "Module %s CommandBufferConfig: enabled_commands: [FUSION, CUSTOM_CALL, WHILE, CONDITIONAL]", module))
	for k, before := range buffers {
		b.WriteString(before)
		b.WriteString(xlaLine("command_buffer_conversion_pass", "Creating command buffer thunk command_buffer_%d with the following thunks: add_fusion.%d, mul_fusion.%d", k, k, k))
	}
	return b.String()
}

// unsupported is what it writes of a thunk that has no command.
func unsupported(kind string) string {
	return xlaLine("command_buffer_conversion_pass", "Unsupported thunk kind: %s", kind)
}

// inWhile is a pass on a module whose only thunk is a loop, and on its body.
func inWhile(module, why string, buffers ...string) string {
	return pass(module) + why + pass(module, buffers...)
}

func partialBuffersInputs() []planted {
	copies := unsupported("kCopy")
	return []planted{
		{"the body of a loop is cut in four", finds, withXLA(inWhile("jit_newton", unsupported("kWhile"), "", copies, copies, copies))},
		{"a module is cut by a call that says nothing", finds, withXLA(pass("jit_step", "", ""))},
		{"one command buffer for each module", clears, withXLA(pass("jit_step", "") + pass("jit_test", copies))},
		{"nothing became a command buffer", clears, withXLA(pass("jit_step") + copies)},
		{"the log has level 1", abstains, withXLA(pass("jit_step"))},
		{"other messages", abstains, withXLA(recorded(0, 1))},
		{"no log", abstains, solved},
	}
}

// hostLoop is a loop with a condition that the host runs.
func hostLoop(n int) string {
	var b strings.Builder
	for k := range n {
		b.WriteString(xlaLine("while_thunk", "[0] Executing WhileThunk condition computation; iter=%d", k))
		b.WriteString(xlaLine("while_thunk", "[0] condition_result = 1"))
		b.WriteString(xlaLine("while_thunk", "[0] Executing WhileThunk body computation; iter=%d", k))
	}
	b.WriteString(xlaLine("while_thunk", "[0] Executing WhileThunk condition computation; iter=%d", n))
	b.WriteString(xlaLine("while_thunk", "[0] condition_result = 0"))
	b.WriteString(xlaLine("while_thunk", "[0] Break WhileThunk loop; iter=%d", n))
	return b.String()
}

// countedLoop is a loop with a trip count that the host runs.
func countedLoop(n int) string {
	var b strings.Builder
	b.WriteString(xlaLine("while_thunk", "Executing WhileThunk for %d iterations", n))
	for k := range n {
		b.WriteString(xlaLine("while_thunk", "Executing iteration # %d (Device: 0)", k))
	}
	return b.String()
}

// captured is a pass that takes a loop into a command buffer.
func captured(module string) string {
	return pass(module) + fmt.Sprint(xlaLine("command_buffer_conversion_pass", "Creating command buffer thunk command_buffer_9 with the following thunks: add_fusion, while.1"))
}
