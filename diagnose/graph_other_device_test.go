package diagnose_test

import (
	"fmt"
	"strings"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/xla/log/vlog"
)

// withXLA returns the input of a solver on the host with a log of XLA.
func withXLA(text string) func() *diagnose.Input {
	return func() *diagnose.Input { return logged(solved(), text) }
}

// logged adds a log of XLA to an input.
func logged(in *diagnose.Input, text string) *diagnose.Input {
	l, err := vlog.Read(strings.NewReader(text))
	if err != nil {
		panic(err)
	}
	in.XLA, in.XLASource = l, "xla.log"
	wrote(in, "xla_log", text)
	return in
}

// xlaLine is a message of a file of XLA.
func xlaLine(file, format string, args ...any) string {
	return fmt.Sprintf("I0311 02:59:55.123456    4242 %s.cc:99] ", file) + fmt.Sprintf(format, args...) + "\n"
}

// recorded is a command buffer that is recorded and executed on a device.
func recorded(device, executions int) string {
	var b strings.Builder
	b.WriteString(xlaLine("command_buffer_thunk", "Initialize command buffer on device #%d by recoding command buffer cmd sequence; num_commands=5", device))
	b.WriteString(xlaLine("command_buffer_thunk", "Initialized command buffer on device #%d in 250 μs; num_commands=5", device))
	b.WriteString(executed(device, executions))
	return b.String()
}

// executed is a command buffer that is executed on a device.
func executed(device, executions int) string {
	var b strings.Builder
	for k := range executions {
		b.WriteString(xlaLine("command_buffer_thunk", "Execute command buffer on device #%d; num_executions=%d", device, k+1))
	}
	return b.String()
}

func graphOtherDeviceInputs() []planted {
	return []planted{
		{"one graph on two devices", finds, planned(func(b *builder, th, st int32) {
			other := b.stream(1, 1, 2, 7)
			b.graphs(th, other, b.graphs(th, st, 0, 3, 42, 1000), 2, 42, 1000)
		})},
		{"graphs go where nothing else does", finds, planned(func(b *builder, th, st int32) {
			b.graphs(th, b.stream(1, 1, 2, 7), b.kernels(th, st, 0, 8, 1000, 500), 2, 42, 1000)
		})},
		{"a command buffer of another device", finds, withXLA(recorded(0, 3) + executed(1, 2))},
		{"a graph for each device", clears, planned(func(b *builder, th, st int32) {
			other := b.stream(1, 1, 2, 7)
			at := b.kernels(th, other, b.kernels(th, st, 0, 8, 1000, 500), 8, 1000, 500)
			b.graphs(th, other, b.graphs(th, st, at, 3, 42, 1000), 2, 43, 1000)
		})},
		{"two processes with one number", clears, planned(func(b *builder, th, st int32) {
			b.graphs(b.thread(2, 1), b.stream(2, 1, 2, 7), b.graphs(th, st, 0, 3, 42, 1000), 2, 42, 1000)
		})},
		{"command buffers of two devices", clears, withXLA(recorded(0, 3) + recorded(1, 2))},
		{"kernels alone", abstains, planned(func(b *builder, th, st int32) { b.kernels(th, st, 0, 8, 1000, 500) })},
		{"nothing on devices", abstains, solved},
	}
}
