package circuit

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/golden"
)

// TestDocumentation wants docs/netlists.md to be what the table of types says.
func TestDocumentation(t *testing.T) {
	b := &strings.Builder{}
	b.WriteString(`# Netlists: devices and model parameters

This page lists the devices of ` + "`nrprof run`" + ` and ` + "`analyze --circuit`" + `. The table of device types in newton/circuit generates it. ` + "`go doc ./newton/netlist`" + `
describes the language around the devices.

Equations follow SPICE3 as ngspice 39 implements them. ` + "`oracles/devices/run`" + ` compares the currents of all transistors with ngspice at random
voltages. ` + "`oracles/ngspice/run`" + ` compares whole circuits: operating points, waveforms and counts of iterations.

A model parameter that is not listed here is an error if it would change a result. Parameters of noise, ratings, and parameters of other
levels of MOSFETs are ignored. Other
devices of ngspice are refused by name, with file and line: XSPICE code models, Verilog-A devices, other levels of MOSFETs, lossy
lines.

In the tables, a default in parentheses behind the meaning applies if the parameter is absent. It is derived from other parameters.

`)
	for k := range deviceTypes {
		d := &deviceTypes[k]
		fmt.Fprintf(b, "## %s\n\n", d.title)
		for _, s := range d.syntax {
			fmt.Fprintf(b, "    %s\n", s)
		}
		b.WriteString("\n")
		if d.source != "" {
			fmt.Fprintf(b, "Equations: %s.\n\n", d.source)
		}
		for _, table := range d.tables {
			fmt.Fprintf(b, "Model parameters (%s):\n\n| parameter | default | unit | meaning |\n| --- | --- | --- | --- |\n", table.of)
			for _, q := range table.list {
				value := fmt.Sprint(q.value)
				if math.IsInf(q.value, 1) {
					value = "none"
				}
				fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", q.name, value, q.unit, q.says)
			}
			b.WriteString("\n")
		}
	}
	golden.File(t, "../../docs/netlists.md", []byte(strings.TrimRight(b.String(), "\n")+"\n"))
}
