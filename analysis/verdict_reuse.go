package analysis

import (
	"strings"

	"github.com/nrkit/nrkit/series"
)

// sayReuse says whether symbolic work can be done once.
func sayReuse(d *Document, p *paragraph) {
	if s := d.Series; s != nil && s.Reuse != series.ReuseUnverified {
		p.say("reuse.series", "%s.", strings.ToUpper(s.Verdict[:1])+s.Verdict[1:])
	}
	if v := d.Pivots; v != nil && (len(v.Iterations) > 1 || v.Unchecked > 0) {
		p.say("reuse.pivots", " %s.", strings.ToUpper(v.Verdict[:1])+v.Verdict[1:])
	}
}
