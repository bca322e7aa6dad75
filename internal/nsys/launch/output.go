package launch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// ExpandOutput returns the name for a pattern of -o. %q{VAR} is an environment
// variable, such as the rank of an MPI process. %h is the host, %p the number of
// this process, %% a percent sign. nsys has the same patterns, except that its %p is
// the number of the target.
func ExpandOutput(pattern string, getenv func(string) (string, bool)) (string, error) {
	var b strings.Builder
	for rest := pattern; rest != ""; {
		k := strings.IndexByte(rest, '%')
		if k < 0 || k+1 == len(rest) {
			b.WriteString(rest)
			break
		}
		b.WriteString(rest[:k])
		verb := rest[k+1]
		rest = rest[k+2:]
		switch verb {
		case '%':
			b.WriteByte('%')
		case 'p':
			b.WriteString(strconv.Itoa(os.Getpid()))
		case 'h':
			host, err := os.Hostname()
			if err != nil {
				return "", err
			}
			b.WriteString(host)
		case 'q':
			name, after, ok := strings.Cut(strings.TrimPrefix(rest, "{"), "}")
			if !ok || !strings.HasPrefix(rest, "{") {
				return "", fmt.Errorf("want %%q{VARIABLE} in %q", pattern)
			}
			value, set := getenv(name)
			if !set {
				return "", fmt.Errorf("%s of %q is not set", name, pattern)
			}
			b.WriteString(value)
			rest = after
		default:
			return "", fmt.Errorf("want %%q{VARIABLE}, %%h, %%p or %%%% in %q, got %%%c", pattern, verb)
		}
	}
	return b.String(), nil
}

// Endings of the files that a run leaves, besides the files of its summary.
const (
	ReportEnding = ".nsys-rep"
	SQLiteEnding = ".sqlite"
	StreamEnding = ".qdstrm" // what nsys recorded, before it is a report
)

// family returns the names of all files that a run with the output may write.
func family(output string, extra []string) []string {
	names := []string{output + ReportEnding, output + SQLiteEnding, output + StreamEnding}
	for _, ending := range extra {
		names = append(names, output+ending)
	}
	return names
}

// firstFree returns report1, report2 and so on in the working directory,
// whichever has none of its files yet.
func firstFree(extra []string) string {
	for k := 1; ; k++ {
		name := "report" + strconv.Itoa(k)
		if existing(family(name, extra)) == "" {
			return name
		}
	}
}

// existing returns the first of the names that is there.
func existing(names []string) string {
	for _, name := range names {
		if _, err := os.Lstat(name); err == nil {
			return name
		}
	}
	return ""
}

// checkOutput refuses an output whose directory is not there, and one that
// would replace a file.
func checkOutput(output string, extra []string, force bool) error {
	if output == "" || strings.HasSuffix(output, string(filepath.Separator)) {
		return fail("name a file", "%q: want the name of the output, without its ending", output)
	}
	dir := filepath.Dir(output)
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fail("create it first", "%s: no such directory", dir)
	case err != nil:
		return err
	case !info.IsDir():
		return fail("", "%s: not a directory", dir)
	}
	for _, name := range family(output, extra) {
		info, err := os.Lstat(name)
		if err == nil && info.IsDir() {
			return fail("", "%s: is a directory", name)
		}
		if err == nil && !force {
			return fail("-f replaces it; -o names another output", "%s exists", name)
		}
	}
	return nil
}
