//go:build linux

// Sidebyside runs nrkit and the programs it is compared with on the same files, in
// turn, and writes the ratios of their medians as Markdown.
//
// usage: sidebyside -data DIR [-rounds N] [-only REGEXP] [-sections LIST] [-quick]
// [-o FILE]
//
// DIR holds Matrix Market files, which may be compressed. Matrices made here are
// added. Sections are read, kernels, endtoend and orders.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// config is what the command line says.
type config struct {
	data, build, work, out string
	rounds                 int
	only                   *regexp.Regexp
	sections               map[string]bool
	quick                  bool
}

// say tells on standard error how far it is.
func (c *config) say(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "sidebyside: error:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	c, err := parseFlags(args)
	if err != nil {
		return err
	}
	if err := buildPeers("bench/peers", c.build); err != nil {
		return err
	}
	if err := buildOurs(c.build); err != nil {
		return err
	}
	inputs, err := prepare(c)
	if err != nil {
		return err
	}
	var doc strings.Builder
	if err := writeHead(&doc, c); err != nil {
		return err
	}
	for _, s := range []struct {
		name string
		f    func(*strings.Builder, *config, []input) error
	}{{"read", readSection}, {"kernels", kernelSection}, {"endtoend", endToEndSection}, {"orders", orderSection}} {
		if !c.sections[s.name] {
			continue
		}
		if err := s.f(&doc, c, inputs); err != nil {
			return err
		}
	}
	doc.WriteString(handwritten(c.out))
	return os.WriteFile(c.out, []byte(doc.String()), 0o644)
}

// handwritten returns what was written by hand at the end of a file of results,
// from the heading "What is left" on.
func handwritten(path string) string {
	text, err := os.ReadFile(path)
	at := bytes.Index(text, []byte("\n## What is left\n"))
	if err != nil || at < 0 {
		return ""
	}
	return string(text[at:])
}

func parseFlags(args []string) (*config, error) {
	fs := flag.NewFlagSet("sidebyside", flag.ContinueOnError)
	c := &config{sections: map[string]bool{}}
	fs.StringVar(&c.data, "data", "", "folder of Matrix Market files")
	fs.StringVar(&c.out, "o", "bench/RESULTS.md", "file to write")
	fs.StringVar(&c.build, "build", "bench/build", "folder for programs")
	fs.StringVar(&c.work, "work", "bench/data", "folder for matrices made ready")
	fs.IntVar(&c.rounds, "rounds", 5, "times each program runs")
	only := fs.String("only", "", "regular expression of matrix names")
	fs.BoolVar(&c.quick, "quick", false, "of the orders, one round on small matrices and two large ones")
	sections := fs.String("sections", "read,kernels,endtoend", "what to measure")
	if err := fs.Parse(args); err != nil {
		return nil, err
	}
	if c.data == "" {
		return nil, fmt.Errorf("want -data, the folder of the matrices")
	}
	for _, s := range strings.Split(*sections, ",") {
		c.sections[s] = true
	}
	if c.quick {
		c.rounds = 1
	}
	var err error
	if c.only, err = regexp.Compile(*only); err != nil {
		return nil, err
	}
	for _, dir := range []string{c.build, c.work, filepath.Dir(c.out)} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return nil, err
		}
	}
	return c, nil
}
