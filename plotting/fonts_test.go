package plotting

import (
	"bytes"
	"encoding/binary"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/image/font/sfnt"

	"github.com/sbstat/sbstat/analysis"
)

// needCJK skips a test where no CJK font is installed, and fails it where the
// environment promises one.
func needCJK(t *testing.T) {
	t.Helper()
	if _, err := findFaces(fontFolders()); err != nil {
		if os.Getenv("SBSTAT_EXTERNAL") == "1" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
}

// unaligned packs fonts into a TrueType collection without padding between the
// tables, as WenQuanYi's and Arphic's tools do: each table starts one byte past
// a four-byte boundary.
func unaligned(fonts ...[]byte) []byte {
	head := []byte("ttcf\x00\x01\x00\x00")
	head = binary.BigEndian.AppendUint32(head, uint32(len(fonts)))
	size := len(head) + 4*len(fonts)
	var dirs [][]byte
	for _, f := range fonts {
		head = binary.BigEndian.AppendUint32(head, uint32(size))
		n := 12 + 16*int(binary.BigEndian.Uint16(f[4:]))
		dirs = append(dirs, slices.Clone(f[:n]))
		size += n
	}
	var body []byte
	for i, f := range fonts {
		for rec := dirs[i][12:]; len(rec) > 0; rec = rec[16:] {
			o, n := binary.BigEndian.Uint32(rec[8:]), binary.BigEndian.Uint32(rec[12:])
			for (size+len(body))%4 != 1 {
				body = append(body, 0)
			}
			binary.BigEndian.PutUint32(rec[8:], uint32(size+len(body)))
			body = append(body, f[o:o+n]...)
		}
	}
	return slices.Concat(head, slices.Concat(dirs...), body)
}

func TestACollectionWithUnalignedTablesIsReadAsTheFontsItHolds(t *testing.T) {
	data := unaligned(liberationsansregular.TTF, liberationsansbold.TTF)
	c, err := sfnt.ParseCollection(data)
	require.NoError(t, err)
	_, err = c.Font(0)
	require.ErrorContains(t, err, "invalid table offset", "what the parser says of such a file")

	fonts, err := parseFonts(data)
	require.NoError(t, err)
	require.Len(t, fonts, 2)
	for i, own := range [][]byte{liberationsansregular.TTF, liberationsansbold.TTF} {
		want, err := sfnt.Parse(own)
		require.NoError(t, err)
		assert.Equal(t, fontName(want), fontName(fonts[i]))
		for _, r := range "Ag0é€" {
			a, b := newFace(want), newFace(fonts[i])
			assert.Equal(t, a.glyph(r), b.glyph(r))
			x, err := a.outline(a.glyph(r).id, 20)
			require.NoError(t, err)
			y, err := b.outline(b.glyph(r).id, 20)
			require.NoError(t, err)
			assert.Equal(t, x, y)
		}
	}
}

func TestADamagedFontIsAnErrorAndNoPanic(t *testing.T) {
	good := unaligned(liberationsansregular.TTF)
	for name, data := range map[string][]byte{
		"empty": nil, "text": []byte("this is no font at all, really"), "cut": good[:200], "half": good[:len(good)/2],
		"many faces": append([]byte("ttcf\x00\x01\x00\x00\xff\xff\xff\xff"), make([]byte, 100)...),
	} {
		_, err := parseFonts(data)
		assert.Error(t, err, name)
	}
}

func FuzzParseFonts(f *testing.F) {
	f.Add([]byte("ttcf\x00\x01\x00\x00\x00\x00\x00\x01\x00\x00\x00\x10"))
	f.Add(unaligned(liberationsansregular.TTF)[:4096])
	f.Fuzz(func(t *testing.T, data []byte) {
		fonts, err := parseFonts(data)
		if err == nil && len(fonts) == 0 {
			t.Error("no fonts and no error")
		}
	})
}

func TestWithoutACJKFontTheErrorNamesThePackageToInstall(t *testing.T) {
	_, err := findFaces([]string{t.TempDir(), "/nonexistent"})
	require.ErrorContains(t, err, "fonts-noto-cjk")
	assert.NotContains(t, err.Error(), "\n")

	f := throughput(t, Options{Lang: "zh", Font: filepath.Join(t.TempDir(), "none.ttf")})
	var b bytes.Buffer
	assert.ErrorContains(t, f.PNG(&b), "none.ttf")
	assert.Zero(t, b.Len(), "nothing is written")
}

func TestAFontWithoutChineseIsRefused(t *testing.T) {
	f := throughput(t, Options{Lang: "zh", FontData: liberationsansregular.TTF})
	assert.ErrorContains(t, f.PNG(&bytes.Buffer{}), "lacks Chinese")
}

func TestAMissingGlyphIsAnErrorThatNamesIt(t *testing.T) {
	f, err := Throughput([]*analysis.Sweep{sweepOf("rocket \U0001F680", graviton)}, Options{})
	require.NoError(t, err)
	var b bytes.Buffer
	err = f.PNG(&b)
	require.ErrorContains(t, err, `"rocket`)
	assert.Contains(t, err.Error(), "\U0001F680")
	assert.Zero(t, b.Len())
	assert.Contains(t, string(encoded(t, f, "svg")), "rocket \U0001F680", "SVG keeps it")
}

func TestAnEnglishFigureWithFullWidthBracketsInNamesNeedsNoCJKFont(t *testing.T) {
	f, err := Throughput([]*analysis.Sweep{sweepOf("AWS（db.m5）", graviton)}, Options{Font: "/nonexistent"})
	require.NoError(t, err)
	assert.NotEmpty(t, encoded(t, f, "png"))
}

func TestTextOfBothScriptsIsSetFromTwoFaces(t *testing.T) {
	needCJK(t)
	f := newFonts(Options{})
	line, width, err := f.set("RDS实例 TPS，99", sans(false), false)
	require.NoError(t, err)
	latin, cjk := 0, 0
	for i, g := range line {
		assert.NotZero(t, g.id, "no box")
		if i > 0 {
			assert.Greater(t, g.x, line[i-1].x)
		}
		if g.face == sans(false) {
			latin++
		} else {
			cjk++
		}
	}
	assert.Equal(t, 9, latin, "RDS, a blank, TPS, 99")
	assert.Equal(t, 3, cjk, "实例，")
	assert.InDelta(t, f.width("RDS实例 TPS，99", false), width, 0.1, "the layout's estimate without the font")
}

func TestEveryInstalledCJKFontSetsChineseAndLatin(t *testing.T) {
	needCJK(t)
	found := candidates(fontFolders())
	require.NotEmpty(t, found)
	for _, c := range found {
		t.Run(filepath.Base(c.regular), func(t *testing.T) {
			f := throughput(t, Options{Lang: "zh", Font: c.regular})
			img, err := png.Decode(bytes.NewReader(encoded(t, f, "png")))
			require.NoError(t, err)
			assert.Equal(t, 1200, img.Bounds().Dx())
			data, err := os.ReadFile(c.regular)
			require.NoError(t, err)
			g := throughput(t, Options{Lang: "zh", FontData: data})
			assert.Equal(t, encoded(t, f, "png"), encoded(t, g, "png"), "by path and as bytes")
		})
	}
}

func TestTheFaceForSimplifiedChineseIsChosenFromACollection(t *testing.T) {
	needCJK(t)
	faces, err := findFaces(fontFolders())
	require.NoError(t, err)
	name := fontName(faces[0].font)
	if !strings.Contains(name, "cjk") {
		t.Skip("the best font here is no collection of languages: " + name)
	}
	assert.Contains(t, name, "sc")
	assert.NotContains(t, name, "mono")
}

func TestCandidatesAreOrderedByLooksAndPairedWithTheirBold(t *testing.T) {
	dir := t.TempDir()
	for _, n := range []string{"ukai.ttc", "wqy-zenhei.ttc", "NotoSansCJK-Light.ttc", "NotoSansCJK-Bold.ttc", "NotoSansCJK-Regular.ttc", "NotoSansSC[wght].ttf", "readme.txt", "Arial.ttf"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, n), nil, 0o600))
	}
	var names []string
	for _, c := range candidates([]string{dir, dir}) {
		names = append(names, filepath.Base(c.regular)+" "+filepath.Base(c.bold))
	}
	assert.Equal(t, []string{"NotoSansCJK-Regular.ttc NotoSansCJK-Bold.ttc", "wqy-zenhei.ttc .", "ukai.ttc ."}, names)
}

