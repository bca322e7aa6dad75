// Oraclenvtx checks package trace/nvtx and nrprof run --nvtx with real tools: Nsight
// Systems, and a tool in C that is compiled with NVIDIA's headers.
//
// usage: oraclenvtx [-only REGEXP]
//
// It is run from the root of the module. Each check is one line:
//
//	abi          the C tool sees every function, field and payload as the headers say
//	refused      a tool that refuses, a tool without the symbol, a file that is no tool:
//	             one warning each, and the program goes on
//	ends         a run that is interrupted, and a run that fails, end by libc's exit:
//	             the tool counts what the report says
//	nsys run     nrprof run ring, without cgo and with: nsys has, by name, the ranges
//	             that the report counts, all of them closed
//	nsys full    the same of the whole of ring
//	nsys capture --capture-range=nvtx --nvtx-capture=transient@nrkit has the ranges of
//	             the transient and no others, which the tool in C counts
//	nsys api     marks, payloads, start and end, threads, colours of a Go program
//	nsys os.Exit what nsys loses if the program does not end by nvtx.Exit; printed, not
//	             checked, since sometimes nothing is lost
//	cost         nanoseconds for a push and a pop: without a tool, with the tool in C,
//	             under nsys; printed, not checked
//
// It ends with status 1 if a check is wrong, or if nsys, its importer, its headers,
// cc or python3 is missing.
package main

import (
	_ "embed"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/nrkit/nrkit/internal/cli"
)

//go:embed testdata/tool.c
var toolSource []byte

//go:embed testdata/query.py
var query []byte

// An oracle is a run of the checks.
type oracle struct {
	dir    string
	nsys   *nsys
	tools  map[string]string // libraries by what is defined in testdata/tool.c, "" nothing
	nrprof map[string]string // programs by CGO_ENABLED
	self   string
}

func main() {
	cli.HeedSignals()
	switch {
	case len(os.Args) == 3 && os.Args[1] == "emit":
		emit(os.Args[2])
	case len(os.Args) == 2 && os.Args[1] == "time":
		timePairs()
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "oraclenvtx: error:", err)
		os.Exit(1)
	}
}

func run() error {
	only := flag.String("only", "", "regular expression of names of checks")
	flag.Parse()
	names, err := regexp.Compile(*only)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "oraclenvtx")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	o, err := prepare(dir)
	if err != nil {
		return err
	}
	checks, wrong := 0, 0
	for _, c := range []struct {
		name  string
		check func() (string, error)
	}{
		{"abi", o.abi}, {"refused", o.refused}, {"ends", o.ends}, {"nsys run", o.nsysRun}, {"nsys full", o.nsysFull},
		{"nsys capture", o.nsysCapture}, {"nsys api", o.nsysAPI}, {"nsys os.Exit", o.nsysExit}, {"cost", o.cost},
	} {
		if !names.MatchString(c.name) {
			continue
		}
		checks++
		began := time.Now()
		said, err := c.check()
		verdict := "ok"
		if err != nil {
			wrong++
			verdict, said = "wrong", err.Error()
		}
		fmt.Printf("%-14s %-5s %4.1f s  %s\n", c.name, verdict, time.Since(began).Seconds(), said)
	}
	fmt.Printf("%d checks, %d wrong\n", checks, wrong)
	if checks == 0 {
		return fmt.Errorf("-only %s: got no check of that name", *only)
	}
	if wrong > 0 {
		return fmt.Errorf("%d of %d checks are wrong", wrong, checks)
	}
	return nil
}

// prepare finds the programs and builds what is run.
func prepare(dir string) (*oracle, error) {
	n, err := findNsys(dir)
	if err != nil {
		return nil, err
	}
	headers, err := include()
	if err != nil {
		return nil, err
	}
	o := &oracle{dir: dir, nsys: n, tools: map[string]string{}, nrprof: map[string]string{}}
	source := filepath.Join(dir, "tool.c")
	if err := os.WriteFile(source, toolSource, 0o600); err != nil {
		return nil, err
	}
	for _, define := range []string{"", "REFUSE", "NO_SYMBOL"} {
		o.tools[define] = filepath.Join(dir, "tool"+define+".so")
		args := []string{"-O2", "-fPIC", "-shared", "-pthread", "-Wno-unused-function", "-I", headers, "-o", o.tools[define], source}
		if define != "" {
			args = append(args, "-D"+define)
		}
		if text, err := exec.Command("cc", args...).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("cc: %w: %s", err, text)
		}
	}
	for _, cgo := range []string{"0", "1"} {
		o.nrprof[cgo] = filepath.Join(dir, "nrprof"+cgo)
		cmd := exec.Command("go", "build", "-o", o.nrprof[cgo], "./cmd/nrprof")
		cmd.Env = append(os.Environ(), "CGO_ENABLED="+cgo)
		if text, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("go build with CGO_ENABLED=%s: %w: %s", cgo, err, strings.TrimSpace(string(text)))
		}
	}
	o.self, err = os.Executable()
	return o, err
}
