// Package diagnose words what package diagnose found.
package diagnose
