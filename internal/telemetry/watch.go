package telemetry

import (
	"errors"
	"fmt"
	"os"
	"strconv"

	"github.com/nrkit/nrkit/trace"
)

// ErrNone says that there is nothing to sample, such as no driver; the text of the
// error that has it says why.
var ErrNone = errors.New("no GPU telemetry")

// MaxRate is the highest rate, per second: the driver itself takes no more than six
// samples of the utilisation in a second, and the others take milliseconds to read.
const MaxRate = 100

// A Rate says how often GPUs are sampled.
type Rate struct {
	Hz    float64 // rounds per second; 0: none
	Asked bool    // the user gave a rate, and hears why nothing is sampled
}

// ParseRate reads a rate: auto or nothing for [DefaultRate], off, or a number above
// 0 and up to [MaxRate].
func ParseRate(s string) (Rate, error) {
	switch s {
	case "", "auto":
		return Rate{Hz: DefaultRate}, nil
	case "off":
		return Rate{}, nil
	}
	hz, err := strconv.ParseFloat(s, 64)
	if err != nil || !(hz > 0 && hz <= MaxRate) {
		return Rate{}, fmt.Errorf("want auto, off, or a rate above 0 and up to %d per second, got %q", MaxRate, s)
	}
	return Rate{hz, true}, nil
}

// Messages is who hears what is odd about the sampling.
type Messages interface {
	Warn(text string)
	Note(text string)
}

// A Watch samples the GPUs of one run, where there are any. It is for one goroutine.
type Watch struct {
	Open    func() (Source, error) // with [ErrNone] where there is none
	Rate    Rate
	Verbose bool // also say why nothing is sampled, and which figures devices do not have
	Say     Messages

	sampler *Sampler
}

// Begin starts sampling into rec, which may be nil. Of the devices it takes those
// that CUDA_VISIBLE_DEVICES names. Where there is nothing to sample it does
// nothing; Say is warned if a rate was asked for, or the driver fails.
func (w *Watch) Begin(rec *trace.Recorder) {
	if w.Rate.Hz == 0 {
		return
	}
	o := Options{Rate: w.Rate.Hz}
	if visible, set := os.LookupEnv("CUDA_VISIBLE_DEVICES"); set {
		o.Keep = func(ids []Identity) []bool {
			keep, known := Visible(ids, visible, os.Getenv("CUDA_DEVICE_ORDER"))
			if !known && w.Verbose {
				w.Say.Note(fmt.Sprintf("all GPUs are sampled: CUDA_VISIBLE_DEVICES=%s is ambiguous without CUDA_DEVICE_ORDER=PCI_BUS_ID", visible))
			}
			return keep
		}
	}
	source, err := w.Open()
	if err == nil {
		w.sampler, err = Start(source, rec, o)
	}
	switch {
	case err == nil:
	case w.Rate.Asked || !errors.Is(err, ErrNone):
		w.Say.Warn(err.Error())
	case w.Verbose:
		w.Say.Note(err.Error())
	}
}

// End ends the sampling and returns the samples, nil for none, and what is doubtful
// about them. The recorder has to be open still.
func (w *Watch) End() (*Result, []string) {
	r, err := w.sampler.Stop()
	if r == nil {
		return nil, nil
	}
	if w.Verbose {
		for _, note := range r.Notes {
			w.Say.Note(note)
		}
	}
	if err != nil {
		return r, append(r.Warnings, err.Error())
	}
	return r, r.Warnings
}

// Stop is End that says what is doubtful.
func (w *Watch) Stop() *Result {
	r, warnings := w.End()
	for _, text := range warnings {
		w.Say.Warn(text)
	}
	return r
}

// Close ends the sampling, unless it has ended, and says nothing.
func (w *Watch) Close() { _, _ = w.sampler.Stop() }
