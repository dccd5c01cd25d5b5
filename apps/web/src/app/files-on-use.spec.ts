import { describe, expect, it } from '@jest/globals';
import { filesOnUse } from '../../build/files-on-use.js';

const DEVANAGARI = '/assets/anek-devanagari-B--qSgG_.woff2';
const TIRO = '/assets/tiro-devanagari-hindi-devanagari-400-normal-BN7hftjh.woff2';

describe('the files that a device keeps once they were used', () => {
  it('are languages, each with its fonts, and the fonts of Indic scripts', () => {
    const paths = [
      ...['/assets/board-CaZEx7Xo.js', '/assets/archivo-latin-B9IGDhdt.woff2', '/assets/danda-anek-BblrIfuy.woff2'],
      ...['/assets/language-hi-abcdefgh.js', '/assets/language-mr-ijklmnop.js', DEVANAGARI, TIRO],
    ];
    expect(filesOnUse(paths)).toEqual({
      'language-hi': ['/assets/language-hi-abcdefgh.js', DEVANAGARI, TIRO],
      'language-mr': ['/assets/language-mr-ijklmnop.js', DEVANAGARI, TIRO],
      'anek-devanagari': [DEVANAGARI],
      'tiro-devanagari': [TIRO],
    });
  });

  it('are not built when a language lacks its font', () => {
    expect(() => filesOnUse(['/assets/language-ta-abcdefgh.js'])).toThrow('No anek-tamil for the language ta');
  });
});
