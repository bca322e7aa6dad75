package columns

import (
	"math"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// A Column is a column of a table with rows of type R.
type Column[R any] struct {
	Name    string
	Meaning string
	node    parquet.Node
	fill    func(to *chunk, rows []R) // adds the values of rows
	value   func(*R) any              // of a row: int64, float64, bool, string, or nil for NULL
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
	return Column[R]{name, meaning, parquet.Encoded(parquet.Int(64), &parquet.DeltaBinaryPacked), func(to *chunk, rows []R) {
		for i := range rows {
			to.numbers = append(to.numbers, get(&rows[i]))
		}
		to.rows += len(rows)
	}, func(r *R) any { return get(r) }}
}

// MaybeInt is a column of integers with NULL where get returns false.
func MaybeInt[R any](name, meaning string, get func(*R) (int64, bool)) Column[R] {
	return Column[R]{name, meaning, parquet.Optional(parquet.Encoded(parquet.Int(64), &parquet.DeltaBinaryPacked)), func(to *chunk, rows []R) {
		for i := range rows {
			x, ok := get(&rows[i])
			if !ok {
				to.null()
				continue
			}
			to.numbers = append(to.numbers, x)
			to.levels = append(to.levels, 1)
			to.rows++
		}
	}, func(r *R) any { return orNil(get(r)) }}
}

// Float is a column of numbers.
func Float[R any](name, meaning string, get func(*R) float64) Column[R] {
	return Column[R]{name, meaning, parquet.Leaf(parquet.DoubleType), func(to *chunk, rows []R) {
		for i := range rows {
			to.numbers = append(to.numbers, int64(math.Float64bits(get(&rows[i]))))
		}
		to.rows += len(rows)
	}, func(r *R) any { return get(r) }}
}

// MaybeFloat is a column of numbers with NULL where get returns false.
func MaybeFloat[R any](name, meaning string, get func(*R) (float64, bool)) Column[R] {
	return Column[R]{name, meaning, parquet.Optional(parquet.Leaf(parquet.DoubleType)), func(to *chunk, rows []R) {
		for i := range rows {
			x, ok := get(&rows[i])
			if !ok {
				to.null()
				continue
			}
			to.numbers = append(to.numbers, int64(math.Float64bits(x)))
			to.levels = append(to.levels, 1)
			to.rows++
		}
	}, func(r *R) any { return orNil(get(r)) }}
}

// Bool is a column of truth values.
func Bool[R any](name, meaning string, get func(*R) bool) Column[R] {
	return Column[R]{name, meaning, parquet.Leaf(parquet.BooleanType), func(to *chunk, rows []R) {
		for i := range rows {
			x := int64(0)
			if get(&rows[i]) {
				x = 1
			}
			to.numbers = append(to.numbers, x)
		}
		to.rows += len(rows)
	}, func(r *R) any { return get(r) }}
}

// Text is a column of text. The text must be UTF-8.
func Text[R any](name, meaning string, get func(*R) string) Column[R] {
	return Column[R]{name, meaning, parquet.Encoded(parquet.String(), &parquet.RLEDictionary), func(to *chunk, rows []R) {
		for i := range rows {
			to.places = append(to.places, to.dictionary.add(get(&rows[i])))
		}
		to.rows += len(rows)
	}, func(r *R) any { return get(r) }}
}

// MaybeText is a column of text with NULL where get returns "".
func MaybeText[R any](name, meaning string, get func(*R) string) Column[R] {
	return Column[R]{name, meaning, parquet.Optional(parquet.Encoded(parquet.String(), &parquet.RLEDictionary)), func(to *chunk, rows []R) {
		for i := range rows {
			s := get(&rows[i])
			if s == "" {
				to.null()
				continue
			}
			to.places = append(to.places, to.dictionary.add(s))
			to.levels = append(to.levels, 1)
			to.rows++
		}
	}, func(r *R) any {
		if s := get(r); s != "" {
			return s
		}
		return nil
	}}
}

// orNil returns a value, nil for NULL.
func orNil[V any](v V, ok bool) any {
	if !ok {
		return nil
	}
	return v
}
