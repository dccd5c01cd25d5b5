/**
 * The files of the fonts that boards are written in, for a server that draws: a face each, by its name. Together they have Latin
 * letters, the rupee sign and the eight scripts of the languages.
 */
export const fontFiles = {
  'archivo-board': new URL('../fonts/archivo-board.woff2', import.meta.url),
  'archivo-rupee': new URL('../fonts/archivo-rupee.woff2', import.meta.url),
  'archivo-latin': new URL('../fonts/archivo-latin.woff2', import.meta.url),
  'archivo-latin-ext': new URL('../fonts/archivo-latin-ext.woff2', import.meta.url),
  'anek-devanagari': new URL('../fonts/anek-devanagari.woff2', import.meta.url),
  'anek-bangla': new URL('../fonts/anek-bangla.woff2', import.meta.url),
  'anek-gujarati': new URL('../fonts/anek-gujarati.woff2', import.meta.url),
  'anek-gurmukhi': new URL('../fonts/anek-gurmukhi.woff2', import.meta.url),
  'anek-kannada': new URL('../fonts/anek-kannada.woff2', import.meta.url),
  'anek-malayalam': new URL('../fonts/anek-malayalam.woff2', import.meta.url),
  'anek-tamil': new URL('../fonts/anek-tamil.woff2', import.meta.url),
  'anek-telugu': new URL('../fonts/anek-telugu.woff2', import.meta.url),
  'danda-anek': new URL('../fonts/danda-anek.woff2', import.meta.url),
  marcellus: new URL('../fonts/marcellus-latin-400-normal.woff2', import.meta.url),
  'marcellus-ext': new URL('../fonts/marcellus-latin-ext-400-normal.woff2', import.meta.url),
  'tiro-devanagari': new URL('../fonts/tiro-devanagari-hindi-devanagari-400-normal.woff2', import.meta.url),
  'danda-tiro': new URL('../fonts/danda-tiro.woff2', import.meta.url),
} as const;
export type FontFace = keyof typeof fontFiles;
