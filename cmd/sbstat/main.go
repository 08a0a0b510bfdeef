package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	done := make(chan int, 1)
	go func() { done <- run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr) }()
	select {
	case code := <-done:
		os.Exit(code)
	case <-ctx.Done():
	}
	stop() // a second Ctrl-C ends the program at once
	// Files are written whole and renamed into place, so that leaving early
	// breaks none. The moment lets the readers stop and temporary files go.
	select {
	case <-done:
	case <-time.After(500 * time.Millisecond):
		fmt.Fprintln(os.Stderr, "sbstat: interrupted")
	}
	os.Exit(exitInterrupted)
}
