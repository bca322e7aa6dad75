package runpage

import (
	"slices"

	"github.com/nrkit/nrkit/reports"
)

// Compose fills the document of a page from the report of a diagnosis and the report of
// phases. It begins with the verdict, and continues with the drawings, the findings, the
// tables, and the rules that found nothing.
func Compose(doc, diagnosis, phases *reports.Document, d *Data) {
	facts, findings := split(diagnosis)
	recorded, tables := split(phases)
	doc.Add(reports.Heading("Verdict"))
	doc.Add(recorded...)
	doc.Add(facts...)
	doc.Add(take(&findings, "Findings")...)
	warnings := joined(take(&findings, "Warnings"), take(&tables, "Warnings"))
	addDrawings(doc, d)
	others := slices.IndexFunc(findings, func(s section) bool { return s.title == "Clear" || s.title == "Abstained" })
	if others < 0 {
		others = len(findings)
	}
	for _, s := range slices.Concat(findings[:others], tables, findings[others:]) {
		doc.Add(s.title)
		doc.Add(s.blocks...)
	}
	if len(warnings) > 0 {
		doc.Add(reports.Heading("Warnings"), warnings)
	}
}

// ComposePair fills the document of a page about two runs on one time line, from the
// report of their comparison and what was aligned. It begins with the verdict and what
// changed, and continues with the timeline, and the other sections of the comparison.
func ComposePair(doc, comparison *reports.Document, aligned []reports.Block, d *Data) {
	facts, sections := split(comparison)
	doc.Add(reports.Heading("Verdict"))
	doc.Add(facts...)
	if changed := take(&sections, "What changed"); changed != nil {
		doc.Add(reports.Heading("What changed"))
		doc.Add(changed...)
	}
	doc.Add(reports.Heading("Timeline"))
	doc.Add(aligned...)
	doc.Add(reports.Place{ID: "timeline", Text: noScripts})
	for _, s := range sections {
		doc.Add(s.title)
		doc.Add(s.blocks...)
	}
	d.steps = solutions{} // steps of both runs together say nothing
}

// joined returns the items of the lists among blocks, each once.
func joined(parts ...[]reports.Block) reports.List {
	var all reports.List
	for _, b := range slices.Concat(parts...) {
		list, _ := b.(reports.List)
		for _, item := range list {
			if !slices.Contains(all, item) {
				all = append(all, item)
			}
		}
	}
	return all
}

// A section is a heading with the blocks below it.
type section struct {
	title  reports.Heading
	blocks []reports.Block
}

// split returns the blocks of a document before the first heading, and its sections.
func split(d *reports.Document) (before []reports.Block, list []section) {
	for _, b := range d.Blocks {
		if title, ok := b.(reports.Heading); ok {
			list = append(list, section{title: title})
		} else if n := len(list); n > 0 {
			list[n-1].blocks = append(list[n-1].blocks, b)
		} else {
			before = append(before, b)
		}
	}
	return before, list
}

// take removes the section of a title and returns its blocks.
func take(list *[]section, title string) []reports.Block {
	k := slices.IndexFunc(*list, func(s section) bool { return string(s.title) == title })
	if k < 0 {
		return nil
	}
	blocks := (*list)[k].blocks
	*list = slices.Delete(*list, k, k+1)
	return blocks
}
