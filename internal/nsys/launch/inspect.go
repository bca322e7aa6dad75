package launch

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
)

// CompanionVersion runs a program that comes with nsys to get its version. If the
// program prints no version, as ImportNvtxt, the result is the zero Version. It
// fails if the program does not start, for example because shared libraries are
// missing.
func CompanionVersion(path string) (Version, error) {
	out, err := ask(path, "-v", os.Environ())
	if strings.Contains(out, "shared librar") {
		out, err = ask(path, "-v", Environment(path))
	}
	if v, verr := ParseVersion(out); verr == nil {
		return v, nil
	}
	var exit *exec.ExitError
	if err == nil || errors.As(err, &exit) && out != "" && exit.ExitCode() != notStarted {
		return Version{}, nil
	}
	if line, _, _ := strings.Cut(strings.TrimSpace(out), "\n"); line != "" {
		return Version{}, errors.New(line)
	}
	return Version{}, err
}

// notStarted is the exit code of the dynamic loader that lacks a library.
const notStarted = 127

// ask runs a program with one argument.
func ask(path, arg string, env []string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), askTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, arg)
	cmd.Env = env
	out, err := cmd.CombinedOutput()
	return string(out), err
}
