package ordering

// An AMFVariant is a choice of options of [AMF] that goes by a name of its own.
// None is the best on all matrices. With [AMD] they are worth trying one after
// the other, or at once: no two runs share memory.
type AMFVariant int

const (
	// VariantAMF is approximate minimum fill, as MUMPS estimates it.
	VariantAMF AMFVariant = iota

	// VariantAMMF is approximate minimum mean fill: of what is eliminated at a
	// time, by its columns.
	VariantAMMF

	// VariantAMRF is the same by the square root of the degree.
	VariantAMRF

	// VariantMMF is minimum mean fill, counted edge by edge where that is
	// cheap. It needs four to ten times the time of AMD, the others no more
	// than three times.
	VariantMMF
)

// AMFVariants returns all variants.
func AMFVariants() []AMFVariant {
	return []AMFVariant{VariantAMF, VariantAMMF, VariantAMRF, VariantMMF}
}

// Options returns the options of v.
func (v AMFVariant) Options() AMFOptions {
	switch v {
	case VariantAMMF:
		return AMFOptions{Score: AMFMeanFill, Ties: AMFOldest, AllCliques: true}
	case VariantAMRF:
		return AMFOptions{Score: AMFRelative, AllCliques: true}
	case VariantMMF:
		return AMFOptions{Score: AMFMeanFill, Ties: AMFOldest, AllCliques: true, Exact: 16}
	}
	return AMFOptions{AllCliques: true}
}

// String returns the name of v: amf, ammf, amrf or mmf. Any other v has the options
// of amf, and its name.
func (v AMFVariant) String() string {
	switch v {
	case VariantAMMF:
		return "ammf"
	case VariantAMRF:
		return "amrf"
	case VariantMMF:
		return "mmf"
	}
	return "amf"
}
