package plotting

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"hash/crc32"
	"maps"
	"slices"
	"sync"

	"github.com/klauspost/compress/zlib"
)

// encodePNG writes pixels as a palette image with text chunks. It follows the
// PNG specification (W3C, third edition, 2025): colour type 3, no filter, which
// suits large areas of one colour.
func encodePNG(pix []uint32, w, h int, title, description string) []byte {
	indexed, palette := quantize(pix)
	var out bytes.Buffer
	out.Grow(48 << 10)
	out.WriteString("\x89PNG\r\n\x1a\n")
	head := binary.BigEndian.AppendUint32(nil, uint32(w))
	head = binary.BigEndian.AppendUint32(head, uint32(h))
	chunk(&out, "IHDR", append(head, 8, 3, 0, 0, 0)) // 8 bits, palette
	colors := make([]byte, 0, 3*len(palette))
	for _, c := range palette {
		colors = append(colors, byte(c>>16), byte(c>>8), byte(c))
	}
	chunk(&out, "PLTE", colors)
	for _, t := range [][2]string{{"Title", title}, {"Description", description}, {"Software", "sbstat"}} {
		if t[1] != "" {
			chunk(&out, "iTXt", []byte(t[0]+"\x00\x00\x00\x00\x00"+t[1])) // uncompressed, no language, UTF-8
		}
	}
	chunk(&out, "IDAT", deflate(indexed, w, h))
	chunk(&out, "IEND", nil)
	return out.Bytes()
}

func chunk(out *bytes.Buffer, kind string, data []byte) {
	var n [4]byte
	binary.BigEndian.PutUint32(n[:], uint32(len(data)))
	out.Write(n[:])
	start := out.Len()
	out.WriteString(kind)
	out.Write(data)
	binary.BigEndian.PutUint32(n[:], crc32.ChecksumIEEE(out.Bytes()[start:]))
	out.Write(n[:])
}

var deflaters = sync.Pool{New: func() any {
	w, _ := zlib.NewWriterLevel(nil, 6)
	return w
}}

// deflate compresses the rows, each led by its filter byte 0.
func deflate(indexed []byte, w, h int) []byte {
	var out bytes.Buffer
	z := deflaters.Get().(*zlib.Writer)
	defer deflaters.Put(z)
	z.Reset(&out)
	row := make([]byte, w+1)
	for y := range h {
		copy(row[1:], indexed[y*w:(y+1)*w])
		_, _ = z.Write(row) // a bytes.Buffer takes everything
	}
	_ = z.Close()
	return out.Bytes()
}

// quantize maps pixels to at most 256 colours. Figures seldom have more; then
// the most frequent stay and the others become the nearest of them.
func quantize(pix []uint32) (indexed []byte, palette []uint32) {
	indexed = make([]byte, len(pix))
	index := make(map[uint32]byte, 256)
	last, k := ^uint32(0), byte(0)
	for i, p := range pix {
		if p != last {
			var ok bool
			if k, ok = index[p]; !ok {
				if len(palette) == 256 {
					palette = frequent(pix, 256)
					return remap(pix, indexed, palette), palette
				}
				k = byte(len(palette))
				index[p] = k
				palette = append(palette, p)
			}
			last = p
		}
		indexed[i] = k
	}
	return indexed, palette
}

// frequent returns the n colours that most pixels have, ties by their value.
func frequent(pix []uint32, n int) []uint32 {
	counts := map[uint32]int{}
	for _, p := range pix {
		counts[p]++
	}
	colors := slices.SortedFunc(maps.Keys(counts), func(a, b uint32) int {
		return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b))
	})
	return colors[:n:n]
}

// remap gives every pixel the nearest colour of the palette.
func remap(pix []uint32, indexed []byte, palette []uint32) []byte {
	index := map[uint32]byte{}
	for i, p := range pix {
		k, ok := index[p]
		if !ok {
			k = nearest(p, palette)
			index[p] = k
		}
		indexed[i] = k
	}
	return indexed
}

// nearest returns the index of the closest colour.
func nearest(c uint32, palette []uint32) (best byte) {
	smallest := int32(1 << 30)
	for i, p := range palette {
		dr, dg, db := int32(c>>16&255)-int32(p>>16&255), int32(c>>8&255)-int32(p>>8&255), int32(c&255)-int32(p&255)
		if d := dr*dr + dg*dg + db*db; d < smallest {
			best, smallest = byte(i), d
		}
	}
	return best
}
