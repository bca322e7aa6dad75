package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// nsys is an installed Nsight Systems.
type nsys struct {
	importer string
	dir      string // for reports
}

// A report is what a report of nsys has of NVTX.
type report struct {
	Types   map[string]int64 `json:"types"`
	Ranges  map[string]int64 `json:"ranges"`
	Open    int64            `json:"open"`
	Domains []string         `json:"domains"`
	Threads []string         `json:"threads"`
	Events  []event          `json:"events"`
}

// An event is a row of NVTX_EVENTS.
type event struct {
	Type     int      `json:"type"`
	Text     string   `json:"text"`
	Color    *int64   `json:"color"`
	Category *int64   `json:"category"`
	U64      *int64   `json:"u64"` // as SQLite has it, signed
	I64      *int64   `json:"i64"`
	F64      *float64 `json:"f64"`
	U32      *int64   `json:"u32"`
	I32      *int64   `json:"i32"`
	F32      *float64 `json:"f32"`
	TID      int64    `json:"tid"`
	EndTID   int64    `json:"end_tid"`
}

// findNsys finds nsys and its importer, which Debian puts where nsys does not
// look.
func findNsys(dir string) (*nsys, error) {
	for _, program := range []string{"nsys", "python3", "cc"} {
		if _, err := exec.LookPath(program); err != nil {
			return nil, fmt.Errorf("%s is missing: %w", program, err)
		}
	}
	path, err := exec.LookPath("nsys")
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return nil, err
	}
	for _, host := range []string{filepath.Join(filepath.Dir(path), "..", "host-linux-x64"), "/usr/lib/nsight-systems/host-linux-x64"} {
		if importer := filepath.Join(host, "QdstrmImporter"); exists(importer) {
			return &nsys{importer: importer, dir: dir}, nil
		}
	}
	return nil, fmt.Errorf("the QdstrmImporter of %s is missing", path)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// include returns the directory of NVIDIA's headers.
func include() (string, error) {
	for _, pattern := range []string{"/usr/lib/*/nsight-systems/*/nvtx/include", "/opt/nvidia/nsight-systems/*/*/nvtx/include", "/usr/include"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			return "", err
		}
		for _, p := range paths {
			if exists(filepath.Join(p, "nvtx3", "nvToolsExt.h")) {
				return p, nil
			}
		}
	}
	return "", fmt.Errorf("nvtx3/nvToolsExt.h is missing")
}

// profile runs a program under nsys and returns what the program printed. The
// capture is X.qdstrm or X.nsys-rep, with X the name.
func (n *nsys) profile(name string, options []string, program ...string) (stdout []byte, err error) {
	args := append([]string{"profile", "-t", "nvtx", "-s", "none", "--cpuctxsw=none", "-o", filepath.Join(n.dir, name)}, options...)
	out := filepath.Join(n.dir, name+".out")
	script := `out=$1; shift; exec "$@" >"$out"` // apart from what nsys prints
	args = append(args, "sh", "-c", script, "sh", out)
	if text, err := exec.Command("nsys", append(args, program...)...).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("nsys profile %s: %w: %s", strings.Join(program, " "), err, text)
	}
	return os.ReadFile(out)
}

// read imports and exports a capture, and returns what it has.
func (n *nsys) read(name string, events bool) (*report, error) {
	base := filepath.Join(n.dir, name)
	commands := [][]string{}
	if !exists(base + ".nsys-rep") {
		commands = append(commands, []string{n.importer, "-i", base + ".qdstrm", "-o", base + ".nsys-rep"})
	}
	commands = append(commands, []string{"nsys", "export", "-t", "sqlite", "-o", base + ".sqlite", base + ".nsys-rep"})
	for _, c := range commands {
		if text, err := exec.Command(c[0], c[1:]...).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%s: %w: %s", strings.Join(c, " "), err, text)
		}
	}
	script := filepath.Join(n.dir, "query.py")
	if err := os.WriteFile(script, query, 0o600); err != nil {
		return nil, err
	}
	args := []string{script, base + ".sqlite"}
	if events {
		args = append(args, "events")
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.Command("python3", args...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("query.py: %w: %s", err, stderr.String())
	}
	r := &report{}
	return r, json.Unmarshal(stdout.Bytes(), r)
}
