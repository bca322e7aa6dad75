package runkey

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// toolParts returns the versions of what compiles and links programs here, as
// files tell them; no program is run.
func toolParts(getenv func(string) string) []Part {
	var l partList
	l.text("tool.libc", libcVersion("/usr/bin/ldd"), toTiming|toResults)
	l.text("tool.cc", compilerName(getenv("CC")), toCode)
	l.text("tool.cuda", cudaVersion(getenv("CUDA_HOME"), getenv("CUDA_PATH"), "/usr/local/cuda"), toAll)
	return l
}

// libcVersion returns what the script ldd says of the C library that it comes
// with, such as "Debian GLIBC 2.36-9": the file holds the version as text.
func libcVersion(path string) string {
	text, err := os.ReadFile(path)
	if err != nil || len(text) > 1<<16 {
		return ""
	}
	_, rest, ok := strings.Cut(string(text), "ldd (")
	version, _, whole := strings.Cut(rest, ")")
	if !ok || !whole || strings.ContainsAny(version, "\n%$") {
		return ""
	}
	return clean([]byte(version))
}

// compilerName returns the file name of the C compiler, behind links, which has
// its version in many distributions: x86_64-linux-gnu-gcc-12.
func compilerName(cc string) string {
	words := strings.Fields(cc)
	if len(words) == 0 {
		words = []string{"cc"}
	}
	path, err := exec.LookPath(words[0])
	if err != nil {
		return ""
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return ""
	}
	return clean([]byte(filepath.Base(path)))
}

// cudaVersion returns the version of the CUDA toolkit in the first of the
// folders that has one.
func cudaVersion(folders ...string) string {
	for _, dir := range folders {
		if dir == "" {
			continue
		}
		if text, err := os.ReadFile(filepath.Join(dir, "version.json")); err == nil {
			if v := cudaJSON(text); v != "" {
				return v
			}
		}
		if text, err := os.ReadFile(filepath.Join(dir, "version.txt")); err == nil { // before 11.1
			if v, ok := strings.CutPrefix(clean(text), "CUDA Version "); ok {
				return v
			}
		}
	}
	return ""
}

func cudaJSON(text []byte) string {
	var doc struct {
		CUDA struct {
			Version string `json:"version"`
		} `json:"cuda"`
	}
	if json.Unmarshal(text, &doc) != nil {
		return ""
	}
	return clean([]byte(doc.CUDA.Version))
}
