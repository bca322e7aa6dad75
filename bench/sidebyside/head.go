//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// writeHead writes what the figures were made with.
func writeHead(doc *strings.Builder, c *config) error {
	cpu, err := cpuModel()
	if err != nil {
		return err
	}
	commit := output("git", "rev-parse", "--short", "HEAD")
	if output("git", "status", "--porcelain", "-uno") != "" {
		commit += " with changes"
	}
	title, script := "Measurements", "bench"
	if c.sections["orders"] {
		title, script = "Orderings beside others", "bench-orderings"
	}
	if c.quick {
		script += " -quick"
	}
	fmt.Fprintf(doc, "# %s\n\n", title)
	fmt.Fprintf(doc, "Written by `scripts/%s` on %s at commit %s: %s, %d cores, %s, %s; ",
		script, time.Now().UTC().Format("2006-01-02"), commit, cpu, runtime.NumCPU(), runtime.Version(),
		firstLine(output("cc", "--version")))
	for k, p := range []string{"libsuitesparse-dev", "libmetis-dev", "python3-scipy"} {
		if k > 0 {
			doc.WriteString(", ")
		}
		fmt.Fprintf(doc, "%s %s", p, output("dpkg-query", "-W", "-f", "${Version}", p))
	}
	load, _ := os.ReadFile("/proc/loadavg")
	fmt.Fprintf(doc, "; load before %s", strings.Join(strings.Fields(string(load))[:min(3, len(strings.Fields(string(load))))], " "))
	fmt.Fprintf(doc, ".\n\nEach figure is the median of %d rounds, of one for matrices of more than 2 M entries; in a round nrkit and its peer run one after the other on the same file. "+
		"A ratio is nrkit over peer, so less than 1 is faster or smaller than the peer. Times are CPU time of one thread unless a column says otherwise.\n", c.rounds)
	return nil
}

// cpuModel returns the name of the processor.
func cpuModel() (string, error) {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value), nil
		}
	}
	return runtime.GOARCH, nil
}

// output returns what a command prints, or "unknown".
func output(argv ...string) string {
	out, err := exec.Command(argv[0], argv[1:]...).Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}
