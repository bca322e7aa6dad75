// Package calibrate measures how long unit operations take on this machine, and knows
// typical times for machines that were not measured.
//
// [Measure] runs a few loops that resemble sparse LU. [Save] keeps the figures for the
// machine, and [Load] finds them again. Without them, Load takes a row of the shipped
// table, by the microarchitecture of the CPU, or a generic row.
package calibrate
