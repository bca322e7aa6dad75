package sweep

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/childusage"
	"github.com/nrkit/nrkit/internal/schemagen/schematest"
)

// asProgram is set for the test binary when it is the program of a sweep.
const asProgram = "NRKIT_SWEEP_PROGRAM"

func TestMain(m *testing.M) {
	childusage.Main()
	if os.Getenv(asProgram) != "" {
		os.Exit(program(os.Args[1:]))
	}
	schematest.Watch()
	os.Exit(m.Run())
}

// program does what its arguments say.
func program(args []string) int {
	for len(args) > 0 {
		switch args[0] {
		case "print":
			fmt.Println(args[1])
		case "env":
			fmt.Println(os.Getenv(args[1]))
		case "sleep":
			d, err := time.ParseDuration(args[1])
			if err != nil {
				return 99
			}
			time.Sleep(d)
		case "grow": // to so many MB
			n, err := strconv.Atoi(args[1])
			if err != nil {
				return 94
			}
			b := make([]byte, n<<20)
			for k := 0; k < len(b); k += 4096 {
				b[k] = 1
			}
			runtime.KeepAlive(b)
		case "append":
			f, err := os.OpenFile(args[1], os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
			if err != nil {
				return 98
			}
			fmt.Fprintln(f, os.Getpid())
			if f.Close() != nil {
				return 98
			}
		case "orphan": // leaves a process behind that appends after a while
			self, err := os.Executable()
			if err != nil {
				return 97
			}
			if exec.Command(self, "sleep", "1s", "append", args[1]).Start() != nil {
				return 97
			}
		case "exit":
			n, err := strconv.Atoi(args[1])
			if err != nil {
				return 96
			}
			return n
		default:
			return 95
		}
		args = args[2:]
	}
	return 0
}
