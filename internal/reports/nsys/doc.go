// Package nsys words the content that package internal/nsys/summary gathered for a
// run under Nsight Systems: [Summary] makes a document of package reports.
package nsys
