// Package matlab reads sparse matrices from MAT-files of level 5, which MATLAB,
// Octave and SciPy write.
package matlab
