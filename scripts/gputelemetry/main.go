// Gputelemetry compares package internal/telemetry with nvidia-smi. Both sample
// every GPU for the same time, idle or under the load of a command, and the means of
// each figure must agree. It fails if there is no GPU.
//
//	gputelemetry [-seconds N] [-rate HZ] [COMMAND [ARG...]]
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"time"

	"github.com/nrkit/nrkit/internal/telemetry"
	"github.com/nrkit/nrkit/internal/telemetry/nvml"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "gputelemetry:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	fl := flag.NewFlagSet("gputelemetry", flag.ContinueOnError)
	seconds := fl.Float64("seconds", 20, "how long both sample, unless the command ends earlier")
	rate := fl.Float64("rate", 10, "samples per second")
	if err := fl.Parse(args); err != nil {
		return err
	}
	source, err := nvml.Open()
	if err != nil {
		return err
	}
	ours, err := telemetry.Start(source, nil, telemetry.Options{Rate: *rate})
	if err != nil {
		return err
	}
	text, err := watch(fl.Args(), time.Duration(*seconds*float64(time.Second)), *rate)
	result, stopErr := ours.Stop()
	if err = errors.Join(err, stopErr); err != nil {
		return err
	}
	theirs, err := parseSMI(bytes.NewReader(text))
	if err != nil {
		return err
	}
	for _, w := range append(result.Notes, result.Warnings...) {
		fmt.Println("note:", w)
	}
	return compare(os.Stdout, tally(result), theirs)
}

// watch runs nvidia-smi for the time, or until the load ends, and returns what
// it printed.
func watch(load []string, d time.Duration, rate float64) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	smi := exec.CommandContext(ctx, "nvidia-smi", "--query-gpu="+query, "--format=csv,noheader,nounits", "-lms", strconv.Itoa(int(1000/rate)))
	smi.Stderr = os.Stderr
	var text bytes.Buffer
	smi.Stdout = &text
	smi.Cancel = func() error { return smi.Process.Signal(os.Interrupt) }
	smi.WaitDelay = 5 * time.Second
	if err := smi.Start(); err != nil {
		return nil, err
	}
	var loadErr error
	if len(load) > 0 {
		c := exec.CommandContext(ctx, load[0], load[1:]...)
		c.Stdout, c.Stderr = os.Stderr, os.Stderr
		loadErr = c.Run()
		if ctx.Err() != nil {
			loadErr = nil // the time is over, as planned
		}
		cancel()
	}
	<-ctx.Done()
	_ = smi.Wait() // it was interrupted, and says so
	return text.Bytes(), loadErr
}
