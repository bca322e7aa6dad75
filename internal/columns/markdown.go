package columns

import (
	"fmt"
	"strings"
)

// Markdown returns a section of a page that describes the table.
func (d *Description) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s.parquet\n\nSchema `%s`. %s\n\n| column | type | unit | meaning |\n| --- | --- | --- | --- |\n", d.Name, d.Schema, d.About)
	for _, c := range d.Columns {
		unit, kind := c.Unit, c.Type
		if unit == "" {
			unit = "–"
		}
		if c.Null {
			kind += ", NULL"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", c.Name, kind, unit, strings.ReplaceAll(c.Meaning, "|", `\|`))
	}
	return b.String()
}
