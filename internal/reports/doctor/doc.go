// Package doctor words what package internal/doctor found on a system: [Report] is a
// table, followed by advice on what is missing.
package doctor
