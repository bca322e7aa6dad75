package nsys_test

import (
	"path/filepath"
	"testing"

	"github.com/nrkit/nrkit/internal/sqlite/sqlitetest"
	"github.com/nrkit/nrkit/nsys"
)

// The innermost open range is the one that began last; what ended before the
// recording did is not open, and of one thread alone says nothing of another.
func TestOpenRange(t *testing.T) {
	const push, startEnd = 59, 60
	one, two := 1<<24|1, 1<<24|2
	for _, tt := range []struct {
		name         string
		duration     any // nil: the export does not tell
		rows         [][]any
		want, nested string
	}{
		{"none", 100, [][]any{{10, 90, push, "a", one}}, "", ""},
		{"as 2022.4 writes it", 100, [][]any{{10, 100, push, "a", one}, {20, 30, push, "b", one}}, "a", ""},
		{"inner", 100, [][]any{{20, 100, push, "b", one}, {10, 100, push, "a", one}, {30, 40, push, "c", one}}, "b", "b"},
		{"NULL", nil, [][]any{{10, nil, push, "a", one}, {20, nil, push, "b", one}, {30, 95, push, "c", one}}, "b", "b"},
		{"the last event is no end of the recording", nil, [][]any{{10, 95, push, "a", one}, {20, 95, push, "b", one}}, "", ""},
		{"another thread", 100, [][]any{{10, 100, push, "a", one}, {20, 100, push, "b", two}}, "b", ""},
		{"start and end", 100, [][]any{{10, 100, push, "a", one}, {20, 100, startEnd, "b", one}}, "b", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.sqlite")
			tables := []sqlitetest.Table{
				{Name: "META_DATA_EXPORT", SQL: "CREATE TABLE META_DATA_EXPORT (name TEXT, value TEXT)", Rows: sqlitetest.Rows([]any{"EXPORT_SCHEMA_VERSION", "3.13.2"})},
				{Name: "NVTX_EVENTS", SQL: "CREATE TABLE NVTX_EVENTS (start INTEGER NOT NULL, end INTEGER, eventType INTEGER NOT NULL, text TEXT, globalTid INTEGER)", Rows: sqlitetest.Rows(tt.rows...)},
			}
			if tt.duration != nil {
				tables = append(tables, sqlitetest.Table{Name: "ANALYSIS_DETAILS", SQL: "CREATE TABLE ANALYSIS_DETAILS (globalVid INTEGER, duration INTEGER)", Rows: sqlitetest.Rows([]any{1, tt.duration})})
			}
			if err := sqlitetest.Create(path, tables...); err != nil {
				t.Fatal(err)
			}
			e, err := nsys.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			for nested, want := range map[bool]string{false: tt.want, true: tt.nested} {
				if got, err := e.OpenRange(nested); got != want || err != nil {
					t.Errorf("nested %v: got %q, %v, want %q", nested, got, err, want)
				}
			}
		})
	}
}
