// Timing measures the cost of recording. It runs the transient of built-in circuits
// without a recorder, with every time step timed, and with one of 64 time steps
// timed, one after the other in each round.
//
//	go run ./bench/timing [-rounds 5] [-tran step,stop] [circuit ...]
//
// It prints the best and the median elapsed time of each, the ratios to the run
// without recorder, and the cost that the recorder itself measured.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/nrkit/nrkit/newton/simulate"
	"github.com/nrkit/nrkit/trace"
)

// A setting is how much is timed: no recorder, or one step of sample.
type setting struct {
	name   string
	sample int
	times  []time.Duration
}

func main() {
	log.SetFlags(0)
	rounds := flag.Int("rounds", 5, "rounds")
	flag.Parse()
	names := flag.Args()
	if len(names) == 0 {
		names = []string{"rc", "graetz", "mul", "ring"}
	}
	dir, err := os.MkdirTemp("", "timing")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	fmt.Printf("range pair with both stamps: %.1f ns\n", trace.TimerCost())
	fmt.Printf("%-8s %-6s %12s %12s %7s %7s %12s\n", "circuit", "timed", "best", "median", "best/", "median/", "capture")
	for _, name := range names {
		if err := measure(name, filepath.Join(dir, name+".nrt"), *rounds); err != nil {
			log.Fatal(err)
		}
	}
}

// measure runs one circuit in all settings.
func measure(name, capture string, rounds int) error {
	settings := []*setting{{name: "off"}, {name: "1/64", sample: 64}, {name: "all", sample: 1}}
	size := map[string]int64{}
	for range rounds {
		for _, s := range settings {
			t, err := run(name, capture, s.sample)
			if err != nil {
				return err
			}
			s.times = append(s.times, t)
			if info, err := os.Stat(capture); s.sample > 0 && err == nil {
				size[s.name] = info.Size()
			}
		}
	}
	off := settings[0]
	for _, s := range settings {
		slices.Sort(s.times)
	}
	for _, s := range settings {
		fmt.Printf("%-8s %-6s %12v %12v %6.2f× %6.2f× %12d\n", name, s.name, s.times[0], s.times[rounds/2],
			ratio(s.times[0], off.times[0]), ratio(s.times[rounds/2], off.times[rounds/2]), size[s.name])
	}
	return nil
}

func ratio(a, b time.Duration) float64 { return float64(a) / float64(b) }

// run runs the circuit once and returns the time of the transient.
func run(name, capture string, sample int) (time.Duration, error) {
	c, err := simulate.Load(name)
	if err != nil {
		return 0, err
	}
	var rec *trace.Recorder
	if sample > 0 {
		if rec, err = trace.Create(capture, trace.Header{Sample: sample}, trace.Options{}); err != nil {
			return 0, err
		}
	}
	rep, err := simulate.Run(context.Background(), c, simulate.Config{Recorder: rec, Sample: sample})
	if err != nil {
		return 0, err
	}
	return time.Duration(rep.Elapsed), rec.Close()
}
