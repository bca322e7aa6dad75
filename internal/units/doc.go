// Package units writes numbers the way a person reads them: grouped digits,
// three significant figures, decimal prefixes for operations and binary ones
// for memory. The text does not depend on the locale.
package units
