package launch_test

import (
	"fmt"
	"log"

	"github.com/nrkit/nrkit/internal/nsys/launch"
)

// Versions of Nsight Systems are compared number by number.
func ExampleParseVersion() {
	old, err := launch.ParseVersion("NVIDIA Nsight Systems version 2022.4.2.1-df9881f")
	if err != nil {
		log.Fatal(err)
	}
	later, err := launch.ParseVersion("NVIDIA Nsight Systems version 2022.10.1")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(old, old.Compare(later))
	// Output:
	// 2022.4.2.1-df9881f -1
}

// What to capture: the first range of a name, in any domain.
func ExampleParseCapture() {
	c, err := launch.ParseCapture("nvtx=timestep")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(c.Range, "in domain", c.Domain)
	_, err = launch.ParseCapture("everything")
	fmt.Println("refused:", err != nil)
	// Output:
	// timestep in domain *
	// refused: true
}
