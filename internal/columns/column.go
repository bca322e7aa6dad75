package columns

import (
	"strings"
	"unsafe"

	"github.com/parquet-go/parquet-go"
)

// A Column is a column of a table with rows of type R.
type Column[R any] struct {
	Name    string
	Meaning string
	node    parquet.Node
	fill    func(to []parquet.Value, rows []R) // sets to[i] from rows[i]
}

// Unit returns the unit of a column, which is the last part of its name; "" for none.
func (c *Column[R]) Unit() string { return unitOf(c.Name) }

func unitOf(name string) string {
	for _, unit := range [...]string{"ns", "bytes"} {
		if strings.HasSuffix(name, "_"+unit) {
			return unit
		}
	}
	return ""
}

// Int is a column of integers.
func Int[R any](name, meaning string, get func(*R) int64) Column[R] {
	return Column[R]{name, meaning, parquet.Encoded(parquet.Int(64), &parquet.DeltaBinaryPacked), func(to []parquet.Value, rows []R) {
		for i := range rows {
			to[i] = parquet.Int64Value(get(&rows[i]))
		}
	}}
}

// MaybeInt is a column of integers with NULL where get returns false.
func MaybeInt[R any](name, meaning string, get func(*R) (int64, bool)) Column[R] {
	return Column[R]{name, meaning, parquet.Optional(parquet.Encoded(parquet.Int(64), &parquet.DeltaBinaryPacked)), func(to []parquet.Value, rows []R) {
		for i := range rows {
			x, ok := get(&rows[i])
			if !ok {
				to[i] = parquet.Value{}
				continue
			}
			to[i] = parquet.Int64Value(x)
			to[i].SetDefinitionLevel(1)
		}
	}}
}

// Float is a column of numbers.
func Float[R any](name, meaning string, get func(*R) float64) Column[R] {
	return Column[R]{name, meaning, parquet.Leaf(parquet.DoubleType), func(to []parquet.Value, rows []R) {
		for i := range rows {
			to[i] = parquet.DoubleValue(get(&rows[i]))
		}
	}}
}

// MaybeFloat is a column of numbers with NULL where get returns false.
func MaybeFloat[R any](name, meaning string, get func(*R) (float64, bool)) Column[R] {
	return Column[R]{name, meaning, parquet.Optional(parquet.Leaf(parquet.DoubleType)), func(to []parquet.Value, rows []R) {
		for i := range rows {
			x, ok := get(&rows[i])
			if !ok {
				to[i] = parquet.Value{}
				continue
			}
			to[i] = parquet.DoubleValue(x)
			to[i].SetDefinitionLevel(1)
		}
	}}
}

// Bool is a column of truth values.
func Bool[R any](name, meaning string, get func(*R) bool) Column[R] {
	return Column[R]{name, meaning, parquet.Leaf(parquet.BooleanType), func(to []parquet.Value, rows []R) {
		for i := range rows {
			to[i] = parquet.BooleanValue(get(&rows[i]))
		}
	}}
}

// Text is a column of text. The text must be UTF-8.
func Text[R any](name, meaning string, get func(*R) string) Column[R] {
	return Column[R]{name, meaning, parquet.Encoded(parquet.String(), &parquet.RLEDictionary), func(to []parquet.Value, rows []R) {
		for i := range rows {
			to[i] = text(get(&rows[i]))
		}
	}}
}

// MaybeText is a column of text with NULL where get returns "".
func MaybeText[R any](name, meaning string, get func(*R) string) Column[R] {
	return Column[R]{name, meaning, parquet.Optional(parquet.Encoded(parquet.String(), &parquet.RLEDictionary)), func(to []parquet.Value, rows []R) {
		for i := range rows {
			s := get(&rows[i])
			if s == "" {
				to[i] = parquet.Value{}
				continue
			}
			to[i] = text(s)
			to[i].SetDefinitionLevel(1)
		}
	}}
}

// text returns a value that shares the memory of s. The writer copies it.
func text(s string) parquet.Value {
	return parquet.ByteArrayValue(unsafe.Slice(unsafe.StringData(s), len(s)))
}
