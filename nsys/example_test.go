package nsys_test

import (
	"fmt"
	"log"

	"github.com/nrkit/nrkit/nsys"
)

// The kernels of an export of Nsight Systems, with the time that each took.
func Example() {
	e, err := nsys.Open("../testdata/nsys/newton.sqlite")
	if err != nil {
		log.Fatal(err)
	}
	defer e.Close()
	total := map[nsys.String]int64{}
	var names []nsys.String // in order of first use
	err = e.EachKernel(func(k *nsys.Kernel) {
		if total[k.Short] == 0 {
			names = append(names, k.Short)
		}
		total[k.Short] += k.End - k.Start
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, name := range names {
		fmt.Println(e.Text(name), total[name], "ns")
	}
	// Output:
	// eval_mosfets 540000 ns
	// scatter 150000 ns
	// refactor_level 810000 ns
	// solve_lower 270000 ns
	// solve_upper 282000 ns
	// converged 36000 ns
}
