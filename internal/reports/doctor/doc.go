// Package doctor words what package internal/doctor found on a system: [Report] is
// a table, and below it what to do about what is missing.
package doctor
