package format

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/schemagen/schematest"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/xla/hlo"
)

func TestMain(m *testing.M) {
	schematest.Watch()
	m.Run()
}

// printed runs a command that prints a document, and returns its exit code and what
// it writes.
func printed(args ...string) (code int, stdout, stderr string) {
	var out, errors bytes.Buffer
	code = cli.RunContext(context.Background(), "prog", args, nil, &out, &errors, func(p *cli.Program) *cobra.Command {
		var f Flags
		cmd := &cobra.Command{SilenceErrors: true, SilenceUsage: true, RunE: func(*cobra.Command, []string) error {
			if err := f.Check(); err != nil {
				return err
			}
			report := &reports.Document{Title: "title"}
			report.Add(reports.Paragraph("some words that are wrapped"))
			return f.Print(p, hlo.Document{Schema: hlo.Schema, Modules: []*hlo.Module{}}, report)
		}}
		f.Register(cmd, hlo.Schema)
		return cmd
	})
	return code, out.String(), errors.String()
}

func TestPrint(t *testing.T) {
	for _, c := range []struct{ flags, want string }{
		{"", "title\n  some words that are wrapped\n"},
		{"--width=15", "title\n  some words\n  that are\n  wrapped\n"},
		{"--markdown", "## title\n\nsome words that are wrapped\n"},
		{"--json", "{\n  \"schema\": \"hlo/v1\",\n  \"modules\": []\n}\n"},
	} {
		if code, got, errors := printed(strings.Fields(c.flags)...); code != 0 || got != c.want {
			t.Errorf("%s: exit %d, %s\n got %q\nwant %q", c.flags, code, errors, got, c.want)
		}
	}
}

func TestCheck(t *testing.T) {
	for flags, want := range map[string]string{
		"--json --markdown": "prog: error: --json and --markdown exclude each other\n",
		"--width=-1":        "prog: error: --width: want 0 or more, got -1\n",
	} {
		if code, out, got := printed(strings.Fields(flags)...); code != cli.ExitUsage || out != "" || got != want {
			t.Errorf("%s: exit %d, %q, %q, want %q", flags, code, out, got, want)
		}
	}
}

// RegisterFor prints the schema that the other flags ask for.
func TestRegisterFor(t *testing.T) {
	var f Flags
	cmd := &cobra.Command{RunE: func(*cobra.Command, []string) error { t.Error("the command runs"); return nil }}
	f.RegisterFor(cmd, hlo.Schema, func() string { return "key/v1" })
	var out bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetErr(io.Discard)
	cmd.SetArgs([]string{"--json-schema"})
	if err := cmd.Execute(); err != nil || !strings.Contains(out.String(), "key/v1") {
		t.Errorf("%v: %s", err, &out)
	}
}
