package diagnose_test

import "github.com/nrkit/nrkit/diagnose"

const known20 = `, backend_config={"known_trip_count":{"n":"20"}}`

func whileInputs() []planted {
	hloOf := func(in func() *diagnose.Input, config string) func() *diagnose.Input {
		return func() *diagnose.Input { return withHLO(in(), config) }
	}
	disabled := xlaLine("command_buffer_conversion_pass", "Thunk kind kWhile lowering is not enabled by the user for type WHILE")
	both := func() *diagnose.Input {
		return withHLO(logged(looped(predicate(20))(), inWhile("jit_newton", disabled, "", unsupported("kCopy"))+hostLoop(20)), "")
	}
	return []planted{
		{"log and HLO and trace agree", finds, both},
		{"the host runs a loop with a condition", finds, withXLA(hostLoop(20))},
		{"the compiler leaves a loop out", finds, withXLA(inWhile("jit_newton", disabled, ""))},
		{"a loop of the HLO and a predicate in the trace", finds, hloOf(looped(predicate(20)), "")},
		{"the host runs a loop with a trip count", clears, withXLA(countedLoop(20))},
		{"a loop of a command buffer that warms up", clears, withXLA(xlaLine("command_buffer_thunk", "Executing warm up iteration of command buffer thunk") + hostLoop(20))},
		{"the compiler takes the loop in", clears, withXLA(captured("jit_newton"))},
		{"a loop of the HLO with a trip count", clears, hloOf(looped(predicate(20)), known20)},
		{"a loop of the HLO and no waits in the trace", abstains, hloOf(solved, "")},
		{"waits for data and a loop of the HLO", abstains, hloOf(looped(gpuLoop{n: 20, kernels: 3, kernel: 2000, copy: 64, waiting: "cuStreamSynchronize", after: 5000}), "")},
		{"waits for nothing and a loop of the HLO", abstains, hloOf(looped(gpuLoop{n: 20, kernels: 3, kernel: 2000, waiting: "cuStreamSynchronize", after: 5000}), "")},
		{"a predicate in the trace alone", abstains, looped(predicate(20))},
		{"nothing", abstains, solved},
	}
}
