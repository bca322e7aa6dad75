package launch

import (
	"os"
	"os/signal"
	"syscall"
)

// Signals returns the channel for [Options.Signals]: the interrupts of this process,
// without the signals that it was started to ignore, as under nohup. Until stop, a
// closed pipe on the output (SIGPIPE) does not end this process before nsys.
func Signals() (signals <-chan os.Signal, stop func()) {
	interrupts, pipe := make(chan os.Signal, 8), make(chan os.Signal, 1)
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		if !signal.Ignored(sig) {
			signal.Notify(interrupts, sig)
		}
	}
	signal.Notify(pipe, syscall.SIGPIPE)
	return interrupts, func() {
		signal.Stop(interrupts)
		signal.Stop(pipe)
	}
}
