package main

import (
	"fmt"

	"github.com/nrkit/nrkit/newton/builtin"
)

// circuits says what the built-in circuits are, in the order they are listed.
func circuits() [][2]string {
	return [][2]string{
		{"rc", "RC low pass driven by a pulse train: 3 unknowns, a million steps"},
		{"graetz", "full-wave rectifier: 9 unknowns, a million steps"},
		{"mul", "diode voltage multiplier: 10 unknowns, half a million steps"},
		{"ring", "ring oscillator of nine CMOS inverters: 11 unknowns"},
		{"c6288", "16×16 array multiplier of ISCAS-85 in CMOS: 5156 unknowns"},
		{"mulN", fmt.Sprintf("N×N array multiplier of the same kind, N from %d to %d: mul8, mul64", builtin.MinBits, builtin.MaxBits)},
	}
}

// listCircuits prints the built-in circuits, one on a line.
func (p *program) listCircuits() error {
	for _, c := range circuits() {
		if _, err := fmt.Fprintf(p.Stdout, "%-7s %s\n", c[0], c[1]); err != nil {
			return err
		}
	}
	return nil
}
