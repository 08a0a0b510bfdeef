// Package report renders notebooks: prose, computed values and figures in one
// file, so that the prose cannot disagree with the data.
//
// A notebook is a Markdown file with a YAML head, which names the systems, where their
// runs lie, prices and claims, and with calls in the prose:
//
//	x86 is {{ higher "tps" "x86" vs "Graviton" mean }} faster on average.
//
// [Load] reads such a file, [New] starts the same thing in Go; [Notebook.Run] computes
// it. A call that the data contradict ("higher" where it is lower) is an error
// with its line. The [Document] that comes out is rendered to Markdown, to one
// self-contained HTML page, to a fragment for a blog's editor, to a Jupyter notebook or to JSON.
//
// A claim sets a published figure beside the computed one; [Ledger] lists what
// became of each.
//
// The package computes no statistics of its own (package analysis does) and is no
// general template engine: a notebook reads no file but those that its head
// names, runs no program and reaches no network.
package report
