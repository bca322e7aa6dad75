package vlog

import (
	"fmt"
	"strings"
	"testing"
)

// text returns what an event says, without what it does not set.
func text(e *Event) string {
	parts := []string{string(e.Kind), fmt.Sprint(e.Level)}
	add := func(name, value string) {
		if value != "" && value != "0" && value != "false" && value != "[]" {
			parts = append(parts, name+"="+value)
		}
	}
	add("module", e.Module)
	add("name", e.Name)
	add("commands", fmt.Sprint(e.Commands))
	add("collectives", fmt.Sprint(e.Collectives))
	add("command", e.Command)
	add("thunk", e.Thunk)
	if e.Thunks != nil {
		add("thunks", strings.Join(e.Thunks, "+"))
	}
	add("toolkit", e.Toolkit)
	add("driver", e.Driver)
	add("reason", e.Reason)
	add("n", fmt.Sprint(e.N))
	add("true", fmt.Sprint(e.True))
	add("first", fmt.Sprint(e.First))
	add("size", fmt.Sprint(e.Size))
	add("allocs", fmt.Sprint(e.Allocs))
	add("us", fmt.Sprint(e.Micros))
	if e.Device != NoDevice {
		add("device", fmt.Sprint("#", e.Device))
	}
	return strings.Join(parts, " ")
}

