// Package spelling finds the known word that a misspelt one is most like.
package spelling
