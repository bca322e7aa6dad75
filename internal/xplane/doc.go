// Package xplane makes traces of the profiles that JAX writes (xplane.pb), so
// that whatever reads a trace reads those too.
//
// Format: the message XSpace of
// https://github.com/openxla/xla/blob/main/third_party/tsl/tsl/profiler/protobuf/xplane.proto,
// also compressed with gzip. What is not known is skipped. Of the programs
// of /host:metadata the op_name of instructions is read, for events that name a
// module and an instruction and no path.
//
// # What becomes what
//
// A line "Stream #N(…)" of a plane /device:GPU:D is a track of that device and
// stream. Its events are ranges of the sorts [trace.SortKernel], called
// kernel @ operation, [trace.SortMemcpy] and [trace.SortMemset] with the argument
// bytes, called as those of internal/nsys/timeline, and [trace.SortGraph]. The operation
// is the path that XLA knows (op_name, such as jit(f)/nr_build_system/add), else
// module:instruction. Other lines of devices repeat what the streams have: they
// are left out with a warning.
//
// A line of a plane /host:… is a thread, lines with one id are one thread. Events
// with a correlation id or the name of a function of CUDA or HIP are of the sort
// [trace.SortAPI] or, for those that wait for a device, [trace.SortSync]. Others
// are ranges of the program, or instants where they take no time; the stats
// step_num and iteration are their Index.
//
// # Phases
//
// Calls of the driver that follow one another on a thread, for operations whose
// paths have the same phases, lie in ranges of these phases: package
// xla/phases says how. Through the flows the work on devices is of them too.
// A call that does not say for which operation it is has the path of its work.
//
// On AMD the calls lie on a line whose id is not that of their thread. They are
// taken for those of the thread in whose ranges of the same modules and
// instructions they lie, with a warning, where that is one. Else they are taken
// for those of Python, with a warning, where there is one such thread and
// this is the only line whose calls lie each in a range of it, of which none
// begins or ends meanwhile; what is launched by threads without ranges besides
// is told with its share.
//
// # Flows
//
// A flow leads from each call with work on a device to that, by correlation id.
// Where several calls have an id, or one id has work on several devices, the
// device that the call names must be the ordinal of the plane; what stays
// ambiguous has no flow, with a warning.
//
// # Clock
//
// Begins and ends are cut from ps to whole ns, so that what nests or follows in
// the file does so in the trace; the duration of an event differs by less than
// 1 ns, and the sum of n of them by less than n ns. Time 0 is the
// profile_start_time of the plane Task Environment, where the times of lines
// count from it; profiles whose times are of the wall clock begin there or with
// their first event.
//
// Events that end before they begin and those that stand for several are counted
// in Loss.Ranges, with a warning.
package xplane
