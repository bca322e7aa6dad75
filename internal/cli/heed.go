package cli

import (
	"os"
	"os/signal"
	"syscall"
)

// HeedSignals makes programs that this one starts heed signals as usual even
// where this one was started to ignore them, as the background jobs of a shell
// are, and what nohup starts. This one ignores them as before. It is for tests
// that interrupt programs.
func HeedSignals() {
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGHUP, syscall.SIGTERM} {
		if signal.Ignored(s) {
			// What is caught is not ignored by programs that are started.
			signal.Notify(make(chan os.Signal, 1), s)
		}
	}
}
