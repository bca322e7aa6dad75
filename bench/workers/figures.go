package main

import (
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/prediction/calibrate"
)

// A machine has the figures of a machine that decide what several workers gain, in seconds.
type machine struct{ update, dispatch float64 }

func measured(w *calibrate.Watch) (m machine) {
	m.update, m.dispatch = w.Measure()
	return m
}

func (m machine) ofSolver() lu.Machine {
	return lu.Machine{Update: m.update, Dispatch: m.dispatch}
}

// medians returns the median of each figure.
func medians(list []machine) machine {
	of := func(figure func(machine) float64) float64 {
		var values []float64
		for _, m := range list {
			values = append(values, figure(m))
		}
		return quantile(values, 0.5)
	}
	return machine{
		of(func(m machine) float64 { return m.update }),
		of(func(m machine) float64 { return m.dispatch }),
	}
}
