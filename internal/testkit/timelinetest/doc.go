// Package timelinetest makes exports of Nsight Systems, for tests of packages that
// read exports.
package timelinetest
