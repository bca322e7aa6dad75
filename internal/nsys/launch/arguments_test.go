package launch

import (
	"os"
	"slices"
	"strings"
	"testing"
)

func TestParseCapture(t *testing.T) {
	for text, want := range map[string]string{ // value of --nvtx-capture
		"nvtx=transient": "transient@*", "nvtx=transient@nrkit": "transient@nrkit", "nvtx=transient@": "transient",
		`nvtx=a\@b`: `a\@b@*`, `nvtx=a\@b@c`: `a\@b@c`, "nvtx=a=b c": "a=b c@*",
	} {
		c, err := ParseCapture(text)
		if err != nil || c.nvtx() != want {
			t.Errorf("%s: got %q, %v, want %q", text, c.nvtx(), err, want)
		}
		if again, err := ParseCapture(c.String()); err != nil || again != c {
			t.Errorf("%s: %s is read as %+v, %v, want %+v", text, c, again, err, c)
		}
	}
	for text, want := range map[string]CaptureKind{"": CaptureAll, "none": CaptureAll, "cuda-profiler-api": CaptureProfilerAPI} {
		if c, err := ParseCapture(text); err != nil || c.Kind != want {
			t.Errorf("%q: got %v, %v", text, c, err)
		}
	}
	for _, text := range []string{"nvtx", "nvtx=", "nvtx=@d", "range=x", "None", "cudaProfilerApi"} {
		if c, err := ParseCapture(text); err == nil {
			t.Errorf("%q: got %v, want an error", text, c)
		}
	}
}

