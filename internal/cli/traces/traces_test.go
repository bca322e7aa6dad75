package traces

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
)

// opened runs a command that opens traces, and returns its exit code, the set and what
// it writes on standard error.
func opened(flags Flags, args ...string) (code int, set *input.Set, stderr string) {
	var errors bytes.Buffer
	code = cli.RunContext(context.Background(), "prog", args, nil, &bytes.Buffer{}, &errors, func(p *cli.Program) *cobra.Command {
		cmd := &cobra.Command{Use: "prog", Args: cli.SomeFiles, SilenceErrors: true, SilenceUsage: true}
		cmd.RunE = func(cmd *cobra.Command, args []string) (err error) {
			set, err = flags.Open(p, cmd, args)
			return err
		}
		flags.Register(cmd)
		return cmd
	})
	return code, set, errors.String()
}

// capture writes a capture of one range.
func capture(t *testing.T, path, name string) {
	t.Helper()
	r, err := trace.Create(path, trace.Header{Program: "mysim"}, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	th := r.Thread("solver")
	th.Begin(r.Name(name))
	th.End()
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
}

// Two files make one trace, with the flags of the command line.
func TestOpen(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a.nrt"), filepath.Join(dir, "b.nrt")
	capture(t, a, "op 1")
	capture(t, b, "op 2")
	code, set, stderr := opened(Flags{GroupNumbers: true}, "--align", "begin:op #", a, b)
	if code != 0 {
		t.Fatal(code, stderr)
	}
	defer set.Close()
	calls := int64(0)
	for _, p := range trace.Summarize(set.Trace, trace.SummaryOptions{}).Phases {
		if p.Name == "op #" {
			calls += p.Count
		}
	}
	if calls != 2 || len(set.Clocks) != 2 {
		t.Errorf("got %d calls, %d clocks", calls, len(set.Clocks))
	}
}

// Mistakes are of the flag that has them, and files that cannot be read have advice.
func TestMistakes(t *testing.T) {
	t.Chdir(t.TempDir())
	capture(t, "a.nrt", "op")
	if err := os.WriteFile("run.json", []byte(`{"schema":"run/v1"}`), 0o666); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"a.nrt --align wal":                   "--align: want " + strings.Join(merge.Methods(), ", ") + `, got "wal"`,
		"a.nrt --domain=":                     "--domain: want the name of a domain",
		"a.nrt --scope x":                     "--scope: want SEGMENT=PHASE",
		"a.nrt --scope a=b --no-scopes":       "--scope and --no-scopes exclude each other",
		"a.nr":                                "hint: did you mean a.nrt?",
		"run.json":                            "hint: give the capture, which nrprof run -o FILE.nrt writes",
		"a.nrt --align begin:x --align start": "",
	} {
		code, set, stderr := opened(Flags{}, strings.Fields(args)...)
		if (code == 0) != (want == "") || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit %d\n got %swant %s", args, code, stderr, want)
		}
		if code == 0 {
			set.Close()
		}
	}
}

// The help names every format.
func TestHelp(t *testing.T) {
	help := Help()
	for _, f := range input.Formats() {
		if !strings.Contains(help, f.String()) {
			t.Errorf("%s is not in\n%s", f, help)
		}
	}
}
