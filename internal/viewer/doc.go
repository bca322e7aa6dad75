// Package viewer shows a trace in ui.perfetto.dev, which runs in the browser.
//
// A browser lets a page of the internet read from this machine only with the
// permission of its user. The package therefore serves a page on the loopback
// interface. The page opens the viewer in a tab, waits until the viewer answers PING
// with PONG, and hands the trace to the viewer by postMessage [1]. The viewer trusts
// pages of localhost and 127.0.0.1. The trace goes from this machine to a tab of its
// browser, and to no other place.
//
// [1] https://perfetto.dev/docs/visualization/deep-linking-to-perfetto-ui,
// ui/src/frontend/post_message_handler.ts of Perfetto.
package viewer
