//go:build linux

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sort"
	"strconv"
	"strings"
	"time"
)

// A sample is what one run of a program gave.
type sample struct {
	lines map[string][]float64 // kernel or figure → numbers, in the order printed
	cpu   float64              // user and system seconds of the process
	wall  float64              // seconds from start to end
	peak  int64                // peak resident bytes, of a measured program
}

// measured returns argv run by GNU time, which prints the peak memory of the
// program in kilobytes as the last line of standard error. The peak that a
// parent sees is at least its own size when it started the program, and this
// one is larger than what it measures.
func measured(argv ...string) []string {
	return append([]string{"/usr/bin/time", "-f", "%M"}, argv...)
}

// runProgram runs a program that prints lines "name<TAB>number" and returns
// what it printed and used. Lines of another form are skipped when loose.
func runProgram(limit time.Duration, env []string, loose bool, argv ...string) (*sample, error) {
	return runLimited(limit, 0, env, loose, argv...)
}

// errStopped is the cause of the error for a program that took more time than
// it may.
var errStopped = errors.New("stopped")

// runLimited is runProgram with a limit of CPU time too, unless that is 0. The
// program is watched from here: a limit that the system enforces makes its
// clock of CPU time move by ticks.
func runLimited(limit, cpu time.Duration, env []string, loose bool, argv ...string) (*sample, error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), env...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	done, stopped := make(chan struct{}), make(chan time.Duration, 1)
	go watch(cmd.Process, limit, cpu, done, stopped)
	err := cmd.Wait()
	wall := time.Since(start).Seconds()
	close(done)
	if after := <-stopped; after > 0 {
		return nil, fmt.Errorf("%w after %v", errStopped, after)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", argv[0], err, firstLine(errs.String()))
	}
	s := &sample{wall: wall}
	if argv[0] == "/usr/bin/time" {
		if s.peak, err = lastNumber(errs.String()); err != nil {
			return nil, err
		}
	}
	s.cpu = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	s.lines, err = parseLines(out.Bytes(), loose)
	return s, err
}

// watch ends a process that takes longer than a limit, and sends which one it
// was, or 0 when it was done before.
func watch(p *os.Process, limit, cpu time.Duration, done <-chan struct{}, stopped chan<- time.Duration) {
	end := time.After(limit)
	tick := time.NewTicker(500 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-done:
			stopped <- 0
			return
		case <-end:
			_ = p.Kill()
			stopped <- limit
			return
		case <-tick.C:
			if cpu > 0 && cpuOf(p.Pid) > cpu {
				_ = p.Kill()
				stopped <- cpu
				return
			}
		}
	}
}

// cpuOf returns the CPU time that a process has taken, 0 when that is not
// known.
func cpuOf(pid int) time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	// The name, in parentheses, may hold blanks. User and system time are the
	// 12th and 13th fields behind it, in hundredths of a second.
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond
}

// parseLines collects "name<TAB>number" lines.
func parseLines(out []byte, loose bool) (map[string][]float64, error) {
	lines := map[string][]float64{}
	sc := bufio.NewScanner(bytes.NewReader(out))
	sc.Buffer(nil, 1<<28)
	for sc.Scan() {
		name, number, ok := strings.Cut(sc.Text(), "\t")
		v, err := strconv.ParseFloat(number, 64)
		if !ok || err != nil {
			if loose {
				continue
			}
			return nil, fmt.Errorf("unexpected output %q", sc.Text())
		}
		lines[name] = append(lines[name], v)
	}
	return lines, sc.Err()
}

// lastNumber returns the last line of s, kilobytes, as bytes.
func lastNumber(s string) (int64, error) {
	s = strings.TrimSpace(s)
	kb, err := strconv.ParseInt(s[strings.LastIndexByte(s, '\n')+1:], 10, 64)
	return 1024 * kb, err
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}

// median returns the median of x, 0 when x is empty. It sorts x.
func median(x []float64) float64 {
	if len(x) == 0 {
		return 0
	}
	sort.Float64s(x)
	m := len(x) / 2
	if len(x)%2 == 1 {
		return x[m]
	}
	return (x[m-1] + x[m]) / 2
}
