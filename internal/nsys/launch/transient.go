package launch

import (
	"errors"
	"slices"
	"strings"
)

// beforeLaunch are how lines start with which nsys 2022.4 says that it failed
// before the target ran, as it does now and then on a busy machine.
//
// The launcher of nsys forks, makes a semaphore and waits for its child, which
// becomes the target only when the agent sends it SIGUSR1. The agent does that
// after it has opened the semaphore: where it is faster than the launcher, there
// is none yet. Without a session, an agent or its address nobody forks at all.
// Of 84 runs on a busy machine 8 failed so, and the program ran in none of them.
var beforeLaunch = []string{
	"[boost::errinfo_api_function_*] = sem_open",                     // of the ProcessWaiter of the agent
	"[QuadDCommon::tag_message*] = Local Endpoint is not available.", // of the connection to the agent
	"Agent launcher failed.",
	"Failed to find session: ",
}

// ofException are parts of lines of a C++ exception of nsys beside those that
// are complaints.
var ofException = []string{"): Throw in function", "Dynamic exception type: "}

// unlaunched reports whether nsys failed by itself before the target ran, so
// that another run is the first of the target. It is false where anything else
// was printed, which may be of the target, where the target is there, and where
// anything was recorded.
func (r *run) unlaunched() bool {
	if r.end.code <= 0 || r.end.signal != 0 || r.end.interrupted || r.end.hung || r.log.other || len(r.log.generated) > 0 {
		return false
	}
	if hasTargets(r.mark, r.pid) {
		return false
	}
	return slices.ContainsFunc(r.log.said, func(line string) bool {
		return slices.ContainsFunc(beforeLaunch, func(b string) bool { return strings.HasPrefix(line, b) })
	})
}

// launch runs nsys and the target, and once more where nsys failed before the
// target ran. What the first run left is ended before: a child of the launcher
// waits half a minute for the agent.
func (r *run) launch() error {
	err := r.record()
	if err != nil || !r.unlaunched() {
		return err
	}
	r.note("nsys failed before the program ran (%s): running nsys again", strings.TrimSuffix(r.failed(), "."))
	r.retried = true
	sweep(r.mark, r.pid, true)
	r.mark, r.log.said = newMark(), nil
	return r.record()
}

// failed words what nsys said when it failed before the target ran.
func (r *run) failed() string {
	if text := quoteMessage(r.log.said); text != "" {
		return strings.Trim(text, " ()")
	}
	return r.log.said[0]
}

// again reports whether a tool of nsys, which failed, is worth another run: it
// reads what is there and replaces its own output. The user, a full disk and a
// capture that was cut would stop it again.
func (r *run) again(tool string, err error) bool {
	if err == nil || errors.Is(err, ErrInterrupted) || errors.Is(err, errIncomplete) || errors.Is(err, errNoRoom) {
		return false
	}
	r.note("%s failed (%v): running it again", tool, err)
	return true
}
