package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/balance"
	"github.com/nrkit/nrkit/trace/perfetto"
)

// perfettoTables are the tables of trace_processor that the queries use, with the
// columns that they use. Source: src/trace_processor/perfetto_sql/stdlib/prelude
// of google/perfetto v58.2.
var perfettoTables = map[string][]string{
	"slice":                {"id", "ts", "dur", "name", "category", "depth", "track_id", "parent_id", "arg_set_id"},
	"stats":                {"name", "value", "severity"},
	"process":              {"upid", "name"},
	"thread":               {"utid", "upid"},
	"track":                {"id"},
	"thread_track":         {"id", "utid"},
	"process_track":        {"id", "upid"},
	"thread_counter_track": {"id", "name", "utid"},
	"counter":              {"ts", "value", "track_id"},
	"flow":                 {"slice_out", "slice_in"},
}

// words are those of SQL that are no names.
var words = strings.Fields(`
	ALL AND AS ASC AVG BETWEEN BY CASE CAST COALESCE COUNT CREATE CURRENT DESC DISTINCT ELSE END EXTRACT_ARG FIRST FROM
	FUNCTION GLOB GROUP GROUP_CONCAT HAVING IIF IN INDEX INT IS JOIN LEFT LENGTH LIMIT LN LOWER MAX MIN NOT NULL NULLIF ON OR
	ORDER OVER PARTITION PERFETTO PRECEDING PRINTF RECURSIVE REPLACE RETURNS ROW_NUMBER ROWS SELECT SUBSTR SUM TABLE THEN
	UNBOUNDED UNION USING VIEW WHEN WHERE WINDOW WITH`)

var (
	quoted  = regexp.MustCompile(`'[^']*'`)
	comment = regexp.MustCompile(`(?m)--.*$`)
	token   = regexp.MustCompile(`[0-9][0-9.e]*|[A-Za-z_][A-Za-z0-9_]*|[().,;]`)
	created = regexp.MustCompile(`(?s)CREATE OR REPLACE PERFETTO (TABLE|VIEW|FUNCTION) (\w+)(\(.*?\n\))?`)
	column  = regexp.MustCompile(`(?m)^  -- (.*)\n  (\w+) [A-Z]+(\([\w.]+\))?,?$`)
)

// columnsOf returns the documented columns of each table of the module.
func columnsOf(t *testing.T) map[string][]string {
	t.Helper()
	tables := map[string][]string{}
	for _, m := range created.FindAllStringSubmatch(perfetto.Module, -1) {
		kind, name, schema := m[1], m[2], m[3]
		if strings.HasPrefix(name, "_nr_") {
			continue
		}
		if !strings.HasPrefix(name, "nr_") {
			t.Errorf("%s: want a name that begins with nr_", name)
		}
		list := []string{}
		for _, c := range column.FindAllStringSubmatch(schema, -1) {
			list = append(list, c[2])
		}
		if n := strings.Count(schema, ",\n") + 1; len(list) != n && kind != "FUNCTION" {
			t.Errorf("%s: %d of %d columns have a comment of one line above them", name, len(list), n)
		}
		tables[name] = list
	}
	return tables
}

// stripped returns a query without comments and with empty strings.
func stripped(query string) string {
	return quoted.ReplaceAllString(comment.ReplaceAllString(query, ""), "''")
}

// unknown returns the names of a query that are neither words of SQL nor tables,
// columns of the tables that it reads, or names that it gives itself.
func unknown(query string, tables map[string][]string) (list []string) {
	tokens := token.FindAllString(stripped(query), -1)
	known := map[string]bool{}
	for i, tok := range tokens {
		next := at(tokens, i+1)
		switch strings.ToUpper(tok) {
		case "AS":
			if next == "(" { // WITH name AS (…), WINDOW name AS (…)
				known[at(tokens, i-1)] = true
			} else {
				known[next] = true
			}
		case "FROM", "JOIN":
			columns, isTable := tables[next]
			if !isTable && next != "(" && !known[next] {
				list = append(list, "table "+next)
			}
			known[next] = true
			for _, c := range columns {
				known[c] = true
			}
		}
	}
	for i, tok := range tokens {
		isName := tok[0] >= 'A'
		isFunction := at(tokens, i+1) == "(" && tables[tok] != nil
		if isName && !isFunction && !known[tok] && !slices.Contains(words, strings.ToUpper(tok)) {
			list = append(list, tok)
		}
	}
	return list
}

func at(tokens []string, i int) string {
	if i < 0 || i >= len(tokens) {
		return ""
	}
	return tokens[i]
}

func documented(t *testing.T) []question {
	t.Helper()
	page, err := os.ReadFile("../../docs/perfetto.md")
	if err != nil {
		t.Fatal(err)
	}
	return questionsIn(string(page))
}

