// Package hostile makes names that attack what shows them, and finds what got
// through. It is for tests.
package hostile
