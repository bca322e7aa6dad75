package main

import (
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
)

// A licence is a file with the terms of a module, or with what its authors want
// said beside them.
type licence struct {
	file string   // inside the module
	ids  []string // SPDX identifiers; none for a file NOTICE
	text string   // without white space at ends of lines and of the file
}

// known are phrases of licences, in which white space counts as one blank. A licence
// is found if its text has all phrases of a line and no phrase of unless.
var known = []struct {
	id      string
	phrases []string
	unless  string
}{
	{"Apache-2.0", []string{"Apache License Version 2.0, January 2004"}, ""},
	{"MIT", []string{"Permission is hereby granted, free of charge, to any person obtaining a copy", `THE SOFTWARE IS PROVIDED "AS IS"`}, ""},
	{"BSD-3-Clause", []string{"Redistribution and use in source and binary forms", "be used to endorse or promote products derived from"}, ""},
	{"BSD-2-Clause", []string{"Redistribution and use in source and binary forms"}, "be used to endorse or promote products derived from"},
	{"ISC", []string{"Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted"}, ""},
	{"CC-BY-4.0", []string{"Creative Commons Attribution 4.0 International Public License"}, ""},
	{"CC-BY-4.0", []string{"creativecommons.org/licenses/by/4.0"}, ""},
	{"LicenseRef-SQLite-Public-Domain", []string{"SQLite Is Public Domain"}, ""},
	{"OFL-1.1", []string{"SIL OPEN FONT LICENSE Version 1.1"}, ""},
	{"FTL", []string{"The FreeType Project LICENSE"}, ""},
	{"FTL", []string{"your choice of exactly one of the following two licenses: * The FreeType License"}, ""},
}

// newLicence finds out which licence a text is. A file called NOTICE may have any
// text.
func newLicence(file, text string) (licence, error) {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for k := range lines {
		lines[k] = strings.TrimRight(lines[k], " \t\f")
	}
	l := licence{file: file, text: strings.Trim(strings.Join(lines, "\n"), "\n")}
	flat := strings.Join(strings.Fields(text), " ")
	for _, k := range known {
		missing := func(phrase string) bool { return !strings.Contains(flat, phrase) }
		if !slices.ContainsFunc(k.phrases, missing) && (k.unless == "" || missing(k.unless)) {
			l.ids = append(l.ids, k.id)
		}
	}
	if l.ids == nil && !strings.HasPrefix(strings.ToUpper(path.Base(file)), "NOTICE") {
		return licence{}, fmt.Errorf("%s: a licence that scripts/notice does not know", file)
	}
	return l, nil
}

// ids are the identifiers of a module's licences, each once.
func (m module) ids() string {
	var ids []string
	for _, l := range m.licences {
		ids = append(ids, l.ids...)
	}
	slices.Sort(ids)
	return strings.Join(slices.Compact(ids), " AND ")
}

const head = `nrkit
=====

nrkit is licensed under the Apache License, Version 2.0; the file LICENSE has its text.

The programs analyze and nrprof contain code of the modules below, each under its own
licence. None is modified; the path of a module is the address of its source.
scripts/notice writes this file: go generate ./scripts/notice.

`

// render writes the table of the modules and then each text once, below the files
// that have it.
func render(w io.Writer, modules []module) error {
	var b strings.Builder
	b.WriteString(head)
	for _, m := range modules {
		fmt.Fprintf(&b, "* %s: %s\n", strings.TrimSpace(m.path+" "+m.version), m.ids())
	}
	var texts []string
	owners := map[string][]string{}
	for _, m := range modules {
		for _, l := range m.licences {
			if owners[l.text] == nil {
				texts = append(texts, l.text)
			}
			owners[l.text] = append(owners[l.text], fmt.Sprintf("%s: %s", m.path, l.file))
		}
	}
	for _, text := range texts {
		fmt.Fprintf(&b, "\n%s\n\n%s\n\n%s\n", strings.Repeat("-", 80), strings.Join(owners[text], "\n"), text)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
