// Package spelling finds the known word that is most like a misspelt word.
package spelling
