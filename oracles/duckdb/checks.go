package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/internal/columns"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/parquet"
)

// A check is a query of which all figures are known.
type check struct {
	query string
	check func(c *checker, rows answer)
}

// checks are the queries of the checker itself; they use the views of the page.
func checks() []check {
	list := []check{
		{`SELECT capture, name, COUNT(*) AS count, SUM(dur_ns) FILTER (WHERE NOT is_nested) AS total, SUM(self_ns) AS self
			FROM ranges WHERE sort = 'range' GROUP BY ALL`, (*checker).checkPhases},
		{`SELECT capture, COUNT(*) AS count, SUM(dur_ns) AS ns FROM steps GROUP BY ALL`, func(c *checker, rows answer) {
			c.checkUnits("steps", rows, func(s *trace.Summary) *trace.Unit { return s.Steps })
		}},
		{`SELECT capture, COUNT(*) AS count, SUM(dur_ns) AS ns FROM iterations GROUP BY ALL`, func(c *checker, rows answer) {
			c.checkUnits("iterations", rows, func(s *trace.Summary) *trace.Unit { return s.Iterations })
		}},
		{`SELECT capture, COUNT(*) AS count, SUM(dur_ns) AS ns, COALESCE(SUM(dur_ns) FILTER (WHERE parent_id IS NULL), 0) AS outside
			FROM gpu_operations GROUP BY ALL`, (*checker).checkWork},
		{`SELECT capture, COUNT(*) AS count, SUM(dur_ns) AS ns FROM waits GROUP BY ALL`, (*checker).checkWaits},
		{`SELECT capture, COUNT(*) FILTER (WHERE is_open) AS count FROM ranges WHERE sort = 'range' GROUP BY ALL`, (*checker).checkOpen},
	}
	for _, d := range parquet.Tables() {
		file := "captures/c0999.parquet/" + d.Name + ".parquet"
		list = append(list,
			check{"DESCRIBE " + d.Name, func(c *checker, rows answer) { c.checkColumns(d, rows) }},
			check{"SELECT DECODE(key) AS key, DECODE(value) AS value FROM PARQUET_KV_METADATA('" + file + "')", func(c *checker, rows answer) { c.checkMetadata(d, rows) }})
	}
	return list
}

// text returns a value of a row, "NULL" for none.
func text(row map[string]*string, column string) string {
	if v := row[column]; v != nil {
		return *v
	}
	return "NULL"
}

// by returns the rows by their capture.
func by(rows answer) map[string]map[string]*string {
	out := map[string]map[string]*string{}
	for _, r := range rows {
		out[text(r, "capture")] = r
	}
	return out
}

func (c *checker) checkPhases(rows answer) {
	got := map[string]string{}
	for _, r := range rows {
		got[text(r, "capture")+" "+text(r, "name")] = fmt.Sprint(text(r, "count"), " ", text(r, "total"), " ", text(r, "self"))
	}
	want := 0
	for _, k := range c.captures {
		for name, f := range k.raw {
			want++
			c.same(k.name+" "+name, got[k.name+" "+name], fmt.Sprint(f.count, " ", f.total, " ", f.self))
		}
	}
	c.same("phases of captures", len(rows), want)
}

// checkUnits compares steps or iterations.
func (c *checker) checkUnits(what string, rows answer, of func(*trace.Summary) *trace.Unit) {
	got := by(rows)
	want := 0
	for _, k := range c.captures {
		if u := of(k.summary); u != nil {
			want++
			c.same(k.name+" "+what, text(got[k.name], "count")+" "+text(got[k.name], "ns"), fmt.Sprint(u.Timed, " ", u.Total))
		}
	}
	c.same(what, len(rows), want)
}

func (c *checker) checkWork(rows answer) {
	got := by(rows)
	want := 0
	for _, k := range c.captures {
		if d := k.summary.Device; d != nil && d.Work > 0 {
			want++
			r := got[k.name]
			c.same(k.name+" operations", text(r, "count")+" "+text(r, "ns")+" "+text(r, "outside"), fmt.Sprint(d.Work, " ", d.NS, " ", d.Unattributed))
		}
	}
	c.same("captures with work on devices", len(rows), want)
	if want == 0 {
		c.same("captures with work on devices", 0, "at least one")
	}
}

