package nsys

import "strings"

// System returns the facts of the machine in the export, by name, such as
// CpuDescription and NvDriverVersion. If there are several machines, it returns the
// facts of the first.
func (e *Export) System() (map[string]string, error) {
	values := map[string]string{}
	err := e.scan("TARGET_INFO_SYSTEM_ENV", columns("name value"), func(r *row) error {
		name, value := r.text(0), r.text(1)
		if _, ok := values[name]; !ok {
			values[name] = value
		}
		return r.err
	})
	return values, err
}

// Environment returns the environment of the first program that was launched, in
// entries NAME=value. It is the environment of the capture if the export has it, and
// otherwise the environment of the machine, in which entries with a semicolon are
// cut. It reports false if the export has neither.
func (e *Export) Environment() (entries []string, known bool, err error) {
	err = e.scan("META_DATA_CAPTURE", columns("name value"), func(r *row) error {
		if name := r.text(0); name == "PROCESS_0:ENVIRONMENT_VARIABLE" {
			entries = append(entries, unquoted(r.text(1)))
		}
		return r.err
	})
	if err != nil || len(entries) > 0 {
		return entries, len(entries) > 0, err
	}
	system, err := e.System()
	if err != nil {
		return nil, false, err
	}
	all, known := system["DeviceEnvironment"]
	if !known {
		return nil, false, nil
	}
	return strings.Split(all, ";"), true, nil
}

// unquoted returns an entry NAME="value" without the quotation marks.
func unquoted(entry string) string {
	name, value, ok := strings.Cut(entry, "=")
	if n := len(value); ok && n >= 2 && value[0] == '"' && value[n-1] == '"' {
		return name + "=" + value[1:n-1]
	}
	return entry
}
