//go:build linux

package inject

import (
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// The test binary stands for the programs that are run: one that behaves as its
// arguments say, and a C compiler.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "-child" {
		child(os.Args[2:])
	}
	if len(os.Args) > 2 && os.Args[1] == "-fakecc" {
		fakeCompiler(os.Args[2], os.Args[3:])
	}
	os.Exit(m.Run())
}

// child does what it is told and exits.
func child(args []string) {
	switch args[0] {
	case "exit":
		code, err := strconv.Atoi(args[1])
		if err != nil {
			code = 99
		}
		os.Exit(code)
	case "env":
		fmt.Printf("%s %s", os.Getenv(EnvLibrary), os.Getenv(EnvFolder))
		os.Exit(0)
	case "wait": // until a signal, whose number is the exit code
		signals := make(chan os.Signal, 1)
		signal.Notify(signals)
		fmt.Println("ready")
		for {
			select {
			case s := <-signals:
				if s != syscall.SIGURG {
					os.Exit(int(s.(syscall.Signal)))
				}
			case <-time.After(20 * time.Second):
				os.Exit(98)
			}
		}
	case "ignored":
		fmt.Print(signal.Ignored(syscall.SIGHUP), signal.Ignored(syscall.SIGINT), signal.Ignored(syscall.SIGTERM))
		os.Exit(0)
	case "prepare":
		prepareWithoutRoom(args[1])
	case "kill":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		time.Sleep(time.Minute)
	}
	os.Exit(97)
}

// fakeCompiler is a C compiler of a version whose output is the source, or that
// fails when the version is broken.
func fakeCompiler(version string, args []string) {
	switch {
	case version == "broken" && len(args) > 1:
		fmt.Println("inject.c:1: nonsense")
		os.Exit(1)
	case slices.Contains(args, "--version") || slices.Contains(args, "-dumpmachine"):
		more, err := os.ReadFile(os.Getenv("TMPDIR") + "/version")
		if err != nil && !os.IsNotExist(err) {
			os.Exit(4)
		}
		fmt.Println(version, string(more))
	case slices.Contains(args, "-dM"):
		if filepath.Base(os.Args[0]) == "notthis" {
			os.Exit(5)
		}
		isa, err := os.ReadFile(os.Getenv("TMPDIR") + "/isa")
		if err != nil && !os.IsNotExist(err) {
			os.Exit(4)
		}
		fmt.Println("#define __x86_64__ 1", string(isa))
	default:
		text, err := os.ReadFile("inject.c")
		for i, a := range args {
			if a == "-o" && err == nil {
				err = os.WriteFile(args[i+1], append(text, version...), 0o777)
			}
		}
		if err != nil {
			os.Exit(2)
		}
		log, err := os.OpenFile(os.Getenv("TMPDIR")+"/built", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
		if err == nil {
			_, err = log.WriteString("x")
		}
		if err != nil {
			os.Exit(3)
		}
	}
	os.Exit(0)
}
