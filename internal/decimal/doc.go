// Package decimal turns decimal text into the nearest float64, fast.
//
// [Parse] reads what C and Fortran programs write: besides the usual forms a
// D for the letter of the exponent, or no letter where the sign of the
// exponent stands for it (1.5-300). The result is correctly rounded, as
// strconv.ParseFloat's is.
package decimal
