//go:build !invariants

package invariant

// Enabled tells whether the program was built with the tag invariants.
const Enabled = false
