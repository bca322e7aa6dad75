package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// A starter is a way to run a program that does nothing.
type starter struct {
	name string
	cmd  func() *exec.Cmd
	took []float64 // ms, by round
}

// starts prints what record adds to a program that does nothing: with the library
// that is a part of nrprof, and with one that the compiler makes.
func starts(dir, nrprof, compiling string, rounds int) error {
	record := func(program string) *exec.Cmd {
		cmd := exec.Command(program, "record", "-o", filepath.Join(dir, "start.nrt"), "--", "true")
		cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(dir, "cache"))
		return cmd
	}
	list := []*starter{
		{name: "none", cmd: func() *exec.Cmd { return exec.Command("true") }},
		{name: "the library is embedded", cmd: func() *exec.Cmd { return record(nrprof) }},
		{name: "compiled, in the cache", cmd: func() *exec.Cmd { return record(compiling) }},
	}
	if err := record(compiling).Run(); err != nil { // fills the cache
		return err
	}
	for range rounds {
		for _, s := range list {
			cmd, start := s.cmd(), time.Now()
			if err := cmd.Run(); err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
			s.took = append(s.took, time.Since(start).Seconds()*1e3)
		}
	}
	fmt.Println("\nA program that does nothing, from start to end:\n\n| `nrprof record` | ms |\n| --- | --- |")
	for _, s := range list {
		fmt.Printf("| %s | %.1f |\n", s.name, median(s.took))
	}
	return nil
}
