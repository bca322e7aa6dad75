//go:build linux

// Memory measures how much memory and processor time nrprof takes to read large
// exports of Nsight Systems.
//
//	go run ./bench/memory [-before OLD] -nrprof NEW EXPORT.sqlite...
//
// For each export it runs phases, export -o X.pftrace and diagnose, one after the
// other, and prints a line of a Markdown table. The line has the largest resident
// set, which includes the pages of files that the program sees, and user and system
// time. -before is an nrprof of an older commit to measure beside. Linux only.
// scripts/bench-memory makes the exports and builds nrprof.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
)

func main() {
	log.SetFlags(0)
	nrprof := flag.String("nrprof", "nrprof", "the nrprof to measure")
	before := flag.String("before", "", "an older one to measure beside")
	flag.Parse()
	if err := run(*before, *nrprof, flag.Args()); err != nil {
		log.Fatal(err)
	}
}

func run(before, nrprof string, exports []string) error {
	dir, err := os.MkdirTemp("", "memory")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	fmt.Println("| export | command | MiB before | MiB | s before | s |\n| --- | --- | --- | --- | --- | --- |")
	for _, path := range exports {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		for _, args := range [][]string{{"phases", "--json"}, {"export", "-o", filepath.Join(dir, "x.pftrace")}, {"diagnose", "--json"}} {
			old := usage{}
			if before != "" {
				if old, err = measure(before, append(args, path)); err != nil {
					return err
				}
			}
			now, err := measure(nrprof, append(args, path))
			if err != nil {
				return err
			}
			fmt.Printf("| %d MB | %s | %s | %s |\n", info.Size()/1e6, args[0], pair(old.mib, now.mib), pair(old.seconds, now.seconds))
		}
	}
	return nil
}

// A usage is what a process took.
type usage struct{ mib, seconds float64 }

// pair prints two figures, of which the first may be unknown.
func pair(old, now float64) string {
	first := "–"
	if old > 0 {
		first = fmt.Sprintf("%.1f", old)
	}
	return fmt.Sprintf("%s | %.1f", first, now)
}

// measure runs a program.
func measure(program string, args []string) (usage, error) {
	cmd := exec.Command(program, args...)
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return usage{}, fmt.Errorf("%s %v: %w", program, args, err)
	}
	s := cmd.ProcessState
	took := usage{seconds: (s.UserTime() + s.SystemTime()).Seconds()}
	if r, ok := s.SysUsage().(*syscall.Rusage); ok {
		took.mib = float64(r.Maxrss) / 1024
	}
	return took, nil
}
