package logline_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/nrkit/nrkit/internal/logline"
)

// Lines of a log, of which one has the prefix of TSL.
func ExampleEach() {
	text := `step 1 of 10
2026-03-11 02:59:55.123456: I    4242 xla/backends/gpu/runtime/while_thunk.cc:99] [0] condition_result = 1
`
	err := logline.Each(strings.NewReader(text), func(l logline.Line) {
		if p, message, ok := logline.ParsePrefix(l.Text); ok {
			fmt.Println("line", l.Number, "of thread", p.Thread, "in", p.Base()+":", message)
		} else {
			fmt.Println("line", l.Number, "is of another program:", l.Text)
		}
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// line 1 is of another program: step 1 of 10
	// line 2 of thread 4242 in while_thunk.cc: [0] condition_result = 1
}
