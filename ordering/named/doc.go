// Package named is the table of the orderings that go by a name. analyze and nrprof
// run take the same names. A row of the table says what the name means, on which
// matrices the ordering runs and how it runs.
//
//	m, inBlocks, err := named.Lookup("btf+amd")
//	p, _ := m.Apply(pattern, named.Control{})
//
// To add an ordering is to add a row to [Methods]. Help, completion, hints for the
// names that other programs use, and the portfolio of analyze follow from the row.
package named
