package analysis

import (
	"slices"
	"strings"
)

// A Description says what a name of an ordering, or what stands before or behind
// it, means.
type Description struct {
	Name string // as --ordering takes it; blocksPrefix and Endings alone stand for any method
	Is   string // what it does
	Wins string // where it is the one to take
	Time string // to order, by that of amd
}

// Descriptions returns a line for each name of [Methods] without "btf+", one for
// "btf+", and one for each of [Endings]: what help, reports and docs/orderings.md say.
// Where an ordering wins is measured in bench/RESULTS-orderings.md.
func Descriptions() []Description {
	return []Description{
		{"natural", "the order of the file", "for a band of small width on one core, where hardly anything fills less", "0"},
		{"rcm", "reverse Cuthill–McKee, for a small bandwidth", "for band and envelope solvers; for others it fills more than twice as much as amd on average", "0.2 to 0.4"},
		{"amd", "approximate minimum degree of A+Aᵀ, what most programs use", "for a matrix that is factored once, or a tiny one, where a better order costs more than it saves", "1"},
		{"amf", "approximate minimum fill: next is the vertex that adds the fewest edges, by an estimate", "seldom: it has 1 % fewer entries than amd on average", "2"},
		{"ammf", "approximate minimum mean fill: the same per column that is eliminated", "on meshes that supply rails cross, and on circuits where mmf takes too long", "2"},
		{"amrf", "the same by the square root of the degree", "on some matrices that fill heavily, such as cage8 and bayer10", "2"},
		{"mmf", "minimum mean fill, counted edge by edge where no more than 16 neighbours are involved", "on circuits and power flows: the fewest entries and flops on one or a few cores", "4 to 10"},
		{"colamd", "approximate minimum degree of AᵀA, for any choice of row pivots", "inside blocks of unsymmetric matrices, and for the QR of rectangular ones", "1 to 2"},
		{"nd", "nested dissection, as METIS_NodeND: small separators last, hubs last of all", "on meshes and power grids of chips, and for many threads: twice the T1/T∞ of amd by columns on average", "2 to 30, mostly 10"},
		{"search", "the best of amd, ammf, mmf and several dissections, improved part by part", "where one order serves thousands of factorizations: the fewest entries of all on most matrices", "25 to 250, mostly 80"},
		{blocksPrefix, "in front of a name: the same inside the diagonal blocks of the block triangular form", "on reducible matrices, above all on unsymmetric ones; not where blocks break a symmetric pattern", ""},
		{Lower, "behind a name of A+Aᵀ: the same fill with an elimination tree as low as possible", "where each level costs the same, as in triangular solves on a GPU", "+1"},
		{Shorter, "behind a name of A+Aᵀ: the same fill with as few flops on the critical path as possible", "on many threads, where a task costs its flops", "+1"},
	}
}

// peers says for names that other programs use which method is theirs. The keys are
// in lower case, without spaces, hyphens and underscores.
func peers() map[string]string {
	const (
		dissection = "nd is nested dissection, as METIS_NodeND"
		scotch     = "nd is nested dissection, as SCOTCH_graphOrder"
		degree     = "amd is minimum degree, with approximate degrees"
		columns    = "colamd is minimum degree of the columns, with approximate degrees"
		bandwidth  = "rcm is reverse Cuthill-McKee"
		fill       = "mmf counts the fill, and amf, ammf and amrf estimate it"
		file       = "natural is the order of the file"
		blocks     = "btf+amd is amd inside the diagonal blocks, as KLU orders"
		portfolio  = "best runs the orderings that may win and compares them"
	)
	return map[string]string{
		"metis": dissection, "metisnodend": dissection, "ndmetis": dissection, "nodend": dissection, "parmetis": dissection,
		"mtmetis": dissection, "nesdis": dissection, "nesteddissection": dissection, "dissection": dissection, "dissect": dissection,
		"scotch": scotch, "ptscotch": scotch,
		"mmd": degree, "md": degree, "genmmd": degree, "minimumdegree": degree, "multipleminimumdegree": degree, "mindegree": degree,
		"mindeg": degree, "symamd": degree, "symmmd": degree, "camd": degree, "qamd": degree, "csymamd": degree, "approximateminimumdegree": degree,
		"mmdata": columns, "mmdofata": columns, "colmmd": columns, "colmd": columns, "ccolamd": columns, "colperm": columns, "columnminimumdegree": columns,
		"cm": bandwidth, "cuthillmckee": bandwidth, "reversecuthillmckee": bandwidth, "symrcm": bandwidth, "rcmk": bandwidth, "genrcm": bandwidth,
		"cuthill": bandwidth, "sloan": bandwidth, "gps": bandwidth, "gibbspoolestockmeyer": bandwidth,
		"minimumfill": fill, "minfill": fill, "mf": fill, "minimumdeficiency": fill, "mindeficiency": fill,
		"none": file, "identity": file, "original": file, "given": file, "file": file, "unordered": file,
		"btf": blocks, "klu": blocks, "blocktriangular": blocks,
		"auto": portfolio, "automatic": portfolio, "default": portfolio,
	}
}

// PeerHint returns which method is meant by a name that other programs use, "" for
// a name that none uses. It may have "btf+" in front and one of [Endings] behind.
func PeerHint(name string) string {
	name, inBlocks := strings.CutPrefix(name, blocksPrefix)
	for _, ending := range Endings() {
		name = strings.TrimSuffix(name, ending)
	}
	hint := peers()[strings.NewReplacer(" ", "", "-", "", "_", "", "–", "").Replace(strings.ToLower(name))]
	method, _, _ := strings.Cut(hint, " ")
	if inBlocks && slices.Contains(Methods(), blocksPrefix+method) {
		return hint + "; " + blocksPrefix + method + " does it inside blocks"
	}
	return hint
}
