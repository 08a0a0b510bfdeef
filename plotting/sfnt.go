package plotting

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/image/font/sfnt"
)

// parseFonts reads a font file: a TTF, an OTF, or all faces of a TTC or OTC
// collection. Faces that cannot be read are left out; a file without any that
// can is an error.
//
// The sfnt parser wants every table on a four-byte boundary ("invalid table
// offset" otherwise). TrueType collections share tables between their faces and are
// written by tools that pack them without padding, as WenQuanYi's and Arphic's are:
// the bytes are sound, only their places are not. A face that the parser refuses is
// therefore tried once more as a font of its own, its tables aligned.
func parseFonts(data []byte) ([]*sfnt.Font, error) {
	if len(data) < 12 {
		return nil, errors.New("not a font: too short")
	}
	c, err := sfnt.ParseCollection(data) // takes a single font as well
	if err != nil {
		return nil, err
	}
	var fonts []*sfnt.Font
	var first error
	for i := range c.NumFonts() {
		f, err := c.Font(i)
		if err != nil {
			var own []byte
			if own, err = standalone(data, faceOffset(data, i)); err == nil {
				f, err = sfnt.Parse(own)
			}
		}
		if err != nil {
			first = cmp.Or(first, err)
			continue
		}
		fonts = append(fonts, f)
	}
	if len(fonts) == 0 {
		return nil, cmp.Or(first, errors.New("font collection without a face"))
	}
	return fonts, nil
}

// faceOffset is where the table directory of a face lies in a font file.
func faceOffset(data []byte, i int) int {
	if string(data[:4]) == "ttcf" && len(data) >= 16+4*i {
		return int(binary.BigEndian.Uint32(data[12+4*i:]))
	}
	return 0
}

// needed are the tables that text is set with (OpenType specification 1.9).
var needed = []string{"CFF ", "GPOS", "OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "kern", "loca", "maxp", "name", "post"}

// standalone copies a face out of a font file: the directory and the needed
// tables, in the order of their tags, each on a four-byte boundary.
func standalone(data []byte, offset int) ([]byte, error) {
	if offset < 0 || offset > len(data)-12 {
		return nil, errors.New("not a font: its table directory is cut off")
	}
	head := data[offset:]
	count := int(binary.BigEndian.Uint16(head[4:]))
	if 12+16*count > len(head) {
		return nil, errors.New("not a font: its table directory is cut off")
	}
	type table struct {
		tag  string
		data []byte
	}
	var tables []table
	for i := range count {
		rec := head[12+16*i:]
		tag := string(rec[:4])
		o, n := int(binary.BigEndian.Uint32(rec[8:])), int(binary.BigEndian.Uint32(rec[12:]))
		if o > len(data) || n > len(data)-o {
			return nil, fmt.Errorf("font table %q lies past the end of the file", strings.TrimSpace(tag))
		}
		if slices.Contains(needed, tag) && !slices.ContainsFunc(tables, func(t table) bool { return t.tag == tag }) {
			tables = append(tables, table{tag, data[o : o+n]})
		}
	}
	slices.SortFunc(tables, func(a, b table) int { return cmp.Compare(a.tag, b.tag) })
	size := 12 + 16*len(tables)
	for _, t := range tables {
		size += (len(t.data) + 3) &^ 3
	}
	out := make([]byte, 12+16*len(tables), size)
	copy(out, head[:4])
	binary.BigEndian.PutUint16(out[4:], uint16(len(tables))) // the search fields behind it are not used
	for i, t := range tables {
		rec := out[12+16*i:]
		copy(rec, t.tag)
		binary.BigEndian.PutUint32(rec[8:], uint32(len(out)))
		binary.BigEndian.PutUint32(rec[12:], uint32(len(t.data)))
		out = append(out, t.data...)
		for len(out)%4 != 0 {
			out = append(out, 0)
		}
	}
	return out, nil
}

// fontName is a face's full name, lower case.
func fontName(f *sfnt.Font) string {
	name, err := f.Name(nil, sfnt.NameIDFull)
	if err != nil {
		name, _ = f.Name(nil, sfnt.NameIDFamily)
	}
	return strings.ToLower(name)
}
