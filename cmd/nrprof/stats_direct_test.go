package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// TestStatsDirectly holds what stats prints directly against what the command
// prints, and looks whether what is right is printed directly at all.
func TestStatsDirectly(t *testing.T) {
	dir := t.TempDir()
	if err := writeExports(dir); err != nil {
		t.Fatal(err)
	}
	for line, direct := range map[string]bool{
		"ring.sqlite": true,
		"ring.sqlite --report gpukernsum --format csv":       true,
		"ring.sqlite --report=gpukernsum --format=csv":       true,
		"-f json ring.sqlite -r cuda_api_sum,nvtx_sum":       true,
		"-fjson -rcuda_api_sum -r nvtx_sum -o - ring.sqlite": true,
		"-f csv -- ring.sqlite":                              true,
		"lazy.sqlite -r cuda_api_sum -r nvtx_sum":            true, // warns
		"ring.sqlite -r cuda_api_sum:nvtx=first":             true,
		"ring.sqlite -r gpu_gaps -f csv":                     true, // finds nothing
		"":                                                   false,
		"ring.sqlite lazy.sqlite":                            false,
		"ring.sqlite --help":                                 false,
		"--list":                                             false,
		"ring.sqlite --list=false":                           true,
		"ring.sqlite --list=maybe":                           false,
		"ring.sqlite --formt csv":                            false,
		"ring.sqlite --format":                               false,
		"ring.sqlite -f xml":                                 false,
		"ring.sqlite -r nothing":                             false,
		"ring.sqlite -r nvtx_sum:base":                       false,
		"ring.sqlite -o ring.sqlite":                         false,
		"ring.sqlite --version":                              false,
		"-":                                                  false,
		"ring.nsys-rep":                                      false,
		"absent.sqlite":                                      false,
		"lazy.sqlite -r nvtx_sum":                            false,
		"empty.sqlite":                                       false,
		"cut.sqlite":                                         false,
		"damaged.sqlite":                                     false,
		"foreign.sqlite":                                     false,
		"null.sqlite -r cuda_api_sum -fcsv":                  false,
	} {
		args := []string{"stats"}
		for _, arg := range strings.Fields(line) {
			if strings.Contains(arg, ".sqlite") || strings.HasSuffix(arg, ".nsys-rep") {
				arg = filepath.Join(dir, arg)
			}
			args = append(args, arg)
		}
		var stdout, stderr, wantOut, wantErr bytes.Buffer
		code, done := runStats(args, nil, &stdout, &stderr)
		if done != direct {
			t.Errorf("%s: printed directly: got %v, want %v", line, done, direct)
		}
		if !done {
			if stdout.Len() > 0 || stderr.Len() > 0 {
				t.Errorf("%s: printed %q and %q before the command did", line, &stdout, &stderr)
			}
			continue
		}
		want := runContext(t.Context(), args, nil, &wantOut, &wantErr)
		if code != want || stdout.String() != wantOut.String() || stderr.String() != wantErr.String() {
			t.Errorf("%s:\n got %d, %s%s\nwant %d, %s%s", line, code, &stdout, &stderr, want, &wantOut, &wantErr)
		}
	}
}

// Other commands do not run directly.
func TestOthersNotDirectly(t *testing.T) {
	for _, args := range [][]string{nil, {"stats"}, {"phases", "x.nrt"}, {"--help"}, {"help", "stats"}} {
		if _, done := runStats(args, nil, nil, nil); done {
			t.Errorf("%q: ran directly", args)
		}
	}
}
