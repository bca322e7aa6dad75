package launch

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// program writes a script that stands for an installed program.
func program(t *testing.T, path, says string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\necho '"+says+"'\n"), 0o777); err != nil {
		t.Fatal(err)
	}
}

// link makes a symbolic link.
func link(t *testing.T, to, path string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(to, path); err != nil {
		t.Fatal(err)
	}
}

const version = "NVIDIA Nsight Systems version "

// Each of the ways in which packages install nsys, and the importer with it.
func TestFind(t *testing.T) {
	for _, tt := range []struct {
		name                 string
		programs             map[string]string // path to version
		links                [][2]string       // what it points to, path
		path                 string            // of $PATH, below the root
		want, importer, text string
	}{
		{
			name: "Debian",
			programs: map[string]string{
				"usr/lib/x86_64-linux-gnu/nsight-systems/target-linux-x64/nsys": version + "2022.4.2.1-df9881f",
				"usr/lib/nsight-systems/host-linux-x64/QdstrmImporter":          "",
			},
			links: [][2]string{
				{"../x86_64-linux-gnu/nsight-systems/target-linux-x64", "usr/lib/nsight-systems/target-linux-x64"},
				{"../target-linux-x64/nsys", "usr/lib/nsight-systems/bin/nsys"},
				{"../lib/nsight-systems/bin/nsys", "usr/bin/nsys"},
			},
			path: "usr/bin", want: "usr/bin/nsys", importer: "usr/lib/nsight-systems/host-linux-x64", text: "2022.4.2.1-df9881f",
		},
		{
			name: "NVIDIA, newest wins",
			programs: map[string]string{
				"opt/nvidia/nsight-systems/2024.9.1/target-linux-x64/nsys":          version + "2024.9.1.5-x",
				"opt/nvidia/nsight-systems/2024.9.1/host-linux-x64/QdstrmImporter":  "",
				"opt/nvidia/nsight-systems/2024.10.1/target-linux-x64/nsys":         version + "2024.10.1.5-x",
				"opt/nvidia/nsight-systems/2024.10.1/host-linux-x64/QdstrmImporter": "",
			},
			want: "opt/nvidia/nsight-systems/2024.10.1/target-linux-x64/nsys", importer: "opt/nvidia/nsight-systems/2024.10.1/host-linux-x64", text: "2024.10.1.5-x",
		},
		{
			name: "path is older than what is installed",
			programs: map[string]string{
				"usr/bin/nsys": version + "2021.1.1",
				"opt/nvidia/nsight-systems-cli/2023.4.4/bin/nsys":                      version + "2023.4.4.54-1",
				"opt/nvidia/nsight-systems-cli/2023.4.4/host-linux-x64/QdstrmImporter": "",
			},
			path: "usr/bin", want: "opt/nvidia/nsight-systems-cli/2023.4.4/bin/nsys", importer: "opt/nvidia/nsight-systems-cli/2023.4.4/host-linux-x64", text: "2023.4.4.54-1",
		},
		{
			name: "importer of the same version",
			programs: map[string]string{
				"usr/local/cuda-12/bin/nsys":                                        version + "2023.4.4.54-1",
				"opt/nvidia/nsight-systems/2023.4.4/host-linux-x64/QdstrmImporter":  "",
				"opt/nvidia/nsight-systems/2024.10.1/host-linux-x64/QdstrmImporter": "",
			},
			want: "usr/local/cuda-12/bin/nsys", importer: "opt/nvidia/nsight-systems/2023.4.4/host-linux-x64", text: "2023.4.4.54-1",
		},
		{name: "another program of that name", programs: map[string]string{"usr/bin/nsys": "hello"}, path: "usr/bin"},
		{name: "nothing"},
	} {
		root := t.TempDir()
		if resolved, err := filepath.EvalSymlinks(root); err == nil {
			root = resolved
		}
		for path, says := range tt.programs {
			program(t, filepath.Join(root, path), says)
		}
		for _, l := range tt.links {
			link(t, l[0], filepath.Join(root, l[1]))
		}
		f := Finder{Root: root}
		if tt.path != "" {
			f.Path = "relative" + string(filepath.ListSeparator) + filepath.Join(root, tt.path)
		}
		found, problems := f.NSYS()
		if tt.want == "" {
			if len(found) != 0 || len(problems) != len(tt.programs) {
				t.Errorf("%s: got %v, %v", tt.name, found, problems)
			}
			continue
		}
		if len(found) == 0 || found[0].Path != filepath.Join(root, tt.want) || found[0].Version.Text != tt.text {
			t.Errorf("%s: got %v, %v, want %s", tt.name, found, problems, tt.want)
			continue
		}
		if got, searched := f.Companion(Importer, found[0]); got != filepath.Join(root, tt.importer, Importer) {
			t.Errorf("%s: got importer %q, want one in %s of %v", tt.name, got, tt.importer, searched)
		}
		if got, searched := f.Companion(ImportNvtxt, found[0]); got != "" || !slices.ContainsFunc(searched, func(s string) bool { return strings.HasSuffix(s, "host-linux-x64") }) {
			t.Errorf("%s: got %q of %v", tt.name, got, searched)
		}
	}
}

