package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// order returns the path of the order for a solver.
func (c *check) order(solver string) string { return filepath.Join(c.tmp, "order."+solver) }

// cutOff checks that the program for a solver refuses the order that it got last, where
// the file ends too early: in the middle, and before its last two bytes.
func (c *check) cutOff(solver string) error {
	whole, err := os.ReadFile(c.order(solver))
	if err != nil {
		return err
	}
	path := filepath.Join(c.tmp, "cut."+solver)
	for _, length := range []int{0, len(whole) / 2, len(whole) - 2} {
		if err := os.WriteFile(path, whole[:length], 0o600); err != nil {
			return err
		}
		out, err := exec.Command(filepath.Join(c.tmp, solver), filepath.Join(c.tmp, "matrix"), path).CombinedOutput()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || bytes.Contains(out, []byte("entries")) {
			return fmt.Errorf("a file of %d of %d bytes: want a refusal, got %v: %s", length, len(whole), err, out)
		}
		if solver != "petsc" && (exit.ExitCode() != 1 || !bytes.Contains(out, []byte(path+": no "))) {
			return fmt.Errorf("a file of %d of %d bytes: want exit status 1 and a message, got %w: %s", length, len(whole), err, out)
		}
	}
	return nil
}