func (c *checker) checkWaits(rows answer) {
	got := by(rows)
	want := 0
	for _, k := range c.captures {
		if d := k.summary.Device; d != nil && d.Calls > 0 {
			want++
			c.same(k.name+" waits", text(got[k.name], "count")+" "+text(got[k.name], "ns"), fmt.Sprint(d.Calls, " ", d.Wait))
		}
	}
	c.same("captures with waits", len(rows), want)
}

func (c *checker) checkOpen(rows answer) {
	got := by(rows)
	open := int64(0)
	for _, k := range c.captures {
		open += k.summary.Open
		c.same(k.name+" open ranges", text(got[k.name], "count"), k.summary.Open)
	}
	if open == 0 {
		c.same("open ranges", 0, "at least one")
	}
}

// checkColumns compares names and types.
func (c *checker) checkColumns(d columns.Description, rows answer) {
	c.same(d.Name+" columns", len(rows), len(d.Columns))
	for i, r := range rows {
		if i < len(d.Columns) {
			c.same(d.Name, text(r, "column_name")+" "+text(r, "column_type"), d.Columns[i].Name+" "+d.Columns[i].Type)
		}
	}
}

// checkMetadata compares schema, units and meanings.
func (c *checker) checkMetadata(d columns.Description, rows answer) {
	got := map[string]string{}
	for _, r := range rows {
		got[text(r, "key")] = text(r, "value")
	}
	c.same(d.Name+" schema", got["nrkit.schema"], d.Schema)
	for _, col := range d.Columns {
		c.same(d.Name+" meaning of "+col.Name, got["nrkit.meaning."+col.Name], col.Meaning)
		c.same(d.Name+" unit of "+col.Name, got["nrkit.unit."+col.Name], col.Unit)
	}
}

// total adds a column up.
func total(rows answer, column string) int64 {
	sum := int64(0)
	for _, r := range rows {
		n, _ := strconv.ParseInt(text(r, column), 10, 64)
		sum += n
	}
	return sum
}

// sumOf adds up what is known of all captures.
func (c *checker) sumOf(f func(k *capture) int64) int64 {
	sum := int64(0)
	for i := range c.captures {
		sum += f(&c.captures[i])
	}
	return sum
}

// checkQuestion compares the figures of a query of the page that are known.
func (c *checker) checkQuestion(heading string, rows answer) {
	if len(rows) == 0 {
		c.same(heading, "no rows", "rows")
	}
	steps := c.sumOf(func(k *capture) int64 {
		if k.summary.Steps == nil {
			return 0
		}
		return k.summary.Steps.Timed
	})
	calls := func(names ...string) int64 {
		return c.sumOf(func(k *capture) (n int64) {
			for _, name := range names {
				n += k.raw[name].count
			}
			return n
		})
	}
	switch {
	case strings.Contains(heading, "share of the time"):
		for _, r := range rows {
			c.same(heading+" "+text(r, "name"), text(r, "calls"), calls(text(r, "name")))
		}
	case strings.Contains(heading, "factorised again"):
		c.same(heading, total(rows, "calls"), calls(trace.PhaseFactor, trace.PhaseRefactor))
	case strings.Contains(heading, "no phase explains"):
		c.same(heading, total(rows, "ranges"), calls("transient", "operating_point", "gmin_step", "source_step", "timestep", "nr_iteration"))
	case strings.Contains(heading, "not timed"):
		c.same(heading, total(rows, "timed_steps"), steps)
	case strings.Contains(heading, "idle"):
		c.same(heading, total(rows, "ranges"), c.sumOf(func(k *capture) int64 {
			if k.summary.Device == nil || k.summary.Device.Work == 0 {
				return 0
			}
			return k.raw[trace.PhaseLinearSolve].count
		}))
	case strings.Contains(heading, "lack"):
		c.same(heading, total(rows, "open_ranges"), c.sumOf(func(k *capture) int64 { return k.summary.Open }))
	}
}
