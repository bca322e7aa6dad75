package calibrate

import (
	"slices"
	"strconv"

	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/runkey"
)

// keyParts are the parts of the run key that a calibration is kept under, with the
// sizes of the caches and the version of the loops. The number of CPUs, their quota and
// the microcode are not among them: a calibration holds while they change.
var keyParts = []string{"cpu.arch", "cpu.isa", "cpu.microarchitecture", "cpu.model", "cpu.vector_bits", "cpu.governor"}

// A CPU is what is known of the CPU of this machine.
type CPU struct {
	Key               string   // hash of the parts of the run key that describe the CPU, of its caches, and of the version of the loops
	Name              string   // name of the model; "" if unknown
	Microarchitecture string   // row of the shipped table; "" without one
	Features          []string // of its instruction set, as the run key has them
	CacheBytes        []int64  // of L1d, L2, L3; 0 if absent or unknown
}

// ThisCPU returns what is known of the CPU of this machine.
//
// Caches that the system does not report have the sizes of the row of the shipped
// table, or of the generic row.
func ThisCPU() (CPU, error) {
	all, err := runkey.NewProbe().Key()
	if err != nil {
		return CPU{}, err
	}
	var parts []runkey.Part
	var c CPU
	for _, p := range all.Parts() {
		if !slices.Contains(keyParts, p.Name) {
			continue
		}
		parts = append(parts, p)
		switch v := p.Value.(type) {
		case runkey.Text:
			switch p.Name {
			case "cpu.model":
				c.Name = string(v)
			case "cpu.microarchitecture":
				c.Microarchitecture = prediction.Microarchitecture(string(v))
			}
		case runkey.Set:
			if p.Name == "cpu.isa" {
				c.Features = v
			}
		}
	}
	c.CacheBytes = cacheSizes()
	parts = append(parts, runkey.Part{Name: "cpu.cache_bytes", Value: sizesOf(c.CacheBytes)}, runkey.Part{Name: "calibrate.kernels", Value: runkey.Number(prediction.Kernels)})
	key, err := runkey.New(nil, parts...)
	if err != nil {
		return CPU{}, err
	}
	c.Key = key.Hash()
	if c.CacheBytes[prediction.L1] == 0 {
		c.CacheBytes = slices.Clone(shipped(c.Microarchitecture).CacheBytes)
	}
	return c, nil
}

// sizesOf returns the sizes as a value of a run key.
func sizesOf(bytes []int64) (list runkey.List) {
	for _, b := range bytes {
		list = append(list, strconv.FormatInt(b, 10))
	}
	return list
}

// shipped returns the row of the shipped table with the name, or the generic row.
func shipped(name string) *prediction.Machine {
	if m, ok := prediction.Shipped(name); ok {
		return m
	}
	return prediction.Generic()
}
