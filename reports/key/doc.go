// Package key words the identity of runs, as documents of package reports: [Key] is
// the report of a key, [Explanation] of what two keys differ in.
package key
