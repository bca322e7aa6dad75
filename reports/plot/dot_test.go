package plot

import (
	"bytes"
	"regexp"
	"strconv"
	"testing"

	"github.com/nrkit/nrkit/internal/golden"
)

func TestDot(t *testing.T) {
	var b bytes.Buffer
	if err := Dot(&b, forest(2, 1), "x.mtx, amd"); err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, "forest.dot", b.Bytes())
}

var moreNodes = regexp.MustCompile(`label="([0-9,]+) nodes? more`)

func TestDotLarge(t *testing.T) {
	f := forest(9, 5)
	var b bytes.Buffer
	if err := Dot(&b, f, "large"); err != nil {
		t.Fatal(err)
	}
	shown := bytes.Count(b.Bytes(), []byte("columns\\n")) + bytes.Count(b.Bytes(), []byte("column\\n"))
	if shown != dotNodes {
		t.Errorf("want %d nodes, got %d", dotNodes, shown)
	}
	hidden := 0
	for _, m := range moreNodes.FindAllSubmatch(b.Bytes(), -1) {
		n, err := strconv.Atoi(string(m[1]))
		if err != nil {
			t.Fatal(err)
		}
		hidden += n
	}
	if shown+hidden != len(f.Parent) {
		t.Errorf("%d nodes shown, %d hidden, of %d", shown, hidden, len(f.Parent))
	}
}