func TestMessages(t *testing.T) {
	for _, c := range []struct{ file, in, want string }{
		{conversionFile, "Module jit_f CommandBufferConfig: enabled_commands: [WHILE, FUSION], enabled_collectives: [ALLCOLLECTIVES]",
			"config 1 module=jit_f commands=[FUSION WHILE] collectives=[ALLCOLLECTIVES]"},
		{conversionFile, "Module jit_f CommandBufferConfig: enabled_commands: [FUSION]", "config 1 module=jit_f commands=[FUSION]"},
		{conversionFile, "Module jit_f CommandBufferConfig: enabled_commands: []", "config 1 module=jit_f"},
		{conversionFile, "Module jit_f CommandBufferConfig: enabled_commands: [FUSION", ""},
		{conversionFile, "Module jit_f CommandBufferConfig: enabled_commands: [FUSION], enabled_things: [X]", ""},
		{conversionFile, "Module jit_f CommandBufferConfig: enabled_commands: [FUS ION]", ""},
		{conversionFile, "Module  CommandBufferConfig", ""},
		{conversionFile, "Removed command buffer support for WHILE as it's not supported with gpu toolkit version 12.1.0 and driver version 12.2.0. This might negatively impact performance. To enable WHILE support in command buffers use cuda-compat package: https://docs.nvidia.com/deploy/cuda-compatibility/.",
			"removed 1 command=WHILE toolkit=12.1.0 driver=12.2.0"},
		{conversionFile, "Removed command buffer support for CUBLAS as it's not supported with gpu toolkit version 11.8.0 and driver version 12.2.0. This might negatively impact peformance. To enable",
			"removed 1 command=CUBLAS toolkit=11.8.0 driver=12.2.0"},
		{conversionFile, "Removed command buffer support for CUBLAS as it's not supported with gpu toolkit version 11.8.0", ""},
		{conversionFile, "Unsupported thunk kind: kCopy", "unsupported 2 thunk=kCopy"},
		{conversionFile, "Unsupported thunk kind: ", ""},
		{conversionFile, "Unsupported thunk kind: k Copy", ""},
		{conversionFile, "Thunk kind kWhile lowering is not enabled by the user for type WHILE", "disabled 2 command=WHILE thunk=kWhile"},
		{conversionFile, "Thunk kind kWhile lowering is not enabled by the user for type ", ""},
		{conversionFile, "Collective thunk kind kAllReduce is not enabled by the collectives filter", "filtered 2 thunk=kAllReduce"},
		{conversionFile, "Collective thunk kind kAllReduce is enabled by the collectives filter", ""},
		{conversionFile, "Thunk kind kKernel is not lowered to command buffer because command size is less than the min graph size", "too_small 2 thunk=kKernel"},
		{conversionFile, "Thunk kind kKernel is not lowered", ""},
		{conversionFile, "Creating command buffer thunk command_buffer_7 with the following thunks: a, b.1, c", "command_buffer 2 name=command_buffer_7 thunks=a+b.1+c"},
		{conversionFile, "Creating command buffer thunk with the following thunks: a", "command_buffer 2 thunks=a"},
		{conversionFile, "Creating command buffer thunk with the following thunks:", "command_buffer 2"},
		{conversionFile, "Creating command buffer thunk command_buffer_7with the following thunks: a", ""},
		{conversionFile, "Creating command buffer thunk command buffer with the following thunks: a", ""},
		{conversionFile, "Creating command buffer thunk", ""},
		{conversionFile, "WhileThunk is not convertible to command buffers because its body contains loop-dependent DynamicSliceFusionV2Thunk and the while loop will not be unrolled",
			"inconvertible 2 thunk=kWhile reason=its body contains loop-dependent DynamicSliceFusionV2Thunk and the while loop will not be unrolled"},
		{conversionFile, "DynamicSliceFusionV2Thunk is not convertible to command buffers because child command nodes require CUDA 12.9+",
			"inconvertible 2 thunk=kDynamicSliceFusionV2 reason=child command nodes require CUDA 12.9+"},
		{conversionFile, "Skipping RaggedAllToAll Command Buffer conversion: Operation requires multi-host communication",
			"inconvertible 2 thunk=kRaggedAllToAll reason=Operation requires multi-host communication"},
		{conversionFile, "Splitting command buffer at thunk 'fusion.1': would re-write maybe_live_out allocation #3 already written earlier in this chunk",
			"split 2 name=fusion.1 reason=would re-write maybe_live_out allocation #3 already written earlier in this chunk"},
		{conversionFile, "command_buffer_7 graph: https://graphviz", "graph 2 name=command_buffer_7 reason=https://graphviz"},
		{conversionFile, "the graph: x", ""},
		{conversionFile, "Executing iteration # 3", ""},

		{whileFile, "Executing WhileThunk for 20 iterations", "trip_count 2 n=20"},
		{whileFile, "[3] Executing WhileThunk for 20 iterations", "trip_count 2 n=20 device=#3"},
		{whileFile, "Executing WhileThunk for many iterations", ""},
		{whileFile, "Executing iteration # 4", "iteration 3 n=4"},
		{whileFile, "Executing iteration # 4 (Device: 1)", "iteration 3 n=4 device=#1"},
		{whileFile, "[1] Executing iteration # 0 (Device: 1)", "iteration 3 device=#1"},
		{whileFile, "Executing iteration # 4 (Device: 1", ""},
		{whileFile, "Executing iteration # -4", ""},
		{whileFile, "Executing iteration # +4", ""},
		{whileFile, "[0] Executing WhileThunk condition computation; iter=2", "condition 3 n=2 device=#0"},
		{whileFile, "Executing WhileThunk condition computation; iter=2", "condition 3 n=2"},
		{whileFile, "condition_result = 1", "result 3 true=true"},
		{whileFile, "[0] condition_result = false", "result 3 device=#0"},
		{whileFile, "condition_result = 2", ""},
		{whileFile, "Executing WhileThunk body computation; iter=2", "body 3 n=2"},
		{whileFile, "Executing WhileThunk body computation; iter=2 (Device: 1)", "body 3 n=2"},
		{whileFile, "Executing WhileThunk body computation; iter=2 (Device: x)", ""},
		{whileFile, "Break WhileThunk loop; iter=82000", "break 3 n=82000"},
		{whileFile, "Break WhileThunk loop; iter=99999999999999999999", ""},
		{whileFile, "Break WhileThunk loop; iter=", ""},
		{whileFile, "[x] Break WhileThunk loop; iter=1", ""},

		{bufferFile, "Execute command buffer thunk as a regular thunk sequence because we detected active profiling session", "profiling 1"},
		{bufferFile, "Executing warm up iteration of command buffer thunk", "warm_up 2"},
		{bufferFile, "Initialize command buffer on device #0 by recoding command buffer cmd sequence; num_commands=7", "initialize 3 size=7 device=#0"},
		{bufferFile, "Initialized command buffer on device #1 in 345 μs; num_commands=7", "recorded 3 size=7 us=345 device=#1"},
		{bufferFile, "Update command buffer on device #0 by recoding command buffer cmd sequence after 12 executions since last update; num_commands=7; updated_allocs=2",
			"update 3 n=12 size=7 allocs=2 device=#0"},
		{bufferFile, "[2] Create/Update command buffer by recoding command buffer cmd sequence after 0 executions since last update; num_commands=7; updated_allocs=2; is_first_record=1; needs_update=0",
			"update 3 first=true size=7 allocs=2 device=#2"},
		{bufferFile, "Updated command buffer in 99 μs; num_commands=7", "updated 3 size=7 us=99"},
		{bufferFile, "[0] Recorded command buffer in 99 \uFFFDs; num_commands=7", "recorded 3 size=7 us=99 device=#0"},
		{bufferFile, "Execute command buffer on device #0; num_executions=5", "execute 3 n=5 device=#0"},
		{bufferFile, "[0] Execute command buffer; num_executions=5", "execute 3 n=5 device=#0"},
		{bufferFile, "Execute command buffer on device #x; num_executions=5", ""},
		{bufferFile, "Execute command buffer on device #0", ""},
		{bufferFile, "Execute command buffer; num_executions=many", ""},
		{bufferFile, "Updated command buffer in some μs; num_commands=7", ""},
		{bufferFile, "Prepare command buffer thunk as a regular thunk sequence because we detected active profiling session", "profiling_start 1"},
		{bufferFile, "Initialize command buffer thunk as a regular thunk sequence because we detected active profiling session", "profiling_start 1"},
		{bufferFile, "Initialize command buffer on device #0 by recording command buffer cmd sequence; num_commands=7", "initialize 3 size=7 device=#0"},
		{bufferFile, "Initialize command buffer on device #0 by recoding command buffer cmd sequence; num_commands=7; persistent_allocs_info_is_valid=0; reason=new_cache_entry",
			"initialize 3 reason=new_cache_entry size=7 device=#0"},
		{bufferFile, "Initialize command buffer on device #0 by recoding command buffer cmd sequence; num_commands=7; persistent_allocs_info_is_valid=1; reason=cache_eviction",
			"initialize 3 reason=cache_eviction size=7 device=#0"},
		{bufferFile, "Recorded command buffer during initialization on device #1 in 345 μs; num_commands=7; reason=new_cache_entry", "recorded 3 reason=new_cache_entry size=7 us=345 device=#1"},
		{bufferFile, "Updated command buffer during initialization on device #1 in 345 μs; num_commands=7; reason=cache_eviction",
			"updated 3 reason=cache_eviction size=7 us=345 device=#1"},
		{bufferFile, "Evict command buffer thunk command buffers; tracked thunks = 4", "evict 3 n=4"},
		{bufferFile, "Evicted 3 command buffer thunk command buffers", "evicted 3 n=3"},
		{bufferFile, "Evicted command buffers", ""},
		{"other.cc", "Unsupported thunk kind: kCopy", "?"},
	} {
		e, known, ok := parse(c.file, c.in)
		got := ""
		if ok {
			got = text(&e)
		}
		if !known {
			got = "?"
		}
		if got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.in, got, c.want)
		}
	}
}
