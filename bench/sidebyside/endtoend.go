//go:build linux

package main

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// scriptLimit ends a run of the script; on the largest matrices it would
// factorise for longer than anybody waits.
const scriptLimit = time.Minute

// endToEndSection compares the whole program with the script's steps.
func endToEndSection(doc *strings.Builder, c *config, inputs []input) error {
	doc.WriteString("\n## The whole job\n\n`analyze FILE --json` beside the steps of a SciPy script (bench/peers/script_steps.py): " +
		"CPU seconds of the process, elapsed seconds of nrkit, and peak memory. Ratios are script over nrkit: more is better.\n\n" +
		"| matrix | n | nrkit CPU s | nrkit elapsed s | script CPU s | × faster (CPU) | nrkit MB | script MB | × smaller |\n" +
		"| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	for _, in := range inputs {
		if in.rows < minimum || !in.square || in.complex {
			continue
		}
		if err := endToEndLine(doc, c, in); err != nil {
			return err
		}
	}
	return nil
}

// endToEndLine measures one matrix.
func endToEndLine(doc *strings.Builder, c *config, in input) error {
	var cpu, wall, peak, theirCPU, theirPeak []float64
	stopped := ""
	rounds := c.roundsFor(in)
	for r := range rounds {
		a, err := runProgram(limit, nil, true, measured(filepath.Join(c.build, "analyze"), in.mtx, "--json")...)
		if err != nil {
			return fmt.Errorf("%s: %w", in.name, err)
		}
		cpu, wall, peak = append(cpu, a.cpu), append(wall, a.wall), append(peak, float64(a.peak)/1e6)
		if stopped != "" || r > 0 && theirCPU[0] > 30 {
			continue
		}
		s, p, err := runScript(in.mtx)
		if err != nil {
			stopped = cell(firstLine(err.Error()))
			continue
		}
		theirCPU, theirPeak = append(theirCPU, s), append(theirPeak, p)
	}
	m, w, k := median(cpu), median(wall), median(peak)
	fmt.Fprintf(doc, "| %s | %d | %.3f | %.3f |", in.name, in.rows, m, w)
	if stopped != "" {
		fmt.Fprintf(doc, " %s | | %.0f | | |\n", stopped, k)
		return nil
	}
	o, q := median(theirCPU), median(theirPeak)
	fmt.Fprintf(doc, " %.2f | %.1f | %.0f | %.0f | %.1f |\n", o, o/m, k, q, q/k)
	return nil
}

// runScript runs the script's steps and returns its CPU seconds and peak
// megabytes.
func runScript(mtx string) (cpu, peakMB float64, err error) {
	cmd := exec.Command("/usr/bin/python3", "bench/peers/script_steps.py", mtx)
	cmd.Env = append(cmd.Environ(), "OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1")
	timer := time.AfterFunc(scriptLimit, func() {
		if cmd.Process != nil {
			_ = cmd.Process.Kill()
		}
	})
	out, err := cmd.Output()
	if !timer.Stop() {
		return 0, 0, fmt.Errorf("stopped after %v", scriptLimit)
	}
	if err != nil {
		return 0, 0, fmt.Errorf("script failed: %w", err)
	}
	var result struct {
		Process float64 `json:"process_s"`
	}
	if err := json.Unmarshal(out, &result); err != nil {
		return 0, 0, err
	}
	u := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	total := (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	return total, float64(u.Maxrss) * 1024 / 1e6, nil
}
