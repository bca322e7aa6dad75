package sqltables

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// A Column is a column of a table.
type Column struct {
	Name    string
	Type    string // BIGINT, DOUBLE, BOOLEAN or VARCHAR
	Unit    string // such as ns; "" if the file does not say
	Meaning string // "" if the file does not say
}

// A part is a file of a table.
type part struct {
	path    string
	rows    int64
	columns []Column
}

// openPart reads what a Parquet file says of itself.
func openPart(path string) (p part, err error) {
	defer guard(path, &err)
	f, file, err := openFile(path)
	if err != nil {
		return p, err
	}
	defer f.Close() // was only read
	p = part{path: path, rows: file.NumRows()}
	for _, field := range file.Schema().Fields() {
		if !field.Leaf() || field.Repeated() {
			return p, fmt.Errorf("%s: column %q has parts; want numbers, texts and truth values", filepath.Base(path), field.Name())
		}
		c := Column{Name: field.Name(), Type: typeName(field.Type().Kind())}
		if c.Type == "" {
			return p, fmt.Errorf("%s: column %q has the type %s; want numbers, texts and truth values", filepath.Base(path), field.Name(), field.Type())
		}
		c.Unit, _ = file.Lookup("nrkit.unit." + c.Name)
		c.Meaning, _ = file.Lookup("nrkit.meaning." + c.Name)
		p.columns = append(p.columns, c)
	}
	return p, nil
}

// openFile opens a Parquet file.
func openFile(path string) (*os.File, *parquet.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = checkFooter(f, info.Size())
	}
	var file *parquet.File
	if err == nil {
		file, err = parquet.OpenFile(f, info.Size(), parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	}
	if err == nil {
		if err := checkPages(path, f, info.Size(), file); err != nil {
			return nil, nil, errors.Join(err, f.Close())
		}
	}
	if err != nil {
		_ = f.Close() // was not read
		return nil, nil, fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	return f, file, nil
}

// guard returns a panic of the library, which damaged files cause, as an error.
func guard(path string, err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("%s: damaged Parquet file: %v", filepath.Base(path), p)
	}
}

// typeName returns the type of a column as SQL calls it, "" for other types.
func typeName(k parquet.Kind) string {
	switch k {
	case parquet.Boolean:
		return "BOOLEAN"
	case parquet.Int32, parquet.Int64:
		return "BIGINT"
	case parquet.Float, parquet.Double:
		return "DOUBLE"
	case parquet.ByteArray:
		return "VARCHAR"
	}
	return ""
}

// each calls take with the values of each row, which are valid during the call.
func (p *part) each(take func(values []any) error) (err error) {
	defer guard(p.path, &err)
	f, file, err := openFile(p.path)
	if err != nil {
		return err
	}
	defer f.Close() // was only read
	values := make([]any, len(p.columns))
	buffer := make([]parquet.Row, 256)
	for _, g := range file.RowGroups() {
		rows := g.Rows()
		for {
			n, err := rows.ReadRows(buffer)
			for _, row := range buffer[:n] {
				for k := range values {
					values[k] = nil
				}
				for _, v := range row {
					if c := v.Column(); c >= 0 && c < len(values) {
						values[c] = valueOf(v)
					}
				}
				if err := take(values); err != nil {
					return errors.Join(err, rows.Close())
				}
			}
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return errors.Join(fmt.Errorf("%s: %w", filepath.Base(p.path), err), rows.Close())
			}
			if n == 0 {
				return errors.Join(fmt.Errorf("%s: %w", filepath.Base(p.path), io.ErrNoProgress), rows.Close())
			}
		}
		if err := rows.Close(); err != nil {
			return err
		}
	}
	return nil
}

// valueOf returns a value as the driver of the database takes it.
func valueOf(v parquet.Value) any {
	if v.IsNull() {
		return nil
	}
	switch v.Kind() {
	case parquet.Boolean:
		if v.Boolean() {
			return int64(1)
		}
		return int64(0)
	case parquet.Int32:
		return int64(v.Int32())
	case parquet.Int64:
		return v.Int64()
	case parquet.Float:
		return float64(v.Float())
	case parquet.Double:
		return v.Double()
	}
	return strings.ToValidUTF8(string(v.ByteArray()), "\uFFFD")
}
