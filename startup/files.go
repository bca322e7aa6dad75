package startup

import (
	"path/filepath"
	"slices"
)

// ReadFiles reads documents, as [ReadFile] does, and returns them with a name for
// each: the name of its file, or its path where two files have the same name.
func ReadFiles(paths []string) (results []*Result, names []string, err error) {
	for _, path := range paths {
		r, err := ReadFile(path)
		if err != nil {
			return nil, nil, err
		}
		results, names = append(results, r), append(names, filepath.Base(path))
	}
	if len(slices.Compact(slices.Sorted(slices.Values(names)))) < len(paths) {
		names = paths
	}
	return results, names, nil
}
