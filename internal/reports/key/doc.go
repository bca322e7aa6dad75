// Package key words the identity of runs, as documents of package reports: [Key]
// makes the report of a key, [Explanation] the report of the differences between two
// keys.
package key
