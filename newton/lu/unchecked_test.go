package lu

import (
	"context"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
)

// manyBlocks returns the plan of a matrix with large blocks and entries above them.
func manyBlocks(t *testing.T) *solverPlan {
	t.Helper()
	const blocks, size = 40, 40
	a := matgen.Reducible(blocks, size, 3, 1)
	plan := Plan{
		Row:      sparsity.Perm(matgen.RandomPerm(a.Rows, 2).Inverse()),
		Col:      sparsity.Perm(matgen.RandomPerm(a.Rows, 3).Inverse()),
		BlockPtr: []int32{0},
	}
	for b := range blocks {
		plan.BlockPtr = append(plan.BlockPtr, int32(b+1)*size)
	}
	m := matgen.Values(a, 1)
	f, err := Factor(context.Background(), m.Pattern, m.Values, plan, Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSolver(f, m.Pattern)
	if err != nil {
		t.Fatal(err)
	}
	if s.small != nil || len(s.plan.offLines) == 0 {
		t.Fatal("want a matrix that is not small, with entries above its blocks")
	}
	return &s.plan
}

// TestPlanIsChecked: substitution and elimination use the indices of a plan without checks, so
// the plan is checked once.
func TestPlanIsChecked(t *testing.T) {
	last := func(list []int32) *int32 { return &list[len(list)-1] }
	for name, spoil := range map[string]func(p *solverPlan){
		"row of L":              func(p *solverPlan) { p.l.idx[0] = int32(len(p.heads)) - 1 },
		"column of U":           func(p *solverPlan) { *last(p.u.idx) = -1 },
		"row above a block":     func(p *solverPlan) { *last(p.offAt) = -1 },
		"place in U":            func(p *solverPlan) { p.uPos[0] = int32(len(p.u.idx)) },
		"width of a group":      func(p *solverPlan) { p.lGroups[0].width = maxWidth + 1 },
		"no width":              func(p *solverPlan) { p.lGroups[0].width = 0 },
		"columns of a group":    func(p *solverPlan) { p.lGroups[0].first = int32(len(p.heads)) - 1 },
		"start of a group":      func(p *solverPlan) { p.uGroups[0].start = -1 },
		"length of a group":     func(p *solverPlan) { p.uGroups[0].len = int32(len(p.u.idx)) + 1 },
		"negative length":       func(p *solverPlan) { p.uGroups[0].len = -1 },
		"columns before a last": func(p *solverPlan) { p.segs[0].width, p.segs[0].start, p.segs[0].len = 2, 0, 0 },
		"end above a column":    func(p *solverPlan) { p.heads[len(p.heads)-1].off = int32(len(p.offAt)) + 1 },
		"line above a block":    func(p *solverPlan) { p.offLines[0].end = int32(len(p.offAt)) + 1 },
	} {
		t.Run(name, func(t *testing.T) {
			p := manyBlocks(t)
			p.check()
			spoil(p)
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			p.check()
		})
	}
}
