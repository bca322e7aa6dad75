package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"sort"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A sample is what one run of a program gave.
type sample struct {
	lines map[string][]float64 // kernel or figure → numbers, in the order printed
	cpu   float64              // user and system seconds of the process
	wall  float64              // seconds from start to end
	peak  int64                // peak resident bytes
}

// runProgram runs a program that prints lines "name<TAB>number" and returns
// what it printed and used. Lines of another form are skipped when loose.
func runProgram(limit time.Duration, env []string, loose bool, argv ...string) (*sample, error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), env...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	timer := time.AfterFunc(limit, func() { _ = cmd.Process.Kill() })
	err := cmd.Wait()
	wall := time.Since(start).Seconds()
	if !timer.Stop() {
		return nil, fmt.Errorf("%s: stopped after %v", argv[0], limit)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", argv[0], err, firstLine(errs.String()))
	}
	s := &sample{wall: wall}
	u := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	s.cpu = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	s.peak = u.Maxrss * 1024
	s.lines, err = parseLines(out.Bytes(), loose)
	return s, err
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
