package parse

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

const defaultMaxUnpacked = 1 << 30

// decode returns the text of src as UTF-8: it unpacks gzip and zstd, drops a
// byte order mark, converts UTF-16 and ends lines with LF where they end with
// CR alone. GB18030 is found and converted line by
// line, by utf8Text. Whoever is done calls close.
func decode(src io.Reader, maxUnpacked int64) (text io.Reader, close func(), err error) {
	close = func() {}
	if maxUnpacked <= 0 {
		maxUnpacked = defaultMaxUnpacked
	}
	in := bufio.NewReaderSize(src, 4096)
	head, err := in.Peek(4)
	if err != nil && err != io.EOF {
		return nil, close, err
	}
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, close, fmt.Errorf("the file looks like gzip but is not: %w", err)
		}
		in = bufio.NewReaderSize(&limited{src: z, left: maxUnpacked, limit: maxUnpacked}, 4096)
	case bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(256<<20))
		if err != nil {
			return nil, close, fmt.Errorf("the file looks like zstd but is not: %w", err)
		}
		close = z.Close
		in = bufio.NewReaderSize(&limited{src: z, left: maxUnpacked, limit: maxUnpacked}, 4096)
	}
	head, err = in.Peek(256)
	if err != nil && err != io.EOF && err != bufio.ErrBufferFull && len(head) == 0 {
		return nil, close, err
	}
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		_, _ = in.Discard(3)
	case looksUTF16(head, 1):
		return transform.NewReader(in, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder()), close, nil
	case looksUTF16(head, 0):
		return transform.NewReader(in, unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder()), close, nil
	}
	if onlyCR(in) {
		return transform.NewReader(in, &crToLF{}), close, nil
	}
	return in, close, nil
}

// onlyCR reports whether the lines of the text end with CR alone, as those of
// old Mac programs: its first 4 KiB have a CR and no LF.
func onlyCR(in *bufio.Reader) bool {
	for _, n := range []int{256, 4096} {
		head, _ := in.Peek(n)
		if bytes.IndexByte(head, '\n') >= 0 {
			return false
		}
		if len(head) < n || n == 4096 {
			return bytes.IndexByte(head, '\r') >= 0
		}
	}
	return false
}

// crToLF turns each CR without LF into LF.
type crToLF struct{ transform.NopResetter }

func (crToLF) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for nSrc < len(src) {
		c := src[nSrc]
		if c == '\r' {
			if nSrc+1 == len(src) && !atEOF {
				return nDst, nSrc, transform.ErrShortSrc
			}
			if nSrc+1 == len(src) || src[nSrc+1] != '\n' {
				c = '\n'
			}
		}
		if nDst == len(dst) {
			return nDst, nSrc, transform.ErrShortDst
		}
		dst[nDst] = c
		nDst++
		nSrc++
	}
	return nDst, nSrc, nil
}

// looksUTF16 reports whether the text begins with the byte order mark of
// UTF-16, or has zeros at every second byte: odd ones (at = 1) for little
// endian, even ones for big endian.
func looksUTF16(head []byte, at int) bool {
	mark := []byte{0xff, 0xfe}
	if at == 0 {
		mark = []byte{0xfe, 0xff}
	}
	if bytes.HasPrefix(head, mark) {
		return true
	}
	if len(head) < 16 {
		return false
	}
	zeros, others := 0, 0
	for i, b := range head {
		switch {
		case b != 0:
		case i%2 == at:
			zeros++
		default:
			others++
		}
	}
	return others == 0 && zeros*10 >= len(head)*4
}

// limited is a reader that ends with an error instead of unpacking more than
// its limit.
type limited struct {
	src         io.Reader
	left, limit int64
}

func (l *limited) Read(p []byte) (int, error) {
	if l.left <= 0 {
		var one [1]byte
		if n, err := l.src.Read(one[:]); n == 0 && err != nil {
			return 0, err
		}
		return 0, fmt.Errorf("the compressed file unpacks to more than %d bytes; unpack it first to read all of it", l.limit)
	}
	if int64(len(p)) > l.left {
		p = p[:l.left]
	}
	n, err := l.src.Read(p)
	l.left -= int64(n)
	return n, err
}

// utf8Text returns a line as valid UTF-8. A line that is not is taken for
// GB18030, the one other encoding in which such tables circulate; what is
// that neither gets replacement characters. No byte of a GB18030 character
// is a line end, so that this works line by line.
func utf8Text(b []byte) []byte {
	if utf8.Valid(b) {
		return b
	}
	t, err := simplifiedchinese.GB18030.NewDecoder().Bytes(b)
	if err == nil && !bytes.ContainsRune(t, utf8.RuneError) {
		return t
	}
	return bytes.ToValidUTF8(b, []byte("\uFFFD"))
}
