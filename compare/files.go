package compare

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Files returns the files that an argument names: the file itself, the files of a
// folder, or, if no file has that name, the files of a pattern or of a list with
// commas. From a folder, the first of the suffixes that has files is used, since
// other files are often made from these.
//
// An [fs.PathError] means a file that does not exist.
func Files(arg string, suffixes []string) ([]string, error) {
	info, err := os.Stat(arg)
	switch {
	case arg == "-":
		return []string{arg}, nil
	case err == nil && info.IsDir():
		return inFolder(arg, suffixes)
	case err == nil:
		return []string{arg}, nil
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	case strings.Contains(arg, ","):
		var files []string
		for part := range strings.SplitSeq(arg, ",") {
			more, err := Files(part, suffixes)
			if err != nil {
				return nil, err
			}
			files = append(files, more...)
		}
		return files, nil
	case strings.ContainsAny(arg, "*?["):
		files, err := filepath.Glob(arg)
		if err != nil || len(files) == 0 {
			return nil, fmt.Errorf("%s: no file matches this pattern", arg)
		}
		return files, nil
	}
	return nil, err
}

// inFolder returns the files of a folder that end in the first suffix that has any.
func inFolder(dir string, suffixes []string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, suffix := range suffixes {
		var files []string
		for _, e := range entries {
			if !e.IsDir() && strings.HasSuffix(e.Name(), suffix) {
				files = append(files, filepath.Join(dir, e.Name()))
			}
		}
		if files != nil {
			return files, nil
		}
	}
	return nil, fmt.Errorf("%s: got no trace in this folder, want a file ending in %s", dir, strings.Join(suffixes, " or "))
}

// Place notes the place of runs from the file path. If the path names a folder, the
// names of the runs get the folder. - has no place.
func Place(runs []*Run, path string) {
	if path == "-" {
		return
	}
	file, err := filepath.Abs(path)
	if real, rerr := filepath.EvalSymlinks(file); err == nil && rerr == nil {
		file = real
	}
	for i, r := range runs {
		if file != "" {
			r.File = fmt.Sprintf("%s#%d", file, i+1)
		}
		if dir := filepath.Dir(path); dir != "." {
			r.Name = filepath.Join(filepath.Base(dir), r.Name)
		}
	}
}
