import { nameOnUse } from '../src/shared/release/files-on-use.js';

/** The fonts that a board in each language needs beside those that every board has. Some of them it uses seldom. */
const FONTS: Readonly<Record<string, readonly string[]>> = {
  hi: ['anek-devanagari', 'tiro-devanagari'],
  mr: ['anek-devanagari', 'tiro-devanagari'],
  gu: ['anek-gujarati'],
  ta: ['anek-tamil'],
  te: ['anek-telugu'],
  kn: ['anek-kannada'],
  ml: ['anek-malayalam'],
  bn: ['anek-bangla'],
  pa: ['anek-gurmukhi'],
};

/**
 * By the name without its hash, what is kept of `paths` once a board has used the file of that name: the file, and all that its
 * language needs.
 */
export function filesOnUse(paths: readonly string[]): Record<string, string[]> {
  const kept: Record<string, string[]> = {};
  for (const path of paths) {
    const name = nameOnUse(path);
    if (name) (kept[name] ??= []).push(path);
  }
  for (const name of Object.keys(kept)) {
    const [, language] = /^language-(.+)/.exec(name) ?? [];
    if (!language) continue;
    for (const font of FONTS[language] ?? []) {
      if (!kept[font]) throw new Error(`No ${font} for the language ${language}`);
      kept[name]!.push(...kept[font]);
    }
  }
  return kept;
}
