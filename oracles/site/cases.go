package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A testCase is a request, with the files or the error that the programs give.
type testCase struct {
	paths   []string
	flags   []string          // of analyze
	options map[string]string // of the page, which say the same
	capture bool
	example string
	file    string            // that is compared first
	want    map[string][]byte // files by name; nil: an error
	message string            // of the error, without the name of the program
}

// String returns the names of the files.
func (c *testCase) String() string {
	if c.example != "" {
		return "example " + c.example
	}
	var names []string
	for _, path := range c.paths {
		names = append(names, filepath.Base(path))
	}
	return strings.Join(append(names, c.flags...), " ")
}

// listCases returns everything that is compared.
func (o *oracle) listCases() ([]*testCase, error) {
	var list []*testCase
	add := func(c testCase) { list = append(list, &c) }
	const small = "testdata/mul4_it1.mtx"
	for _, path := range []string{"testdata/bridge.mtx", "testdata/ladder.mtx", small} {
		add(testCase{paths: []string{path}})
	}
	add(testCase{paths: []string{small, "testdata/mul4_it2.mtx", "testdata/mul4_it3.mtx"}})
	add(testCase{paths: []string{small}, flags: []string{"--ordering", "best", "--exact", "none"}, options: map[string]string{"ordering": "best", "exact": "none"}})
	add(testCase{paths: []string{small}, flags: []string{"--ordering", "amd,nd", "--levels", "lu", "--matching", "product", "--drop-zeros"},
		options: map[string]string{"ordering": "amd,nd", "levels": "lu", "matching": "product", "drop-zeros": "yes", "machine": "zen4"}})
	add(testCase{example: "c6288", flags: []string{"--circuit", "c6288", "--iterations", "1"}})
	add(testCase{paths: []string{"testdata/nsys/newton.sqlite"}, capture: true})
	made, err := o.makeCaptures()
	if err != nil {
		return nil, err
	}
	add(testCase{paths: made[:1], capture: true})
	add(testCase{paths: made, capture: true})
	if _, err := os.Stat(o.data); errors.Is(err, fs.ErrNotExist) {
		fmt.Printf("no %s: only the files of testdata are compared\n", o.data)
		return list, nil
	}
	for _, pattern := range []string{"mtx/*.*", "mtx/odd/*.*"} {
		paths, err := o.files(pattern)
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			if !strings.HasSuffix(path, ".tsv") {
				add(testCase{paths: []string{path}})
			}
		}
	}
	for _, pattern := range []string{"nsys/*.sqlite", "traces/jax/*.xplane.pb*", "traces/chrome/*.json*", "traces/kineto/*.json*"} {
		paths, err := o.files(pattern)
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			add(testCase{paths: []string{path}, capture: true})
		}
	}
	return list, nil
}

// files returns the files of the data between the sizes, from small to large. There must
// be some of any size.
func (o *oracle) files(pattern string) ([]string, error) {
	paths, err := filepath.Glob(filepath.Join(o.data, pattern))
	if err == nil && len(paths) == 0 {
		err = fmt.Errorf("no %s in %s", pattern, o.data)
	}
	paths = slices.DeleteFunc(paths, func(path string) bool {
		size := sizeOf(path)
		return size < o.smallest || size > o.largest
	})
	slices.SortStableFunc(paths, func(a, b string) int { return cmp.Compare(sizeOf(a), sizeOf(b)) })
	return paths, err
}

// sizeOf returns the size of a file, or -1 if there is no such file.
func sizeOf(path string) int64 {
	info, err := os.Stat(path)
	if err != nil || info.IsDir() {
		return -1
	}
	return info.Size()
}

// large is the size in bytes from which on files have a line of their own.
const large = 3_000_000

// report says how long a large file took, if its answer is right.
func (c *testCase) report(where string, took time.Duration, err error) error {
	if err == nil && len(c.paths) > 0 && sizeOf(c.paths[0]) > large {
		fmt.Printf("%s: %s has the answer of the program, %d bytes, in %.0f s\n", where, c, len(c.want[c.file]), took.Seconds())
	}
	return err
}

// makeCaptures lets nrprof record two runs.
func (o *oracle) makeCaptures() ([]string, error) {
	var paths []string
	for _, name := range []string{"ring a.nrt", "graetz.nrt"} {
		path := filepath.Join(o.dir, name)
		circuit, _, _ := strings.Cut(strings.TrimSuffix(name, ".nrt"), " ")
		if text, err := exec.Command(filepath.Join(o.programs, "nrprof"), "run", circuit, "-o", path).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("nrprof run %s: %w: %s", circuit, err, text)
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// expect lets the programs answer.
func (o *oracle) expect(c *testCase) error {
	c.want = map[string][]byte{}
	if !c.capture {
		c.file = "analysis.json"
		return o.expectFile(c, "analysis.json", "analyze", append([]string{"--json", "--machine", cmp.Or(c.options["machine"], "generic")}, c.flags...))
	}
	c.file = "phases.json"
	if err := o.expectFile(c, "phases.json", "nrprof", []string{"phases", "--json"}); err != nil || c.want == nil {
		return err
	}
	return o.expectFile(c, "diagnose.json", "nrprof", []string{"diagnose", "--json"})
}

// expectFile lets a program write a document about the files of c, in whose folder it
// runs: documents and errors have the names that it is given.
func (o *oracle) expectFile(c *testCase, file, program string, args []string) error {
	cmd := exec.Command(filepath.Join(o.programs, program), args...)
	for _, path := range c.paths {
		cmd.Args = append(cmd.Args, filepath.Base(path))
		cmd.Dir = filepath.Dir(path)
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		c.want[file] = stdout.Bytes()
		return nil
	case errors.As(err, &exit) && exit.ExitCode() == 1:
		for line := range strings.Lines(stderr.String()) {
			if message, ok := strings.CutPrefix(line, program+": error: "); ok {
				c.want, c.message = nil, strings.TrimSpace(message)
			}
		}
		if c.message != "" {
			return nil
		}
	}
	return fmt.Errorf("%s: %v: %w: %s", c, cmd.Args, err, stderr.Bytes())
}

// judge compares an answer with what the programs say.
func (c *testCase) judge(files map[string][]byte, message string) error {
	if c.want == nil {
		if message != c.message {
			return fmt.Errorf("%s: got the error %q, want %q", c, message, c.message)
		}
		return nil
	}
	if message != "" {
		return fmt.Errorf("%s: got the error %q", c, message)
	}
	for name, want := range c.want {
		got, ok := files[name]
		if !ok {
			return fmt.Errorf("%s: no %s", c, name)
		}
		if !bytes.Equal(got, want) {
			return fmt.Errorf("%s: %s differs: %s", c, name, firstDifference(got, want))
		}
	}
	return nil
}

// firstDifference returns the first lines that differ.
func firstDifference(got, want []byte) string {
	g, w := bytes.Split(got, []byte("\n")), bytes.Split(want, []byte("\n"))
	for k := range min(len(g), len(w)) {
		if !bytes.Equal(g[k], w[k]) {
			return fmt.Sprintf("line %d: got %q, want %q", k+1, g[k], w[k])
		}
	}
	return fmt.Sprintf("got %d lines, want %d", len(g), len(w))
}
