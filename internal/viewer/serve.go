package viewer

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"time"
)

// Times of a viewing.
const (
	Patience = 20 * time.Second // until there is a hint
	grace    = 2 * time.Second  // for answers that are under way at the end
	reading  = 10 * time.Second // for the head of a request
)

// Serve answers requests until the viewer has the trace, or until ctx ends, whose
// error it returns then. Where the viewer does not have the trace when patience
// is over, hint is called, once, with the stage that was reached. The listener is
// closed in any case.
func (s *Server) Serve(ctx context.Context, l net.Listener, patience <-chan time.Time, hint func(Stage)) error {
	server := &http.Server{Handler: s, ReadHeaderTimeout: reading, ErrorLog: log.New(io.Discard, "", 0)}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	err := s.wait(ctx, ended, patience, hint)
	closing, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	if server.Shutdown(closing) != nil {
		_ = server.Close() // whoever reads that slowly gets no more
	}
	return err
}

// wait returns when there is nothing to wait for any more.
func (s *Server) wait(ctx context.Context, ended <-chan error, patience <-chan time.Time, hint func(Stage)) error {
	for {
		select {
		case <-s.posted:
			return nil
		case err := <-ended:
			if errors.Is(err, http.ErrServerClosed) {
				return nil
			}
			return err
		case <-ctx.Done():
			return ctx.Err()
		case <-patience:
			patience = nil
			if stage := s.Stage(); stage < Posted {
				hint(stage)
			}
		}
	}
}
