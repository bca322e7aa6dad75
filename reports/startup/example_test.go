package startup_test

import (
	"fmt"

	startupreport "github.com/nrkit/nrkit/reports/startup"
	"github.com/nrkit/nrkit/startup"
)

// A median with the half of its confidence interval, and one of too few processes.
func ExampleCell() {
	low, high := int64(1.9e9), int64(2.2e9)
	fmt.Println(startupreport.Cell(&startup.Estimate{Median: 2e9, Low: &low, High: &high, Min: low, Max: high}))
	fmt.Println(startupreport.Cell(&startup.Estimate{Median: 2e9, Min: low, Max: high}))
	// Output:
	// 2.00 s ±200 ms
	// 2.00 s ⟨1.90 s … 2.20 s⟩
}