func allTables(t *testing.T) map[string][]string {
	tables := columnsOf(t)
	for name, columns := range perfettoTables {
		tables[name] = columns
	}
	return tables
}

// The queries of the documentation use tables and columns that there are.
func TestQueriesNameWhatThereIs(t *testing.T) {
	tables := allTables(t)
	list := documented(t)
	if len(list) < 12 {
		t.Errorf("got %d queries, want a dozen", len(list))
	}
	seen := map[string]bool{}
	for _, q := range list {
		if !strings.HasSuffix(q.heading, "?") || seen[q.heading] {
			t.Errorf("%q: want a question of its own above each query", q.heading)
		}
		seen[q.heading] = true
		if bad := unknown(q.query, tables); len(bad) > 0 {
			t.Errorf("%s: unknown: %v", q.heading, bad)
		}
		text := stripped(q.query)
		if strings.Count(text, "(") != strings.Count(text, ")") || strings.Count(text, ";") != 1 || !strings.HasSuffix(text, ";\n") {
			t.Errorf("%s: want one statement with paired parentheses that ends in a semicolon", q.heading)
		}
	}
	for name := range tables {
		if strings.HasPrefix(name, "nr_") && !slices.ContainsFunc(list, func(q question) bool { return strings.Contains(q.query, name) }) {
			t.Errorf("no query uses %s", name)
		}
	}
}

// The check above finds what is wrong.
func TestUnknownNamesAreFound(t *testing.T) {
	tables := allTables(t)
	for query, want := range map[string]string{
		"SELECT iterationz FROM nr_steps;":                      "iterationz",
		"SELECT s.iterations FROM nr_step AS s;":                "table nr_step",
		"SELECT number FROM nr_waits;":                          "number",
		"SELECT FOO(dur) FROM nr_steps;":                        "FOO",
		"WITH a AS (SELECT dur FROM nr_steps) SELECT e FROM a;": "e",
	} {
		if got := unknown(query, tables); !slices.Contains(got, want) {
			t.Errorf("%s: got %v, want %s", query, got, want)
		}
	}
}

// The module can be pasted again, and pairs its parentheses and quotes.
func TestModuleCanBePastedAgain(t *testing.T) {
	text := stripped(perfetto.Module)
	if n := strings.Count(text, "CREATE"); n < 8 || n != strings.Count(text, "CREATE OR REPLACE PERFETTO") {
		t.Errorf("want CREATE OR REPLACE PERFETTO for each of %d objects", n)
	}
	for _, statement := range strings.SplitAfter(text, ";") {
		if strings.Count(statement, "(") != strings.Count(statement, ")") || strings.Count(statement, "'")%2 != 0 {
			t.Errorf("parentheses or quotes are not paired in %s", statement)
		}
	}
	for _, name := range []string{"nr_phases", "nr_steps", "nr_waits"} {
		if len(columnsOf(t)[name]) < 5 {
			t.Errorf("%s is not documented", name)
		}
	}
}

// The module knows the same names as nrprof of ranges in which ranks wait.
func TestWaitingNamesAreThoseOfBalance(t *testing.T) {
	source, err := os.ReadFile("../../internal/balance/balance.go")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`\[\.\.\.\]string\{(.*?)\}`).FindStringSubmatch(string(source))
	if list == nil {
		t.Fatal("balance.go has no list of words")
	}
	function := perfetto.Module[strings.Index(perfetto.Module, "FUNCTION nr_waits_for_others"):]
	var want, got, names []string
	for _, m := range regexp.MustCompile(`"([^"]*)"`).FindAllStringSubmatch(list[1], -1) {
		want = append(want, m[1])
	}
	for _, m := range regexp.MustCompile(`GLOB '\*(.*?)\*'`).FindAllStringSubmatch(function, -1) {
		got = append(got, m[1])
	}
	for _, m := range regexp.MustCompile(`'(\w+)'`).FindAllStringSubmatch(function, -1) {
		names = append(names, m[1])
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("got words %v, want %v", got, want)
	}
	if len(names) != 6 {
		t.Errorf("got names %v, want six", names)
	}
	for _, name := range names {
		if !balance.Waits(name) {
			t.Errorf("%s: nrprof does not know it", name)
		}
	}
}

// A query is what is fenced as sql, under the heading above it.
func TestQuestionsIn(t *testing.T) {
	got := questionsIn("# A\n\n    SELECT 0\n\n## B?\n\n```sql\nSELECT 1\nFROM x;\n```\n\n```text\nno\n```\n")
	if want := []question{{"B?", "SELECT 1\nFROM x;\n"}}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
