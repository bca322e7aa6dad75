package main

import "github.com/nrkit/nrkit/prediction"

// thisMachine returns the machine that the program runs on.
func thisMachine() *prediction.Machine {
	return &prediction.Machine{
		Schema: prediction.MachineSchema, Name: "generic",
		CacheBytes: []int64{32 << 10, 512 << 10, 16 << 20}, WorkingSetBytes: []int64{16 << 10, 256 << 10, 8 << 20, 256 << 20},
		Update: []float64{0.7, 0.9, 1.3, 3}, Stream: []float64{0.2, 0.25, 0.35, 0.8}, Latency: []float64{1.3, 4.5, 20, 100},
		Column: 6, Dense: 0.06, Scalar: 0.4, Divide: 1.3, Dispatch: 100, Wake: 6000, Cores: 1,
	}
}
