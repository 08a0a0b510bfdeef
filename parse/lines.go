package parse

import (
	"bytes"
	"fmt"
	"io"
	"sync"
)

const (
	defaultMaxLine = 1 << 20
	chunkSize      = 256 << 10
)

// line is one line of the input without its end.
type line struct {
	text []byte // valid until the next call of lines.next
	no   int    // 1-based
	open bool   // the input ends here without a line end
	long bool   // the rest of the line, beyond the limit, was passed over
}

// lines splits a text into lines without copying. A line ends with LF, CR LF
// (CR CR LF) or the end of the text (decode has turned lone CRs into LF). Memory is bounded by the limit on a line.
type lines struct {
	src        io.Reader
	chunk      *[chunkSize]byte // from the pool
	buf        []byte           // chunk, or a larger one
	start, end int              // buf[start:end] is unread
	no         int
	limit      int
	err        error // of src, io.EOF included
}

// chunks are buffers for the next input: reading thousands of small files
// would spend its time on clearing fresh ones.
var chunks = sync.Pool{New: func() any { return new([chunkSize]byte) }}

func newLines(src io.Reader, limit int) *lines {
	if limit <= 0 {
		limit = defaultMaxLine
	}
	chunk := chunks.Get().(*[chunkSize]byte)
	return &lines{src: src, limit: limit, chunk: chunk, buf: chunk[:]}
}

// release gives the buffer back. No line may be in use then.
func (l *lines) release() {
	if l.chunk != nil {
		chunks.Put(l.chunk)
		l.chunk, l.buf, l.start, l.end = nil, nil, 0, 0
	}
}

// next returns the next line, or the error of the source: io.EOF at the end.
func (l *lines) next() (line, error) {
	scanned := 0
	for {
		if i := bytes.IndexByte(l.buf[l.start+scanned:l.end], '\n'); i >= 0 {
			text := l.buf[l.start : l.start+scanned+i]
			l.start += scanned + i + 1
			return l.make(text, false), nil
		}
		scanned = l.end - l.start
		if scanned > l.limit {
			return l.overlong()
		}
		if l.err != nil {
			if l.err == io.EOF && scanned > 0 {
				text := l.buf[l.start:l.end]
				l.start = l.end
				return l.make(text, true), nil
			}
			return line{}, l.err
		}
		l.fill()
	}
}

// unread returns what is read of the source and not yet of the lines. It may
// end within a line.
func (l *lines) unread() []byte { return l.buf[l.start:l.end] }

// skip moves past a line whose text and line end have n bytes.
func (l *lines) skip(n int) {
	l.start += n
	l.no++
}

func (l *lines) make(text []byte, open bool) line {
	l.no++
	long := len(text) > l.limit
	if long {
		text = text[:l.limit]
	}
	for n := len(text); n > 0 && text[n-1] == '\r'; n-- {
		text = text[:n-1]
	}
	return line{text: text, no: l.no, open: open, long: long}
}

// overlong returns the head of a line longer than the limit and drops the
// rest of it.
func (l *lines) overlong() (line, error) {
	head := bytes.Clone(l.buf[l.start : l.start+l.limit])
	open := false
	for {
		if i := bytes.IndexByte(l.buf[l.start:l.end], '\n'); i >= 0 {
			l.start += i + 1
			break
		}
		l.start, l.end = 0, 0
		if l.err != nil {
			if l.err != io.EOF {
				return line{}, l.err
			}
			open = true
			break
		}
		l.fill()
	}
	l.no++
	return line{text: head, no: l.no, open: open, long: true}, nil
}

// fill reads more, moving the unread rest to the front and growing the buffer
// only for a line that does not fit.
func (l *lines) fill() {
	if l.start > 0 {
		copy(l.buf, l.buf[l.start:l.end])
		l.start, l.end = 0, l.end-l.start
	}
	if l.end == len(l.buf) {
		l.buf = append(l.buf, make([]byte, len(l.buf))...)
	}
	for tries := 0; ; tries++ {
		n, err := l.src.Read(l.buf[l.end:])
		l.end += n
		if err != nil {
			l.err = err
			return
		}
		if n > 0 {
			return
		}
		if tries == 100 {
			l.err = fmt.Errorf("the input gives no data and no end: %w", io.ErrNoProgress)
			return
		}
	}
}
