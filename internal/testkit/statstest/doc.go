// Package statstest compares reports with the reports that nsys printed, byte for
// byte. The order of rows with equal sort keys does not matter.
package statstest
