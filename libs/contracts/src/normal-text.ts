/** Characters that nobody sees: soft hyphens, marks of zero width, and marks of the writing direction. */
export const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/** Joiners between letters change how these are written, as many scripts of India need it. */
const isJoiner = (character: string) => character === '\u200c' || character === '\u200d';

/**
 * The one form of a text that people read: composed letters, one plain space between words, and none of the characters above, which
 * come with what is pasted from a chat, but for joiners within a word.
 */
export function normalText(text: string): string {
  return text
    .replace(INVISIBLE, (character) => (isJoiner(character) ? character : ''))
    .normalize('NFC')
    .replace(/[\u200c\u200d]*(^|\p{Zs}|$)[\u200c\u200d]*/gu, '$1')
    .replace(/\p{Zs}+/gu, ' ')
    .trim();
}

/** The one form of a username: that of a text, without characters that nobody sees. */
export function normalName(text: string): string {
  return normalText(text.replace(INVISIBLE, ''));
}

/** The one form of a password (RFC 8265, OpaqueString): composed letters and plain spaces, none of which is dropped. */
export function normalPassword(text: string): string {
  return text.replace(/\p{Zs}/gu, ' ').normalize('NFC');
}
