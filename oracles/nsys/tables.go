package main

import (
	"crypto/sha256"
	_ "embed"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"math"
	"os/exec"
	"strings"

	"github.com/nrkit/nrkit/internal/sqlite"
)

// tablesScript is what Python reads tables with.
//
//go:embed tables.py
var tablesScript string

// compareTables compares all values of all tables of a database with what
// Python reads.
func compareTables(path string, r *report) error {
	out, err := exec.Command("python3", "-c", tablesScript, path).Output()
	if err != nil {
		return fmt.Errorf("python3: %w", err)
	}
	db, err := sqlite.Open(path)
	if err != nil {
		return err
	}
	defer db.Close() // is only read
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if tables := db.Tables(); len(tables) != len(lines) {
		return fmt.Errorf("%d tables, Python finds %d", len(tables), len(lines))
	}
	for i := range db.Tables() {
		t := &db.Tables()[i]
		got, rows, values, err := hashTable(t)
		if err != nil {
			return err
		}
		r.rows += rows
		r.values += values
		r.check(path, "table "+t.Name, got, lines[i])
	}
	return nil
}

// hashTable returns what tablesScript prints of a table.
func hashTable(t *sqlite.Table) (line string, rows, values int, err error) {
	columns := make([]int, len(t.Columns()))
	for i := range columns {
		columns[i] = i
	}
	digest := sha256.New()
	err = t.Scan(columns, func(row []sqlite.Value) error {
		rows++
		values += len(row)
		for i := range row {
			hashValue(digest, &row[i])
		}
		return nil
	})
	return fmt.Sprintf("%s\t%d\t%d\t%s", t.Name, rows, values, hex.EncodeToString(digest.Sum(nil))), rows, values, err
}

func hashValue(digest hash.Hash, v *sqlite.Value) {
	switch v.Kind {
	case sqlite.Null:
		digest.Write([]byte("n"))
	case sqlite.Integer:
		fmt.Fprintf(digest, "i%d;", v.Int())
	case sqlite.Real:
		if f := v.Float(); f == math.Trunc(f) && math.Abs(f) < 1<<53 {
			fmt.Fprintf(digest, "i%d;", int64(f))
		} else {
			digest.Write(binary.BigEndian.AppendUint64([]byte("f"), math.Float64bits(f)))
		}
	default:
		fmt.Fprintf(digest, "b%d;", len(v.Bytes()))
		digest.Write(v.Bytes())
	}
}
