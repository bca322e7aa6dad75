package cli

import (
	"bytes"
	"io"
	"testing"

	"github.com/spf13/cobra"
)

func TestStatus(t *testing.T) {
	for _, code := range []int{0, 3, 139} {
		var stdout, stderr bytes.Buffer
		got := Run("prog", nil, nil, &stdout, &stderr, func(p *Program) *cobra.Command {
			return &cobra.Command{
				SilenceErrors: true, SilenceUsage: true,
				RunE: func(*cobra.Command, []string) error {
					io.WriteString(p.Stdout, "out")
					return Status(code)
				},
			}
		})
		if got != code || stdout.String() != "out" || stderr.Len() != 0 {
			t.Errorf("%d: got %d, %q, %q", code, got, &stdout, &stderr)
		}
	}
}
