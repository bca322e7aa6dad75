package builtin

import "fmt"

// A Circuit is a built-in circuit, or a family of them.
type Circuit struct{ Name, Says string }

// List describes the built-in circuits: one entry for each of Names, then mulN for
// all mul<N>.
func List() []Circuit {
	return []Circuit{
		{"rc", "RC low pass driven by a pulse train: 3 unknowns, a million steps"},
		{"graetz", "full-wave rectifier: 9 unknowns, a million steps"},
		{"mul", "diode voltage multiplier: 10 unknowns, half a million steps"},
		{"ring", "ring oscillator of nine CMOS inverters: 11 unknowns"},
		{"c6288", "16×16 array multiplier of ISCAS-85 in CMOS: 5156 unknowns"},
		{"mulN", fmt.Sprintf("N×N array multiplier of the same kind, N from %d to %d: mul8, mul64", MinBits, MaxBits)},
	}
}
