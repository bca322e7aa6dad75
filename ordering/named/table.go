package named

import (
	"slices"

	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
)

// Methods returns the table, in the order in which programs report the methods.
// The methods that take longest come last.
func Methods() []Method { return slices.Clone(table[:]) }

// table has a row for each method. Where an ordering wins is measured in
// bench/RESULTS-orderings.md.
var table = [...]Method{
	{
		Name: "natural",
		Is:   "the order of the file",
		Wins: "for a narrow band on one core, because hardly any ordering fills less",
		Time: "0",
		Peers: []Peer{{"natural is the order of the file",
			[]string{"none", "identity", "original", "given", "file", "unordered"}}},
		Unasked: Always, Role: Baseline, Work: 10, Linear: true,
		Order: func(a *sparsity.Pattern, _ Control) (sparsity.Perm, Count) { return ordering.Natural(a.Cols), Count{} },
	}, {
		Name: "rcm",
		Is:   "reverse Cuthill–McKee, for a small bandwidth",
		Wins: "for band and envelope solvers; for other solvers it fills more than twice as much as amd on average",
		Time: "0.2 to 0.4",
		Peers: []Peer{{"rcm is reverse Cuthill-McKee",
			[]string{"cm", "cuthillmckee", "reversecuthillmckee", "symrcm", "rcmk", "genrcm", "cuthill", "sloan", "gps", "gibbspoolestockmeyer"}}},
		Graph: true, Unasked: Always, Work: 50, Linear: true,
		Order: func(g *sparsity.Pattern, _ Control) (sparsity.Perm, Count) { return ordering.RCM(g), Count{} },
	}, {
		Name: "amd",
		Is:   "approximate minimum degree of A+Aᵀ, the ordering that most programs use",
		Wins: "for a matrix that is factored once, or a tiny matrix: a better ordering would cost more than it saves",
		Time: "1",
		Peers: []Peer{{"amd is minimum degree, with approximate degrees",
			[]string{"mmd", "md", "genmmd", "minimumdegree", "multipleminimumdegree", "mindegree", "mindeg", "symamd", "symmmd",
				"camd", "qamd", "csymamd", "approximateminimumdegree"}}},
		Graph: true, Unasked: Always, InBlocks: Reducible, Role: Reference, Work: 200,
		Order: func(g *sparsity.Pattern, c Control) (sparsity.Perm, Count) {
			p, s := ordering.AMD(g, ordering.AMDOptions{Stop: c.stopAMD()})
			return p, Count{s.NNZL, s.FlopsLU}
		},
	}, {
		Name:  "amf",
		Is:    "approximate minimum fill: it eliminates the vertex that adds the fewest edges, by an estimate",
		Wins:  "rarely: it has 1 % fewer entries than amd on average",
		Time:  "2",
		Graph: true, Work: 500,
		Order: minimumFill(ordering.VariantAMF),
	}, {
		Name:  "ammf",
		Is:    "approximate minimum mean fill: as amf, with the estimate divided by the number of columns eliminated together",
		Wins:  "on meshes with supply rails, and on circuits if mmf takes too long",
		Time:  "2",
		Graph: true, Unasked: Outside, InBlocks: Inside, Role: ByFill, Work: 500,
		Order: minimumFill(ordering.VariantAMMF),
	}, {
		Name:  "amrf",
		Is:    "as ammf, with the estimate also divided by the square root of the degree",
		Wins:  "on some matrices with much fill, such as cage8 and bayer10",
		Time:  "2",
		Graph: true, Work: 500,
		Order: minimumFill(ordering.VariantAMRF),
	}, {
		Name: "mmf",
		Is:   "minimum mean fill: as ammf, but it counts edges exactly if at most 16 neighbours are involved",
		Wins: "on circuits and power flows, on one or a few cores: few entries and flops",
		Time: "4 to 10",
		Peers: []Peer{{"mmf counts the fill, and amf, ammf and amrf estimate it",
			[]string{"minimumfill", "minfill", "mf", "minimumdeficiency", "mindeficiency"}}},
		Graph: true, Role: ByFill, Work: 3000,
		Order: minimumFill(ordering.VariantMMF),
	}, {
		Name: "colamd",
		Is:   "approximate minimum degree of AᵀA, for any choice of row pivots",
		Wins: "inside blocks of unsymmetric matrices, and for the QR of rectangular matrices",
		Time: "1 to 2",
		Peers: []Peer{{"colamd is minimum degree of the columns, with approximate degrees",
			[]string{"mmdata", "mmdofata", "colmmd", "colmd", "ccolamd", "colperm", "columnminimumdegree"}}},
		AnyPivots: true, Unasked: Always, InBlocks: Unsymmetric, Role: ByPivots, Work: 200,
		Order: func(a *sparsity.Pattern, c Control) (sparsity.Perm, Count) {
			p, _ := ordering.COLAMD(a, ordering.COLAMDOptions{Stop: c.stopCOLAMD()})
			return p, Count{} // it does not bound the factors
		},
	}, {
		Name: "nd",
		Is:   "nested dissection, as METIS_NodeND: small separators come last, and hubs after them",
		Wins: "on meshes and power grids of chips, and for many threads: on average twice the T1/T∞ of amd with columns as tasks",
		Time: "2 to 30, mostly 10",
		Peers: []Peer{
			{"nd is nested dissection, as METIS_NodeND", []string{"metis", "metisnodend", "ndmetis", "nodend", "parmetis", "mtmetis",
				"nesdis", "nesteddissection", "dissection", "dissect"}},
			{"nd is nested dissection, as SCOTCH_graphOrder", []string{"scotch", "ptscotch"}},
		},
		Graph: true, Role: ByTime, Work: 4000,
		Order: func(g *sparsity.Pattern, c Control) (sparsity.Perm, Count) {
			p, s := ordering.ND(g, ordering.NDOptions{Workers: c.Workers, Stop: c.stopND()})
			return p, Count{s.NNZL, s.FlopsLU}
		},
	}, {
		Name:  "search",
		Is:    "the best order of amd, ammf, mmf and several dissections, improved part by part",
		Wins:  "if one order serves thousands of factorizations: on most matrices it has the fewest entries of all orderings",
		Time:  "25 to 250, mostly 80",
		Graph: true, Role: Last, Work: 20000,
		Order: func(g *sparsity.Pattern, c Control) (sparsity.Perm, Count) {
			p, s := ordering.Search(g, ordering.SearchOptions{Stop: c.stopSearch()})
			return p, Count{s.NNZL, s.FlopsLU}
		},
	},
}

// minimumFill returns the ordering by a variant of minimum fill.
func minimumFill(v ordering.AMFVariant) func(*sparsity.Pattern, Control) (sparsity.Perm, Count) {
	return func(g *sparsity.Pattern, c Control) (sparsity.Perm, Count) {
		opt := v.Options()
		opt.Stop = c.stopAMD()
		p, s := ordering.AMF(g, opt)
		return p, Count{s.NNZL, s.FlopsLU}
	}
}
