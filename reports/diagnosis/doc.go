// Package diagnosis words what package diagnose found.
package diagnosis
