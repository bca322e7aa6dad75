// Package nsys words what package internal/nsys/summary gathered of a run under Nsight
// Systems, as a document of package reports: [Summary].
package nsys
