package sqltables

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// Limits of a query.
const (
	MostCells = 30_000_000       // values of the tables that a query names
	Longest   = 60 * time.Second // of loading and running
	mostBytes = 1 << 20          // of a text that a query makes
	mostHeap  = 3 << 30          // bytes of all queries
	mostSQL   = 20_000           // bytes of a query
)

// A TooLargeError says that the tables of a query do not fit.
type TooLargeError struct{ Cells int64 }

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("the tables that the query names have %d values, at most %d fit", e.Cells, int64(MostCells))
}

// A Result is what a query returned.
type Result struct {
	Columns []string
	Rows    [][]any // int64, float64, string or nil
	More    bool    // there were more rows than asked for
}

// Query runs one SELECT, and returns at most most rows.
//
// Errors: *TooLargeError; the errors of SQLite; the error of the context, or
// [context.DeadlineExceeded] after [Longest].
func (all Tables) Query(ctx context.Context, text string, most int) (r *Result, err error) {
	ctx, cancel := context.WithTimeout(ctx, Longest)
	defer cancel()
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	c, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	if err := all.in(text).load(ctx, c); err != nil {
		return nil, inTime(ctx, err)
	}
	if err := lock(c); err != nil {
		return nil, err
	}
	r, err = read(ctx, c, text, most)
	return r, inTime(ctx, err)
}

// inTime returns the error of the context, if it has ended: SQLite then says only that
// it was interrupted.
func inTime(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// load fills the database with tables.
func (all Tables) load(ctx context.Context, c *sql.Conn) error {
	var cells int64
	for _, t := range all {
		cells += max(t.Rows, 0) * int64(len(t.Columns))
		if cells > MostCells || t.Rows > MostCells {
			return &TooLargeError{cells}
		}
	}
	for _, pragma := range []string{"journal_mode=OFF", "synchronous=OFF", "temp_store=MEMORY", "locking_mode=EXCLUSIVE", fmt.Sprintf("hard_heap_limit=%d", int64(mostHeap))} {
		if _, err := c.ExecContext(ctx, "PRAGMA "+pragma); err != nil {
			return err
		}
	}
	for _, t := range all {
		if err := t.load(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// load makes a table and fills it.
func (t *Table) load(ctx context.Context, c *sql.Conn) (err error) {
	var columns, marks []string
	for _, col := range t.Columns {
		columns, marks = append(columns, quoted(col.Name)+" "+col.Type), append(marks, "?")
	}
	tx, err := c.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, tx.Rollback())
		}
	}()
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("CREATE TABLE %s (%s)", quoted(t.Name), strings.Join(columns, ", "))); err != nil {
		return err
	}
	insert, err := tx.PrepareContext(ctx, fmt.Sprintf("INSERT INTO %s VALUES (%s)", quoted(t.Name), strings.Join(marks, ", ")))
	if err != nil {
		return err
	}
	rows := int64(0)
	for k := range t.parts {
		err = t.parts[k].each(func(values []any) error {
			if rows++; rows > t.Rows {
				return fmt.Errorf("%s: more rows than the file says", t.parts[k].path)
			}
			_, err := insert.ExecContext(ctx, values...)
			return err
		})
		if err != nil {
			return errors.Join(err, insert.Close())
		}
	}
	if err := insert.Close(); err != nil {
		return err
	}
	return tx.Commit()
}

// quoted writes a name as SQL does.
func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// lock lets the connection read, and do nothing else.
func lock(c *sql.Conn) error {
	for id, most := range map[int]int{
		lib.SQLITE_LIMIT_ATTACHED:   0,
		lib.SQLITE_LIMIT_LENGTH:     mostBytes,
		lib.SQLITE_LIMIT_SQL_LENGTH: mostSQL,
		lib.SQLITE_LIMIT_COLUMN:     200,
	} {
		if _, err := sqlite.Limit(c, id, most); err != nil {
			return err
		}
	}
	return c.Raw(func(conn any) error {
		r, ok := conn.(sqlite.AuthorizerRegisterer)
		if !ok {
			return errors.New("internal error: the driver has no authorizer")
		}
		return r.RegisterAuthorizer(authorize)
	})
}

// authorize allows what a SELECT does.
func authorize(action sqlite.AuthorizerActionCode, _, name, _, _ string) sqlite.AuthorizerReturnCode {
	switch action {
	case sqlite.AuthSelect, sqlite.AuthRead, sqlite.AuthRecursive:
		return sqlite.AuthorizerOK
	case sqlite.AuthFunction:
		if !strings.EqualFold(name, "load_extension") {
			return sqlite.AuthorizerOK
		}
	}
	return sqlite.AuthorizerDeny
}

// read runs the query.
func read(ctx context.Context, c *sql.Conn, text string, most int) (r *Result, err error) {
	rows, err := c.QueryContext(ctx, text)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	r = &Result{}
	if r.Columns, err = rows.Columns(); err != nil {
		return nil, err
	}
	for rows.Next() {
		if len(r.Rows) == most {
			r.More = true
			return r, nil
		}
		row := make([]any, len(r.Columns))
		to := make([]any, len(row))
		for k := range row {
			to[k] = &row[k]
		}
		if err := rows.Scan(to...); err != nil {
			return nil, err
		}
		for k, v := range row {
			row[k] = plain(v)
		}
		r.Rows = append(r.Rows, row)
	}
	return r, rows.Err()
}

// plain returns a value that JSON can have.
func plain(v any) any {
	switch v := v.(type) {
	case []byte:
		return strings.ToValidUTF8(string(v), "\uFFFD")
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Sprint(v)
		}
	case bool:
		if v {
			return int64(1)
		}
		return int64(0)
	case time.Time:
		return v.Format(time.RFC3339Nano)
	}
	return v
}
