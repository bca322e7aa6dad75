package launch

import (
	"os"
	"os/signal"
	"syscall"
)

// Signals returns what to give to [Options.Signals]: the interrupts of this process,
// without those that it was started to ignore, as nohup has it. Until stop, nobody
// who reads no further ends this process before nsys (SIGPIPE).
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
