package matrices

import (
	"path/filepath"
	"strings"
)

// Folder returns the folder of the matrices that belongs to a capture: run.nrt has
// run.matrices.
func Folder(capture string) string {
	for _, ending := range []string{".gz", ".zst"} {
		capture = strings.TrimSuffix(capture, ending)
	}
	return strings.TrimSuffix(capture, filepath.Ext(capture)) + ".matrices"
}
