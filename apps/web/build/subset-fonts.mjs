// `npm run fonts --workspace @sarafa/web`: cuts Archivo down to the files in src/shared/fonts. What each file contains is what
// its face in fonts.css says: the characters of its unicode-range, and its ranges of weight and width.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const FOLDER = new URL('../src/shared/', import.meta.url);
/** The package's file that has the characters of ours. */
const SOURCES = {
  'archivo-board': 'latin',
  'archivo-rupee': 'latin-ext',
  'archivo-latin': 'latin',
  'archivo-latin-ext': 'latin-ext',
};
/** Kerning, figures of one width, and what places accents. Archivo's small capitals and fractions are used nowhere. */
const FEATURES = ['kern', 'tnum', 'lnum', 'ccmp', 'locl', 'mark', 'mkmk', 'liga', 'calt'];

const css = readFileSync(new URL('fonts.css', FOLDER), 'utf8');
for (const [, face] of css.matchAll(/@font-face \{([^}]+)\}/g)) {
  const [, name] = /fonts\/(archivo-[a-z-]+)\.woff2/.exec(face) ?? [];
  if (!name) continue;
  const source = fileURLToPath(
    import.meta.resolve(`@fontsource-variable/archivo/files/archivo-${SOURCES[name]}-standard-normal.woff2`),
  );
  const [, lightest, boldest] = /font-weight: (\d+) (\d+)/.exec(face);
  const [, narrowest, widest] = /font-stretch: (\d+)% (\d+)%/.exec(face);
  // With the font's own hinting: without any, FreeType hints by itself, which spaces small text unevenly and makes it wider.
  const font = await subsetFont(readFileSync(source), characters(/unicode-range:([^;]+)/.exec(face)[1]), {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    variationAxes: {
      wght: { min: Number(lightest), max: Number(boldest) },
      wdth: { min: Number(narrowest), max: Number(widest) },
    },
  });
  writeFileSync(new URL(`fonts/${name}.woff2`, FOLDER), font);
  console.log(`${name}.woff2: ${font.length} bytes`);
}

function characters(ranges) {
  return [...ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)]
    .flatMap(([, first, last = first]) => {
      const [from, to] = [parseInt(first, 16), parseInt(last, 16)];
      return Array.from({ length: to - from + 1 }, (_, offset) => String.fromCodePoint(from + offset));
    })
    .join('');
}
