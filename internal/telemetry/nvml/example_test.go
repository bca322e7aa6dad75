package nvml_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/nrkit/nrkit/internal/telemetry"
	"github.com/nrkit/nrkit/internal/telemetry/nvml"
)

// A program that samples GPUs where there is a driver, and runs without elsewhere.
func ExampleOpen() {
	source, err := nvml.Open()
	switch {
	case errors.Is(err, telemetry.ErrNone):
		// no driver: a nil Sampler does nothing
	case err != nil:
		log.Fatal(err)
	}
	var sampler *telemetry.Sampler
	if source != nil {
		if sampler, err = telemetry.Start(source, nil, telemetry.Options{}); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println("working")
	if _, err := sampler.Stop(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// working
}
