// Package statstest compares reports with those that nsys printed, byte for
// byte, except that rows which the report's order does not tell apart may be in
// any order.
package statstest
