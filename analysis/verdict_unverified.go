package analysis

import "github.com/nrkit/nrkit/series"

// sayUnverified says which statements of the verdict nothing has confirmed, and what
// it has no model of. Whether a numeric LU has confirmed the figures of the
// recommended ordering is said with them.
func sayUnverified(d *Document, p *paragraph) {
	if bestSquare(d) == nil {
		return
	}
	if d.Series == nil || d.Series.Reuse == series.ReuseUnverified {
		p.say("reuse.unverified", "Not verified: whether one symbolic analysis serves all Newton iterations, because there is only one matrix. ")
	}
	p.say("unverified.speed-ups", "Not verified: times and speed-ups. They follow from counts, and nothing ran in parallel or on a GPU.")
	if !tooSmall(d) && (d.Prediction == nil || d.Prediction.GPU == nil) {
		p.say("unverified.gpu", " The verdict has no model of a factorization on a GPU; --levels lu lists the levels in which GPU solvers eliminate columns.")
	}
}
