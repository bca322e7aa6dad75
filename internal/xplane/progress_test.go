package xplane_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/testkit/xplanetest"
	"github.com/nrkit/nrkit/internal/xplane"
)

// While events are read, Progress is called with how far the profile was read.
func TestProgress(t *testing.T) {
	data := xplanetest.Newton{Iterations: 5000, Path: "jit(f)/nr_iteration"}.Space().Encode()
	var all []int64
	_, _, err := xplane.Read(bytes.NewReader(data), xplane.Options{Progress: func(done, size int64) {
		if size != int64(len(data)) {
			t.Fatalf("got %d bytes, want %d", size, len(data))
		}
		all = append(all, done)
	}})
	if err != nil {
		t.Fatal(err)
	}
	size := int64(len(data))
	if len(all) < 5 || !slices.IsSorted(all) || all[0] > size/3 || all[len(all)-1] < size*2/3 || all[len(all)-1] > size {
		t.Errorf("got %v of %d", all, size)
	}
}
