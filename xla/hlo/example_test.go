package hlo_test

import (
	"fmt"
	"strings"

	"github.com/nrkit/nrkit/xla/hlo"
)

func ExampleRead() {
	const text = `HloModule jit_newton, is_scheduled=true

condition { ROOT go = pred[] custom-call(x), custom_call_target="norm_above" }
body { ROOT x = f64[9] custom-call(x), custom_call_target="newton_step" }
ENTRY main { ROOT w = f64[9] while(x), condition=condition, body=body }
`
	list, err := hlo.Read(strings.NewReader(text), hlo.Options{Name: "newton.hlo"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, w := range list[0].Whiles {
		if w.Syncs {
			fmt.Println(w.Name, "calls", w.CustomCalls, "and waits for the device each iteration")
		}
	}
	fmt.Println("at least", list[0].Launches.AtLeast, "launches")
	// Output:
	// w calls [newton_step] and waits for the device each iteration
	// at least 3 launches
}
