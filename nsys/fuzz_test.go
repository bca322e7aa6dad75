package nsys_test

import (
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/sqlite"
	"github.com/nrkit/nrkit/internal/sqlite/sqlitetest"
	"github.com/nrkit/nrkit/nsys"
)

// fuzzed are the tables that FuzzRows fills, with their columns.
var fuzzed = []struct{ name, columns string }{
	{"META_DATA_EXPORT", "name, value"},
	{"StringIds", "id, value"},
	{"CUPTI_ACTIVITY_KIND_KERNEL", "start, end, deviceId, streamId, correlationId, globalPid, demangledName, gridX, graphNodeId"},
	{"CUPTI_ACTIVITY_KIND_MEMCPY", "start, end, deviceId, correlationId, globalPid, bytes, copyKind, srcKind"},
	{"CUPTI_ACTIVITY_KIND_RUNTIME", "start, end, globalTid, correlationId, nameId, eventClass"},
	{"CUPTI_ACTIVITY_KIND_GRAPH_TRACE", "start, end, deviceId, correlationId, globalPid, graphId"},
	{"NVTX_EVENTS", "start, end, eventType, text, textId, globalTid, endGlobalTid, domainId, int64Value, jsonTextId"},
	{"OSRT_API", "start, end, globalTid, nameId, nestingLevel"},
	{"ThreadNames", "globalTid, nameId, priority"},
	{"TARGET_INFO_SESSION_START_TIME", "utcEpochNs"},
}

// cells makes rows of bytes: a byte says of which kind a value is.
func cells(b []byte, width int) (rows [][]any, rest []byte) {
	for n := 0; n < 4 && len(b) > 0 && b[0] != 0xff; n++ {
		row := make([]any, width)
		for i := range row {
			row[i], b = cell(b)
		}
		rows = append(rows, row)
	}
	if len(b) > 0 {
		b = b[1:]
	}
	return rows, b
}

func cell(b []byte) (any, []byte) {
	if len(b) < 9 {
		return nil, nil
	}
	x := binary.LittleEndian.Uint64(b[1:])
	switch b[0] % 8 {
	case 0:
		return nil, b[1:]
	case 1, 2, 3:
		return int64(b[1]), b[2:]
	case 4, 5:
		return int64(x), b[9:]
	case 6:
		return math.Float64frombits(x), b[9:]
	}
	n := int(b[1]) % 8
	return string(b[2 : 2+min(n, len(b)-2)]), b[2+min(n, len(b)-2):]
}

// FuzzRows: whatever the values in the tables of an export are, of any type,
// every reader returns the rows or one error that names file and column.
func FuzzRows(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte(strings.Repeat("\x01\x07\x02\x01\x03\x09\x04\x00\x00\x00\x00\x00\x00\x00\x01\x07abcdefgh", 40)))
	path := filepath.Join(f.TempDir(), "a.sqlite")
	f.Fuzz(func(t *testing.T, b []byte) {
		tables := []sqlitetest.Table{table("EXPORT_META_DATA", "name, value")}
		for _, d := range fuzzed {
			var rows [][]any
			rows, b = cells(b, strings.Count(d.columns, ",")+1)
			tables = append(tables, table(d.name, d.columns, rows...))
		}
		name := path + "." + strconv.Itoa(os.Getpid())
		if err := sqlitetest.Create(name, tables...); err != nil {
			t.Fatal(err)
		}
		e, err := nsys.Open(name)
		if err != nil {
			checkError(t, err)
			return
		}
		for table, read := range readers(e) {
			n, err := read()
			want, cerr := e.Count(table)
			switch {
			case err != nil:
				checkError(t, err)
			case n != want || cerr != nil:
				t.Fatalf("%s: got %d of %d rows, %v", table, n, want, cerr)
			}
		}
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

// checkError wants an error of the reader.
func checkError(t *testing.T, err error) {
	t.Helper()
	var row *nsys.Error
	var page *sqlite.Error
	if !errors.As(err, &row) && !errors.As(err, &page) {
		t.Fatalf("got %T: %v", err, err)
	}
}
