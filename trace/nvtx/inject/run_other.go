//go:build !unix

package inject

import (
	"errors"
	"io"
	"os"
)

// A Command is a program to capture.
type Command struct {
	Args           []string
	Library        string
	Folder         string
	Env            []string
	Stdin          io.Reader
	Stdout, Stderr io.Writer
}

// An Exit is how a program ended.
type Exit struct {
	Code   int
	Signal os.Signal
	PID    int
}

// Run fails: the library runs on Linux only.
func (c *Command) Run() (Exit, error) {
	return Exit{Code: 1}, errors.New("capturing NVTX needs Linux")
}

// Find finds every program: Run says that none can be captured.
func Find(string) (Exit, error) { return Exit{}, nil }