// One binary under several names is one version.
func TestFindOnce(t *testing.T) {
	root := t.TempDir()
	program(t, filepath.Join(root, "usr/lib/x86_64-linux-gnu/nsight-systems/target-linux-x64/nsys"), version+"2022.4.2")
	link(t, "../x86_64-linux-gnu/nsight-systems/target-linux-x64/nsys", filepath.Join(root, "usr/lib/nsight-systems/bin/../nsys"))
	link(t, "../../x86_64-linux-gnu/nsight-systems/target-linux-x64/nsys", filepath.Join(root, "usr/lib/nsight-systems/bin/nsys"))
	if found, problems := (Finder{Root: root}).NSYS(); len(found) != 1 || len(problems) != 0 {
		t.Errorf("got %v, %v, want one", found, problems)
	}
}

func TestParseVersion(t *testing.T) {
	for text, want := range map[string][]int{
		"NVIDIA Nsight Systems version 2022.4.2.1-df9881f":            {2022, 4, 2, 1},
		"NVIDIA Nsight Systems version 2025.1.1.131-251135540420v0\n": {2025, 1, 1, 131},
		"NVIDIA Nsight Systems 2022.4.2.1-df9881f":                    {2022, 4, 2, 1},
		"nsys 1.2": nil, "": nil, "NVIDIA Nsight Systems version 99999999999999999999.1": nil,
	} {
		v, err := ParseVersion(text)
		if !slices.Equal(v.Parts, want) || (err == nil) != (want != nil) {
			t.Errorf("%q: got %v, %v, want %v", text, v.Parts, err, want)
		}
	}
	old, _ := ParseVersion("NVIDIA Nsight Systems version 2024.9.1")
	recent, _ := ParseVersion("NVIDIA Nsight Systems version 2024.10")
	if old.Compare(recent) >= 0 || recent.Compare(recent) != 0 || (Version{}).Compare(old) >= 0 {
		t.Error("versions are not in order")
	}
}

func TestCompareNumbers(t *testing.T) {
	for _, pair := range [][2]string{{"a9", "a10"}, {"2024.9.1", "2024.10"}, {"a", "b"}, {"x1", "x1y"}, {"", "a"}, {"9", "99999999999999999999999"}} {
		if compareNumbers(pair[0], pair[1]) >= 0 || compareNumbers(pair[1], pair[0]) <= 0 {
			t.Errorf("%q does not come before %q", pair[0], pair[1])
		}
	}
	if compareNumbers("a1b", "a1b") != 0 {
		t.Error("a1b is not itself")
	}
}
