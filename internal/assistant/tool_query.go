package assistant

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/internal/spelling"
	"github.com/nrkit/nrkit/internal/sqltables"
	"github.com/nrkit/nrkit/trace/parquet"
)

// queryArgs are the arguments of query.
type queryArgs struct {
	Files []string `json:"files" jsonschema:"Parquet files, folders of them (nrprof export -o DIR.parquet, analyze -o DIR --parquet), captures or other traces"`
	SQL   string   `json:"sql,omitempty" jsonschema:"one SELECT in the dialect of SQLite. Without it, a row is a column of a table, with unit and meaning"`
	Paged
}

func (a *queryArgs) resolve(r *Roots) ([]string, error) {
	if len(a.Files) == 0 {
		return nil, hint.With(errors.New("files: want a capture, a Parquet file or a folder of Parquet files"), "without sql, query lists tables and columns")
	}
	var all []string
	for _, path := range a.Files {
		list, err := tablesIn(r, path)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	a.Files = all
	return all, nil
}

// tablesIn returns the files that a path stands for: itself, or the Parquet files in a
// folder.
func tablesIn(r *Roots, path string) ([]string, error) {
	real, err := r.Resolve(path)
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(real)
	if err != nil {
		file, err := r.File(path)
		return []string{file}, err
	}
	var list []string
	for _, e := range entries {
		if !isParquet(e.Name()) {
			continue
		}
		file, err := r.File(filepath.Join(real, e.Name()))
		if err != nil {
			return nil, err
		}
		list = append(list, file)
	}
	if len(list) == 0 {
		return nil, hint.With(fmt.Errorf("%s: has no Parquet file", path), "nrprof export FILE -o DIR.parquet makes such a folder; query also reads captures")
	}
	return list, nil
}

func isParquet(name string) bool { return strings.EqualFold(filepath.Ext(name), ".parquet") }

// queryFacts say what the cells of a row are.
type queryFacts struct {
	Columns []string `json:"columns" jsonschema:"meaning of the elements of each row"`
	More    bool     `json:"more,omitempty" jsonschema:"the query has more rows than are listed"`
}

func addQuery(s *server, m *mcp.Server) error {
	return add[queryArgs, queryFacts, []any](s, m, "query", "SQL over captures and Parquet tables",
		"One SELECT over the tables of captures (ranges, steps, iterations, counters, gpu_operations, waits, captures, keys) or over Parquet files. "+
			"Without sql, lists tables and columns with units and meanings. Read-only. Times are ns; names of files are names of tables.", query)
}

func query(ctx context.Context, s *server, a *queryArgs) (*answer, error) {
	dir, err := os.MkdirTemp("", "nrkit-*")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }() // the next run of the system removes what is left
	var paths []string
	for k, path := range a.Files {
		if isParquet(path) {
			paths = append(paths, path)
			continue
		}
		list, err := s.export(ctx, path, filepath.Join(dir, fmt.Sprint(k)))
		if err != nil {
			return nil, err
		}
		paths = append(paths, list...)
	}
	tables, err := sqltables.Open(paths)
	if err != nil {
		return nil, err
	}
	if a.SQL == "" {
		return columnsOf(tables)
	}
	r, err := tables.Query(ctx, a.SQL, mostRows)
	if err != nil {
		return nil, queryError(err, tables)
	}
	var warnings []string
	if r.More {
		warnings = append(warnings, fmt.Sprintf("the query has more than %d rows, and the others are not listed: aggregate, or add LIMIT", mostRows))
	}
	rows := r.Rows
	if rows == nil {
		rows = [][]any{}
	}
	return answerOf([]string{fmt.Sprintf("%d rows.", len(rows))}, warnings, &queryFacts{r.Columns, r.More}, rows)
}

// export writes the tables of a trace into a folder, and returns the files.
func (s *server) export(ctx context.Context, path, dir string) (list []string, err error) {
	if err := refused(path); err != nil {
		return nil, err
	}
	set, err := (&tracesArgs{Files: []string{path}}).open(ctx, s)
	if err != nil {
		return nil, err
	}
	defer func() { err = cmp.Or(err, set.Err(), set.Close()) }()
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	base := filepath.Base(path)
	o := parquet.Options{Capture: strings.TrimSuffix(base, filepath.Ext(base))}
	for k, file := range set.Files {
		o.Inputs = append(o.Inputs, parquet.Input{Rank: set.Ranks[k], Name: filepath.Base(file.Name), Format: file.Kind.String(), Trace: file.Trace})
	}
	err = parquet.Write(func(name string, write func(io.Writer) error) error {
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		list = append(list, f.Name())
		return errors.Join(write(f), f.Close())
	}, set.Trace, o)
	return list, err
}

// columnsOf lists tables and columns.
func columnsOf(tables sqltables.Tables) (*answer, error) {
	var rows [][]any
	var summary []string
	for _, t := range tables {
		summary = append(summary, fmt.Sprintf("%s: %d rows", t.Name, t.Rows))
		for _, c := range t.Columns {
			rows = append(rows, []any{t.Name, c.Name, c.Type, c.Unit, c.Meaning})
		}
	}
	return answerOf(summary, nil, &queryFacts{Columns: []string{"table", "column", "type", "unit", "meaning"}}, rows)
}

// queryError gives an error its hint.
func queryError(err error, tables sqltables.Tables) error {
	text := err.Error()
	var names []string
	for _, t := range tables {
		names = append(names, t.Name)
	}
	advice := "the dialect is SQLite; without sql, query lists tables and columns"
	large := new(sqltables.TooLargeError)
	if _, name, ok := strings.Cut(text, "no such table: "); ok {
		advice = "tables: " + strings.Join(names, ", ")
		if s := spelling.Closest(word(name), names); s != "" {
			advice = "did you mean " + s + "?"
		}
	} else if _, name, ok := strings.Cut(text, "no such column: "); ok {
		advice = "without sql, query lists tables and columns"
		if s := spelling.Closest(word(name), columnNames(tables)); s != "" {
			advice = "did you mean " + s + "?"
		}
	} else if errors.As(err, &large) {
		advice = "name fewer files; docs/duckdb.md describes an engine for more"
	} else if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("the query took longer than %v", sqltables.Longest)
		advice = "a join needs an equality of columns; aggregate before joining"
	} else if strings.Contains(text, "not authorized") || strings.Contains(text, "authorization denied") {
		err = errors.New("only SELECT is allowed")
	} else if errors.Is(err, fs.ErrNotExist) {
		advice = "a file has gone; repeat the call"
	}
	return hint.With(err, advice)
}

// word returns the name at the start of a text, without the table before a point.
func word(s string) string {
	s, _, _ = strings.Cut(s, " ")
	if k := strings.LastIndexByte(s, '.'); k >= 0 {
		s = s[k+1:]
	}
	return s
}

func columnNames(tables sqltables.Tables) []string {
	var names []string
	for _, t := range tables {
		for _, c := range t.Columns {
			if !slices.Contains(names, c.Name) {
				names = append(names, c.Name)
			}
		}
	}
	return names
}
