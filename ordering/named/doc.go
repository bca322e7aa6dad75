// Package named is the table of the orderings that go by a name: analyze and
// nrprof run take the same names, and both learn from a row of the table what the
// name means, on which matrices it runs and how.
//
//	m, inBlocks, err := named.Lookup("btf+amd")
//	p, _ := m.Apply(pattern, named.Control{})
//
// To add an ordering is to add a row to [Methods]. Help, completion, hints for
// the names of other programs and the portfolio of analyze follow from the row.
package named
