package launch

import (
	"fmt"
	"strings"
	"syscall"
)

// explain returns why nsys left no report.
func (r *run) explain() error {
	said := strings.Join(r.log.said, "\n")
	status := r.status()
	choice := r.o.Choice.Capture
	switch {
	case r.end.hung:
		return fail("sampling causes this in some virtual machines: --sample none turns sampling off", "nsys did not end after the target ended: no report")
	case r.end.signal != 0 && !r.end.interrupted:
		return fail("the recording is lost; if nsys ran out of memory, record less: --capture, --trace nvtx",
			"nsys was killed by signal %d (%v): no report", int(r.end.signal), r.end.signal)
	case full(nil, r.stage.scratch):
		return fail("set TMPDIR to a directory with more space; nsys needs much more space there than its report",
			"no space left on device in %s, where nsys records: no report", parent(r.stage.scratch))
	case strings.Contains(said, "FATAL ERROR") || strings.Contains(said, "Connection to the Agent lost"):
		return fail("a full disk or a limit of file sizes (ulimit -f) causes this; set TMPDIR to another directory",
			"nsys could not write its recording into %s%s: no report", parent(r.stage.scratch), quoteMessage(r.log.said))
	case full(nil, r.stage.dir):
		return fail("set -o to a place on another file system", "no space left on device in %s: no report", parent(r.stage.dir))
	case r.end.interrupted:
		return ErrInterrupted
	case r.end.code != 0 && strings.Contains(said, "std::exception::what"):
		return fail(r.tryAgain(), "nsys failed%s: no report", quoteMessage(r.log.said))
	case choice.Kind == CaptureRange && !r.log.began:
		return fail(rangeHint(choice), "the target never began the range %q of --capture%s: no report", choice.Range, status)
	case choice.Kind == CaptureProfilerAPI && !r.log.began:
		return fail("--capture none records the whole run", "the target never called cudaProfilerStart, which --capture waits for%s: no report", status)
	case r.end.code != 0 && len(r.log.said) > 0:
		return fail(r.tryAgain(), "nsys: %s: no report", r.log.said[0])
	}
	return fail("nrprof doctor shows what may be wrong", "nsys ended with status %d and left no report", r.end.code)
}

// tryAgain is the hint where nsys failed before the target ran, twice.
func (r *run) tryAgain() string {
	if !r.retried {
		return ""
	}
	return "nsys failed twice before the program ran, which can happen on a busy machine: try again later"
}

// rangeHint says what keeps a range from being seen.
func rangeHint(c Capture) string {
	const known = "--capture none records the whole run, and the summary lists its ranges"
	switch c.Domain {
	case "*":
		return "names must match exactly; " + known
	case "":
		return "only the default domain was searched; nvtx=RANGE searches all domains; " + known
	}
	return fmt.Sprintf("only the domain %q was searched; nvtx=RANGE searches all domains; %s", c.Domain, known)
}

// status says how the target ended, where that may be the reason.
func (r *run) status() string {
	if r.end.code == 0 {
		return ""
	}
	return " and ended with " + DescribeStatus(r.end.code)
}

// DescribeStatus words an exit code as shells and nsys give it: the exit code of a
// program, or 128+n for signal n.
func DescribeStatus(code int) string {
	if code > 128 && code < 128+65 {
		return fmt.Sprintf("status %d (%v)", code, syscall.Signal(code-128))
	}
	return fmt.Sprintf("status %d", code)
}

// quoteMessage returns what nsys printed about an exception, as
//
//	[QuadDCommon::tag_errno_text*] = No such file or directory
//	[boost::errinfo_api_function_*] = sem_open
//
// without the names of fields.
func quoteMessage(said []string) string {
	var parts []string
	for _, line := range said {
		name, value, ok := strings.Cut(line, "*] = ")
		if ok && (strings.HasSuffix(name, "tag_message") || strings.HasSuffix(name, "errno_text") || strings.HasSuffix(name, "api_function_")) {
			parts = append(parts, strings.TrimSuffix(value, "."))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}
