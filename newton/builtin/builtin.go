package builtin

import (
	"embed"
	"fmt"
	"strconv"
	"strings"
)

//go:embed netlists/*.cir
var netlists embed.FS

// Names returns the names that Source takes, without mul<N>, which stands for
// many.
func Names() []string { return []string{"rc", "graetz", "mul", "ring", "c6288"} }

// Source returns the netlist called name: one of Names, or mul<N> with N from
// MinBits to MaxBits in decimal. An error names the given name and the available
// names.
func Source(name string) (string, error) {
	switch name {
	case "rc", "graetz", "mul", "ring":
		text, err := netlists.ReadFile("netlists/" + name + ".cir")
		if err != nil {
			panic("builtin: internal error: " + err.Error()) // embedded at build time
		}
		return string(text), nil
	case "c6288":
		return Multiplier(MultiplierOptions{Bits: 16, Title: "c6288: 16x16 array multiplier of ISCAS-85 in level-1 CMOS"})
	}
	if bits, ok := strings.CutPrefix(name, "mul"); ok {
		n, err := strconv.Atoi(bits)
		if err == nil && strconv.Itoa(n) == bits && n >= MinBits && n <= MaxBits {
			return Multiplier(MultiplierOptions{Bits: n})
		}
	}
	return "", fmt.Errorf("got circuit %q, want %s or mul%d to mul%d",
		name, strings.Join(Names(), ", "), MinBits, MaxBits)
}
