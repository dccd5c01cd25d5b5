/** Characters that nobody sees: soft hyphens, marks of zero width, and marks of the writing direction. */
export const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/**
 * The one form of a text that people read: composed letters, and one plain space between words. A text of which nobody sees anything
 * is empty.
 */
export function normalText(text: string): string {
  const normal = text
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim();
  return /[^ ]/.test(normal.replace(INVISIBLE, '')) ? normal : '';
}

/** The one form of a username: that of a text, without characters that nobody sees. */
export function normalName(text: string): string {
  return normalText(text.replace(INVISIBLE, ''));
}

/** The one form of a password (RFC 8265, OpaqueString): composed letters and plain spaces, none of which is dropped. */
export function normalPassword(text: string): string {
  return text.replace(/\p{Zs}/gu, ' ').normalize('NFC');
}
