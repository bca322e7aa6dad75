package nsys_test

import (
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/sqlite/sqlitetest"
)

func TestSystem(t *testing.T) {
	system := table("TARGET_INFO_SYSTEM_ENV", "globalVid INTEGER, devStateName TEXT, name TEXT, nameEnum INTEGER, value TEXT",
		[]any{1, "Local", "CpuCores", 1, "12"}, []any{1, "Local", "DeviceEnvironment", 610, "A=1;B=x=y;LS=a"}, []any{2, "Other", "CpuCores", 1, "3"})
	capture := table("META_DATA_CAPTURE", "name TEXT, value TEXT",
		[]any{"PROCESS_0:ENVIRONMENT_VARIABLE", `A="2"`}, []any{"PROCESS_0:ENVIRONMENT_VARIABLE", `B="say ""x"";"`},
		[]any{"PROCESS_1:ENVIRONMENT_VARIABLE", `C="3"`}, []any{"PROCESS_0:COMMAND", "python"}, []any{"PROCESS_0:ENVIRONMENT_VARIABLE", `D=`})
	for _, c := range []struct {
		tables []sqlitetest.Table
		want   []string
		known  bool
	}{
		{nil, nil, false},
		{[]sqlitetest.Table{system}, []string{"A=1", "B=x=y", "LS=a"}, true},
		{[]sqlitetest.Table{system, capture}, []string{"A=2", `B=say ""x"";`, "D="}, true},
	} {
		e := open(t, c.tables...)
		got, known, err := e.Environment()
		if err != nil || !slices.Equal(got, c.want) || known != c.known {
			t.Errorf("got %q, %v, %v, want %q", got, known, err, c.want)
		}
		s, err := e.System()
		if err != nil || len(c.tables) > 0 && s["CpuCores"] != "12" {
			t.Errorf("got %v, %v", s, err)
		}
	}
}
