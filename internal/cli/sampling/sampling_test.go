package sampling

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// silent takes no message.
type silent struct{}

func (silent) Warn(string) {}
func (silent) Note(string) {}

// The flag has a rate, and its mistake names the flag.
func TestWatch(t *testing.T) {
	for _, c := range []struct {
		args []string
		hz   int
		err  string
	}{
		{nil, 10, ""},
		{[]string{"--gpu-telemetry=off"}, 0, ""},
		{[]string{"--gpu-telemetry=50"}, 50, ""},
		{[]string{"--gpu-telemetry=fast"}, 0, "--gpu-telemetry: "},
	} {
		var f Flags
		cmd := &cobra.Command{}
		f.Register(cmd, "if there is a GPU")
		if err := cmd.ParseFlags(c.args); err != nil {
			t.Fatal(err)
		}
		w, err := f.Watch(silent{}, true)
		if c.err != "" {
			if err == nil || !strings.HasPrefix(err.Error(), c.err) {
				t.Errorf("%q: got %v", c.args, err)
			}
			continue
		}
		if err != nil || int(w.Rate.Hz) != c.hz || !w.Verbose || w.Open == nil {
			t.Errorf("%q: got %+v, %v", c.args, w, err)
		}
	}
}
