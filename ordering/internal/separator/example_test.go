package separator_test

import (
	"fmt"

	"github.com/nrkit/nrkit/ordering/internal/separator"
)

// A mesh of 5 rows and 15 columns falls apart where a column is taken out.
func ExampleWork_Find() {
	const rows, cols = 5, 15
	g := &separator.Graph{Ptr: []int32{0}}
	for v := range int32(rows * cols) {
		for _, u := range [][2]int32{{v / cols, v%cols - 1}, {v / cols, v%cols + 1}, {v/cols - 1, v % cols}, {v/cols + 1, v % cols}} {
			if u[0] >= 0 && u[0] < rows && u[1] >= 0 && u[1] < cols {
				g.Edges = append(g.Edges, separator.Edge{To: u[0]*cols + u[1], Weight: 1})
			}
		}
		g.Ptr = append(g.Ptr, int32(len(g.Edges)))
		g.Weight = append(g.Weight, 1)
	}
	side := make([]int8, g.Len())
	var w separator.Work
	w.Find(g, side, separator.Options{})
	for i := range rows {
		for _, s := range side[i*cols : (i+1)*cols] {
			fmt.Print(map[int8]string{separator.Left: "o", separator.Right: "x", separator.Separator: "|"}[s])
		}
		fmt.Println()
	}
	// Output:
	// xxxxxxxx|oooooo
	// xxxxxxx|ooooooo
	// xxxxxxx|ooooooo
	// xxxxxxx|ooooooo
	// xxxxxx|oooooooo
}
