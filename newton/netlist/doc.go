// Package netlist reads the subset of SPICE's circuit language that this module
// simulates, so that one file runs here and in ngspice.
//
// Parse expands subcircuits, evaluates parameters and returns a flat list of
// elements on numbered nodes. It knows the syntax of elements and models, but not
// their equations.
//
// The subset, as ngspice 39 reads it without a compatibility mode:
//
//   - The first line is the title. * or # starts a comment line; ; and, behind a
//     blank or a comma, $ and // start a comment. + continues a line. Case does not
//     matter. Nothing behind .end is read, and a line there gives a warning: ngspice reads it.
//
//   - Numbers: 1k 1.5megohm 10pF 3mil, with the scales t g meg k m mil u n p f. The micro
//     sign is u, and an ohm sign is a letter of a unit: 10µF 1kΩ.
//
//   - B R C L K V I E F G H S W T D Q J Z M X. Sources have dc, pulse, sin, pwl, exp
//     and sffm, and the pattern pat of Xyce; ac is read and dropped. pulse may have a number of pulses, and pwl td= and r=. The points of pwl may stand in a file, as in Xyce:
//     pwl file="NAME", with a time and a value on each line. A switch S may have control={expression} in
//     place of controlling nodes. E, F, G and H have a gain, or
//     poly(n); E and G also value={…} or table. m= multiplies elements, and instances of
//     subcircuits that declare no parameter m. docs/netlists.md has the syntax of each
//     element.
//
//   - .model of type d, npn, pnp, njf, pjf, nmf, pmf, nmos, pmos, sw, csw, vswitch, iswitch, switch, vdmos, r, c, l; .subckt and .ends, nested as well, with params;
//     .param; .global_param; .csparam; .global; .include; .lib; .ic; .nodeset; .options; .temp; .op; .dc; .tran;
//     .save, .print, .plot and .probe of v(node), v(node,node) and i(source); .title. .temp
//     overrides .options temp.
//
//   - .step, and several values of .temp, are not run as steps: what is stepped has its first
//     value, with a warning. A parameter, an element (R1), its parameter (M1:W, X1:R1:R),
//     a parameter of a model (MODEL:IS), an argument of a waveform (V1:FREQ), the
//     temperature or the first row of a table of .data can be stepped. .sampling and its
//     like are ignored with a warning; agauss, gauss, aunif, unif and limit(x,y) have
//     their nominal values.
//
//   - .dc sweeps voltage and current sources, the temperature (temp), and all that .step can
//     step, the first one fastest. A table of .data gives its columns their rows. Beside start, stop and
//     step, Xyce's list, dec and oct are read. The reader chooses .tran if there is one,
//     otherwise .dc, otherwise .op.
//
//   - Forms of Xyce: .tran with step 0, .options with the name of a package, nodes such as $N_0001,
//     a subcircuit with ground as a node, .ic and .nodeset with node value, poly(n) in
//     expressions, models without = behind names of parameters, tce of resistors.
//
//   - Expressions of parameters in {} or quotes: ?: || && == != <> < <= > >= + - * / % !
//     ^ **, from the weakest on, and the functions abs sqrt sqr exp log ln log10 sin cos
//     tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh sgn sign u u2 uramp stp int
//     nint floor ceil min max pow pwr pwrs fmod limit if table pwl. x^y is |x|^y, joined
//     from the left; log is the natural logarithm.
//
//   - The same expressions with v(node), v(node,node), i(source), time, temper and hertz
//     (0), in B elements, in value= and table of E and G, and as values of R, C and L.
//     pow and pwr have the values of ngspice: there pow is |x|^y and pwr has the sign of
//     x. In parameters pow is x^y and pwr is |x|^y. ddt and sdt are the derivative and the
//     integral by time, with the integration formula of the analysis.
//
//   - .if (expression), .elseif, .else and .endif in the main circuit, with parameters that are
//     defined in front of them.
//
//   - .func name(argument, …) {expression}, and .param name(argument, …) = expression. A
//     function is visible in its subcircuit and in those inside.
//
//   - Parameters that need no definition: pi, temp and temper (°C), vt (the thermal voltage), gmin, and
//     freq and hertz, which are 0.
//
//   - A parameter is looked up in the instance, then in the instances around it. A
//     parameter that an instance sets overrides .param in the subcircuit.
//
//   - .control blocks: op, dc, tran and run ask for analyses, as .op, .dc and .tran do. If
//     there are several transients, the reader takes the first that ngspice runs.
//     Before that analysis, let and set name constants. The reader puts the constants
//     in place of $&name and $name. alter changes a value of an element; set and option
//     set options.
//     Commands that look at results are passed over. A command that would change
//     that analysis in another way, such as altermod, is an error.
//
// A netlist that asks for small-signal analyses alone, such as .ac, or for a periodic steady
// state, such as .hb, has its operating point as the analysis, with a warning. Beside other analyses they are ignored with a
// warning, as are .meas, unknown commands of .control blocks and unknown
// options. Other elements and cards are errors. Some inputs that
// ngspice reads in an unexpected way are errors too: 2k7 (2000), mil in an
// expression (milli), two values on one element, two models of the same name.
package netlist