func TestFontFoldersAreReadFromFontconfig(t *testing.T) {
	conf := filepath.Join(t.TempDir(), "fonts.conf")
	require.NoError(t, os.WriteFile(conf, []byte(`<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig><dir>/opt/fonts</dir><dir prefix="xdg">fonts</dir><dir>~/.fonts</dir><cachedir>/var/cache</cachedir></fontconfig>`), 0o600))
	assert.Equal(t, []string{"/opt/fonts", "/home/me/.local/share/fonts", "/home/me/.fonts"},
		fontconfigFolders(conf, "/home/me", "/home/me/.local/share"))
	assert.Empty(t, fontconfigFolders("/nonexistent", "", ""))
}

func TestRightToLeftTextIsPutInReadingOrder(t *testing.T) {
	assert.Equal(t, "abc", visual("abc"))
	assert.Equal(t, "x גבא", visual("x אבג"))
}

func TestScriptsThatJoinAreDrawnInSVGOnly(t *testing.T) {
	f, err := Throughput([]*analysis.Sweep{sweepOf("خادم", graviton)}, Options{})
	require.NoError(t, err)
	assert.ErrorContains(t, f.Encode(&bytes.Buffer{}, "png"), "joins with its neighbours, which a PNG of this package cannot draw: write SVG")
	assert.Contains(t, strings.Join(readSVG(t, encoded(t, f, "svg")).texts, " "), "خادم")
	f, err = Throughput([]*analysis.Sweep{sweepOf("שרת", graviton)}, Options{})
	require.NoError(t, err)
	assert.NotEmpty(t, encoded(t, f, "png"))
}
