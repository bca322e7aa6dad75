// Timeline draws the phases of consecutive time steps of a capture as SVG: time from
// left to right, and below each range the ranges in it.
//
//	timeline [-steps N] FILE.nrt > FILE.svg
//
// It draws the N consecutive time steps that took the least time among all time
// steps with the most common number of iterations. Steps in which other programs had
// the processor are therefore not drawn.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/nrkit/nrkit/trace"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "timeline:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	fl := flag.NewFlagSet("timeline", flag.ContinueOnError)
	steps := fl.Int("steps", 1, "number of time steps")
	if err := fl.Parse(args); err != nil {
		return err
	}
	if fl.NArg() != 1 || *steps < 1 {
		return errors.New("want one capture and at least one step")
	}
	t, err := trace.Open(fl.Arg(0))
	if err != nil {
		return err
	}
	defer t.Close()
	list := rangesIn(t)
	if err := t.Err(); err != nil {
		return err
	}
	shown := window(list, *steps)
	if shown == nil {
		return fmt.Errorf("%s: fewer than %d time steps on its first track with ranges", fl.Arg(0), *steps)
	}
	return draw(out, shown)
}
