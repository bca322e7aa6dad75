// Package xplanetest makes profiles as JAX writes them, for tests.
package xplanetest
