package collection

import "math"

// Peers is what the results of a matrix say of the fill of other programs'
// orderings, for the pattern of A+Aᵀ without pivoting.
type Peers struct {
	Rows     int     `json:"rows"`
	Cols     int     `json:"cols"`
	Symmetry float64 `json:"pattern_symmetry"`
	AMD      struct {
		AMD Fill `json:"amd"`
	} `json:"stage_amd"`
	METIS struct {
		METIS   Fill    `json:"metis"`
		Seconds float64 `json:"metis_s"`
	} `json:"stage_metis"`
	SCOTCH struct {
		SCOTCH Fill `json:"scotch"`
	} `json:"stage_scotch"`
	SuperLU struct {
		MMD Fill `json:"slu_mmd"`
	} `json:"stage_slu"`
	CHOLMOD struct {
		Nine Fill `json:"cholmod_nine"`
	} `json:"stage_cholmod"`
}

// Fill is the entries of L, the diagonal included; 0 where the program gave none.
type Fill struct {
	LNZ float64 `json:"lnz"`
}

// A Peer is one of them by name.
type Peer struct {
	Name string
	LNZ  float64
}

// List returns all peers, those without a figure too.
func (p *Peers) List() []Peer {
	return []Peer{
		{"AMD", p.AMD.AMD.LNZ}, {"METIS", p.METIS.METIS.LNZ}, {"SCOTCH", p.SCOTCH.SCOTCH.LNZ},
		{"MMD", p.SuperLU.MMD.LNZ}, {"CHOLMOD's nine", p.CHOLMOD.Nine.LNZ},
	}
}

// Least returns the peer with the fewest entries, the first of equals. If no peer has a
// figure, its LNZ is infinite.
func Least(peers []Peer) Peer {
	least := Peer{LNZ: math.Inf(1)}
	for _, p := range peers {
		if p.LNZ > 0 && p.LNZ < least.LNZ {
			least = p
		}
	}
	return least
}
