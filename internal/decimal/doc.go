// Package decimal turns decimal text into the nearest float64, fast.
//
// [Parse] reads what C and Fortran programs write. Besides the usual forms it
// accepts D as the letter of the exponent, and an exponent with a sign and no letter
// (1.5-300). The result is correctly rounded, as the result of strconv.ParseFloat
// is.
package decimal
