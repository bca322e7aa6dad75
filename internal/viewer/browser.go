package viewer

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
)

// OpenBrowser opens an address in the browser of the desktop, if there is one.
// That it does not is no error: the address has been printed.
func OpenBrowser(address string) {
	var cmd *exec.Cmd
	switch runtime.GOOS {
	case "darwin":
		cmd = exec.Command("open", address)
	case "windows":
		cmd = exec.Command("rundll32", "url.dll,FileProtocolHandler", address)
	default:
		if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
			return // a browser for terminals would take this one
		}
		cmd = exec.Command("xdg-open", address)
	}
	if cmd.Start() == nil {
		go func() { _ = cmd.Wait() }()
	}
}

// Advice says what the user can do at a stage before Posted. The page is at address,
// which the listener serves.
func Advice(stage Stage, address string, l net.Listener) string {
	if stage == Waiting {
		_, port, _ := net.SplitHostPort(l.Addr().String())
		return fmt.Sprintf("no browser has opened %s yet: open it in a browser on this machine; "+
			"from another machine, first run ssh -L %s:127.0.0.1:%s HOST there. Ctrl-C ends nrprof", address, port, port)
	}
	return fmt.Sprintf("the page is open, and the Perfetto UI does not have the trace yet: press the button on the page; "+
		"if the new tab stays empty, %s cannot be reached from this browser. Ctrl-C ends nrprof", Origin)
}
