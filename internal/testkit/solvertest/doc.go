// Package solvertest makes captures of calls into solver libraries, as the library that
// watches a program writes them.
package solvertest
