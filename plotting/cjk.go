package plotting

import "errors"

func cjkFaces(path string, data []byte) ([2]*face, error) {
	return [2]*face{}, errors.New("install a CJK font (Debian: fonts-noto-cjk)")
}
