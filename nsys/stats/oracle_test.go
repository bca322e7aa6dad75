package stats

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/testkit/statstest"
	"github.com/nrkit/nrkit/nsys"
)

// oracleFolder returns the folder of NVIDIA's databases and outputs.
func oracleFolder(t *testing.T) string {
	t.Helper()
	root := os.Getenv("NRKIT_ORACLE")
	if root == "" {
		t.Skip("NRKIT_ORACLE is unset")
	}
	return filepath.Join(root, "nsys")
}

// An oracleFile is an output of NVIDIA's.
type oracleFile struct {
	path     string
	database string
	version  string // of nsys
	report   string // with arguments, as in cuda_gpu_kern_sum:base
	json     bool
}

// oracleFiles returns all outputs of NVIDIA's.
func oracleFiles(t *testing.T) []oracleFile {
	t.Helper()
	root := oracleFolder(t)
	paths, err := filepath.Glob(filepath.Join(root, "oracle", "*", "*", "*"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no outputs of NVIDIA's under %s: %v", root, err)
	}
	var files []oracleFile
	for _, path := range paths {
		name := filepath.Base(path)
		version := filepath.Dir(path)
		f := oracleFile{
			path:     path,
			database: filepath.Join(root, filepath.Base(filepath.Dir(version))+".sqlite"),
			version:  filepath.Base(version),
			json:     strings.HasPrefix(name, "j_"),
		}
		report := strings.TrimSuffix(name, filepath.Ext(name))
		if len(report) < 2 || !strings.Contains("o_ a_ j_", report[:2]) || filepath.Ext(name) != map[bool]string{true: ".json", false: ".csv"}[f.json] {
			t.Errorf("%s: no output of a report", path)
			continue
		}
		report = report[2:]
		for _, arg := range []string{"base", "mangled", "nvtx-name"} {
			if before, found := strings.CutSuffix(report, "_"+arg); found {
				report = before + ":" + arg
			}
		}
		f.report = report
		files = append(files, f)
	}
	return files
}

// isNVTX says whether a report is about NVTX ranges.
func (f *oracleFile) isNVTX() bool { return strings.HasPrefix(f.report, "nvtx") }

// compare checks our report against NVIDIA's, byte for byte; rows that sort
// compares as equal may be in any order.
func (f *oracleFile) compare(t *testing.T) {
	t.Helper()
	want, err := os.ReadFile(f.path)
	if err != nil {
		t.Fatal(err)
	}
	e, err := nsys.Open(f.database)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	report, options, err := Parse(f.report)
	if err != nil {
		t.Fatal(err)
	}
	if Find(report) == nil {
		t.Fatalf("%s: no report of that name", report)
	}
	table, err := Run(e, report, options)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if f.json {
		err = table.WriteJSON(&out)
	} else {
		err = table.WriteCSV(&out)
	}
	if err != nil {
		t.Fatal(err)
	}
	parse := statstest.ParseCSV
	if f.json {
		parse = statstest.ParseJSON
	}
	ours, err := parse(out.String())
	if err != nil {
		t.Fatalf("ours: %v", err)
	}
	theirs, err := parse(string(want))
	if err != nil {
		t.Fatalf("NVIDIA's: %v", err)
	}
	if msg := statstest.Difference(ours, theirs, statstest.SortColumns(Find(report).Name)); msg != "" {
		t.Errorf("%s of %s: %s", f.report, filepath.Base(f.database), msg)
	}
}

// TestOracle compares each output of NVIDIA's that is not about NVTX ranges.
func TestOracle(t *testing.T) {
	for _, f := range oracleFiles(t) {
		if f.isNVTX() {
			continue
		}
		t.Run(filepath.Base(f.database)+"/"+f.version+"/"+filepath.Base(f.path), f.compare)
	}
}