func FuzzParseCapture(f *testing.F) {
	for _, s := range []string{"none", "nvtx=a@b", `nvtx=\@a@`, "nvtx=a@*", `nvtx=a\`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c, err := ParseCapture(s)
		if err != nil || strings.Contains(s, `\`) {
			return // a backslash before no @ may end up before one
		}
		if again, err := ParseCapture(c.String()); err != nil || again != c {
			t.Errorf("%q: %q is read as %+v, %v, want %+v", s, c.String(), again, err, c)
		}
	})
}

// help2022 is what nsys 2022.4.2 says about the options that matter here.
const help2022 = `usage: nsys profile [<args>] [application] [<application args>]

	-c, --capture-range=

	   Possible values are none, cudaProfilerApi, nvtx, hotkey.

	--capture-range-end=
	--cpuctxsw=

	   Possible values are 'process-tree', 'system-wide', or 'none'.

	--cuda-graph-trace=

	   Possible values are 'graph' or 'node'.

	-e, --env-var=
	-f, --force-overwrite=
	--nvtx-domain-[include|exclude]=
	-o, --output=
	-p, --nvtx-capture=

	   Possible values are: ` + "`range@domain'" + ` to specify both range and domain.

	-s, --sample=
	--session-new=
	-t, --trace=

	   Possible values are 'cuda', 'nvtx', 'cublas', 'osrt',
	   'vulkan-annotations' or 'none'.

	-y, --delay=
`

func TestParseHelp(t *testing.T) {
	h := ParseHelp(help2022)
	for _, option := range []string{"capture-range", "cuda-graph-trace", "nvtx-domain-include", "nvtx-domain-exclude", "delay"} {
		if !h.Knows(option) {
			t.Errorf("does not know %s", option)
		}
	}
	if h.Knows("gpu-metrics") || h.Takes("trace", "syscall") || !h.Takes("trace", "osrt") || !h.Takes("delay", "3") {
		t.Error("wrong about what the help says")
	}
	for arg, want := range map[string]string{"-y": "delay", "-s": "sample", "-snone": "sample", "--trace=cuda": "trace", "cuda": "", "-": "", "-Q": ""} {
		if got := h.name(arg); got != want {
			t.Errorf("%s: got %q, want %q", arg, got, want)
		}
	}
	if !(ParseHelp("gibberish")).Knows("anything") {
		t.Error("a help that says nothing rules options out")
	}
}

func FuzzParseHelp(f *testing.F) {
	f.Add(help2022)
	f.Add("\t-a, --b[c|d]=\n 'x' `y'")
	f.Fuzz(func(t *testing.T, text string) {
		h := ParseHelp(text)
		for option := range h.options {
			if option == "" || strings.ContainsAny(option, " =\n") {
				t.Errorf("got option %q", option)
			}
		}
	})
}

func TestArguments(t *testing.T) {
	h := ParseHelp(help2022)
	const env = "TMPDIR=/tmp"
	for _, tt := range []struct {
		name   string
		choice Choice
		help   Help
		want   string
		notes  int
	}{
		{"default", Choice{}, h, "profile --trace=cuda,nvtx,osrt --sample=none --cpuctxsw=none --env-var=TMPDIR=/tmp --session-new=s --output=/o%%u --force-overwrite=true", 0},
		{
			"range", Choice{Capture: Capture{CaptureRange, "t", "*"}, Graph: "node"}, h,
			"profile --trace=cuda,nvtx,osrt --sample=none --cpuctxsw=none --capture-range=nvtx --nvtx-capture=t@* --capture-range-end=stop " +
				"--cuda-graph-trace=node --env-var=NSYS_NVTX_PROFILER_REGISTER_ONLY=0,TMPDIR=/tmp --session-new=s --output=/o%%u --force-overwrite=true", 0,
		},
		{
			"an old version", Choice{Graph: "node"}, ParseHelp("--trace=\n 'cuda' 'nvtx'\n --sample=\n --output=\n --env-var=\n --force-overwrite="),
			"profile --trace=cuda,nvtx --sample=none --env-var=TMPDIR=/tmp --output=/o%%u --force-overwrite=true", 3,
		},
		{
			"sampling, own arguments", Choice{Trace: "nvtx", Sample: "process-tree", Args: []string{"-t", "cuda", "--env-var=A=1", "--capture-range-end=none"}, Capture: Capture{Kind: CaptureProfilerAPI}}, h,
			"profile --sample=process-tree --capture-range=cudaProfilerApi --session-new=s --output=/o%%u --force-overwrite=true -t cuda --env-var=TMPDIR=/tmp,A=1 --capture-range-end=none", 0,
		},
		{"own session", Choice{Args: []string{"--session-new=mine"}}, h, "profile --trace=cuda,nvtx,osrt --sample=none --cpuctxsw=none --env-var=TMPDIR=/tmp --output=/o%%u --force-overwrite=true --session-new=mine", 0},
		{"short and joined", Choice{Args: []string{"-eA=1", "-snone"}}, h, "profile --trace=cuda,nvtx,osrt --cpuctxsw=none --session-new=s --output=/o%%u --force-overwrite=true -eTMPDIR=/tmp,A=1 -snone", 0},
	} {
		args, notes := tt.choice.arguments(tt.help, "/o%u", "s", []string{env})
		if got := strings.Join(args, " "); got != tt.want || len(notes) != tt.notes {
			t.Errorf("%s:\n got %s\nwant %s\n%q", tt.name, got, tt.want, notes)
		}
	}
	for _, arg := range []string{"-o", "-ox", "--output=x", "-f", "--force-overwrite=false"} {
		if (Choice{Args: []string{arg}}).Check() == nil {
			t.Errorf("%s: want an error", arg)
		}
	}
	if err := (Choice{Args: []string{"-w", "true", "--delay=3", "x"}}).Check(); err != nil {
		t.Error(err)
	}
}

func TestExpandOutput(t *testing.T) {
	getenv := func(name string) (string, bool) {
		v, ok := map[string]string{"RANK": "3", "EMPTY": ""}[name]
		return v, ok
	}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	for pattern, want := range map[string]string{
		"out": "out", "r%q{RANK}": "r3", "a%%b": "a%b", "%h": host, "%q{EMPTY}x": "x", "100%": "100%", "%q{RANK}%q{RANK}": "33",
	} {
		if got, err := ExpandOutput(pattern, getenv); got != want || err != nil {
			t.Errorf("%s: got %q, %v, want %q", pattern, got, err, want)
		}
	}
	for _, pattern := range []string{"%q{NONE}", "%qRANK", "%q{RANK", "%x", "%q"} {
		if got, err := ExpandOutput(pattern, getenv); err == nil {
			t.Errorf("%s: got %q, want an error", pattern, got)
		}
	}
}

func TestExitCode(t *testing.T) {
	for _, tt := range []struct {
		status      int
		interrupted bool
		want, hard  int
	}{{0, false, 0, 0}, {7, false, 7, 7}, {139, false, 0, 139}, {143, false, 0, 143}, {134, false, 0, 134}, {137, false, 137, 137}, {130, false, 130, 130}, {0, true, 130, 130}, {143, true, 130, 130}} {
		r := &Result{Status: tt.status, Interrupted: tt.interrupted}
		if got := []int{r.ExitCode(false), r.ExitCode(true)}; !slices.Equal(got, []int{tt.want, tt.hard}) {
			t.Errorf("%d, %v: got %v, want %d and %d", tt.status, tt.interrupted, got, tt.want, tt.hard)
		}
	}
}
