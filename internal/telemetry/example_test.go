package telemetry_test

import (
	"fmt"
	"log"

	"github.com/nrkit/nrkit/internal/telemetry"
)

// gpu is a device that draws 250 W and has nothing else to say. A driver, such as
// the one of internal/telemetry/nvml, is another Source.
type gpu struct{}

func (gpu) Devices() ([]telemetry.Device, error) { return []telemetry.Device{gpu{}}, nil }
func (gpu) Close() error                         { return nil }

func (gpu) Identity() telemetry.Identity {
	return telemetry.Identity{Instance: -1, Name: "Model", UUID: "GPU-1"}
}

func (gpu) Read(want telemetry.Set, r *telemetry.Reading) {
	for _, f := range telemetry.Fields() {
		r.Errs[f] = telemetry.ErrUnsupported
	}
	r.Values[telemetry.Power], r.Errs[telemetry.Power] = 250, nil
}

// A device is sampled while a program works.
func ExampleStart() {
	s, err := telemetry.Start(gpu{}, nil, telemetry.Options{Rate: 100})
	if err != nil {
		log.Fatal(err)
	}
	// … the program works
	r, err := s.Stop()
	if err != nil {
		log.Fatal(err)
	}
	for _, stat := range r.Devices[0].Stats {
		fmt.Println(r.Devices[0].Name, stat.Field, "at most", stat.Max)
	}
	// Output:
	// Model power_w at most 250
}
