// Package xplane makes traces of the profiles that JAX writes (xplane.pb), so that
// every reader of traces can read profiles.
//
// Format: the message XSpace of
// https://github.com/openxla/xla/blob/main/third_party/tsl/tsl/profiler/protobuf/xplane.proto,
// also compressed with gzip. Unknown fields are skipped. From the programs in
// /host:metadata the reader takes the op_name of instructions, for events that name
// a module and an instruction and no path.
//
// # What becomes what
//
// A line "Stream #N(…)" of a plane /device:GPU:D is a track of that device and
// stream. Its events are ranges of four sorts: [trace.SortKernel] with the name
// kernel @ operation, [trace.SortMemcpy] and [trace.SortMemset] with the argument
// bytes and with the names that internal/nsys/timeline gives, and [trace.SortGraph].
// The operation is the path that XLA knows (op_name, such as
// jit(f)/nr_build_system/add), or module:instruction if there is no path. Other
// lines of devices repeat what the streams have. They are left out with a warning.
//
// A line of a plane /host:… is a thread. Lines with the same id are one thread. An
// event with a correlation id, or with the name of a function of CUDA or HIP, has
// the sort [trace.SortAPI] or, if it waits for a device, [trace.SortSync]. Other
// events are ranges of the program. Events that take no time are instants. The stats
// step_num and iteration are the Index.
//
// # Phases
//
// Calls of the driver that follow one another on a thread, for operations whose
// paths have the same phases, lie in ranges of these phases, as package xla/phases
// describes. Through the flows the work on devices belongs to these phases too. If a
// call does not name its operation, the call has the path of its work.
//
// On AMD the calls lie on a line whose id differs from the id of their thread. A
// line of calls is assigned to a thread, with a warning, if the calls lie in the
// thread's ranges of the same modules and instructions, and if neither the line nor
// the thread fits with another. Otherwise the line is assigned to the thread of
// Python, with a warning, on three conditions. There is exactly one such thread.
// Each call of the line lies in a range of this thread, and no range of the thread
// begins or ends during the call. No other line meets this condition. Work that is
// launched by threads without ranges is reported with its share.
//
// # Flows
//
// A flow leads from each call to its work on a device, by correlation id. If several
// calls have the same id, or if one id has work on several devices, the device that
// the call names must be the ordinal of the plane. What stays ambiguous has no flow,
// with a warning.
//
// # Clock
//
// Begins and ends are truncated from ps to whole ns, so that ranges that nest or
// follow each other in the file do so in the trace. The duration of an event differs
// by less than 1 ns, and the sum of n durations by less than n ns. If the times of
// lines count from the profile_start_time of the plane Task Environment, that is
// time 0. Profiles with times of the wall clock begin at profile_start_time or with
// their first event.
//
// Events that end before they begin, and events that stand for several events, are
// counted in Loss.Ranges, with a warning.
package xplane
