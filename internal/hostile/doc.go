// Package hostile makes names that attack the program that shows them, and finds the
// attacks that succeeded. It is for tests.
package hostile
