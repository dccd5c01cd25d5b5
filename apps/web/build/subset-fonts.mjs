// `npm run fonts --workspace @sarafa/web`: cuts Archivo and Anek down to the files in libs/words/fonts. What each file contains is
// what its face in the style sheets says: the characters of its unicode-range, and its ranges of weight and width.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const SHEETS = new URL('../src/shared/', import.meta.url);
const FONTS = new URL('../../../libs/words/fonts/', import.meta.url);
/** The package's file that has the characters of ours. */
const ARCHIVO = {
  'archivo-board': 'latin',
  'archivo-rupee': 'latin-ext',
  'archivo-latin': 'latin',
  'archivo-latin-ext': 'latin-ext',
};
/** Kerning, figures of one width, and what places accents. Archivo's small capitals and fractions are used nowhere. */
const ARCHIVO_FEATURES = ['kern', 'tnum', 'lnum', 'ccmp', 'locl', 'mark', 'mkmk', 'liga', 'calt'];

for (const sheet of ['fonts.css', 'fonts-indic.css', 'fonts-pages.css']) {
  const css = readFileSync(new URL(sheet, SHEETS), 'utf8');
  for (const [, face] of css.matchAll(/@font-face \{([^}]+)\}/g)) {
    const [, name] = /fonts\/([a-z-]+)\.woff2/.exec(face) ?? [];
    const source = name && sourceOf(name);
    if (!source) continue;
    const axes = { wght: rangeOf(face, /font-weight: (\d+) (\d+)/), wdth: rangeOf(face, /font-stretch: (\d+)% (\d+)%/) };
    // With the font's own hinting: without any, FreeType hints by itself, which spaces small text unevenly and makes it wider.
    const font = await subsetFont(readFileSync(source), characters(/unicode-range:([^;]+)/.exec(face)[1]), {
      targetFormat: 'woff2',
      // Indic scripts are written by features alone, so Anek keeps every feature and each glyph that one leads to.
      keepFeatures: name.startsWith('archivo-') ? ARCHIVO_FEATURES : undefined,
      variationAxes: Object.fromEntries(Object.entries(axes).filter(([, range]) => range)),
    });
    writeFileSync(new URL(`${name}.woff2`, FONTS), font);
    console.log(`${name}.woff2: ${font.length} bytes`);
  }
}

/** The file that `name` is cut from, unless it is a file as its makers have made it. */
function sourceOf(name) {
  if (name === 'danda-tiro') return new URL('tiro-devanagari-hindi-devanagari-400-normal.woff2', FONTS);
  if (name === 'danda-anek' || name === 'hindi-name') return sourceOf('anek-devanagari');
  const [family, script] = name.split('-');
  if (family === 'archivo') return packaged(`archivo/files/archivo-${ARCHIVO[name]}-standard-normal.woff2`);
  if (family !== 'anek') return undefined;
  // The family is called Bangla and its script Bengali.
  const subset = script === 'bangla' ? 'bengali' : script;
  // The files with widths are twice as large, and only figures get narrower.
  return packaged(`anek-${script}/files/anek-${script}-${subset}-wght-normal.woff2`);
}

function packaged(path) {
  return fileURLToPath(import.meta.resolve(`@fontsource-variable/${path}`));
}

function rangeOf(face, pattern) {
  const [, min, max] = pattern.exec(face) ?? [];
  return max && { min: Number(min), max: Number(max) };
}

function characters(ranges) {
  return [...ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)]
    .flatMap(([, first, last = first]) => {
      const [from, to] = [parseInt(first, 16), parseInt(last, 16)];
      return Array.from({ length: to - from + 1 }, (_, offset) => String.fromCodePoint(from + offset));
    })
    .join('');
}
