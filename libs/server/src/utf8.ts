// Refuses text that isn't UTF-8 where it comes in. Decoders would replace the wrong bytes by U+FFFD, and the text would then be
// another's name or another's password.
import { isUtf8 } from 'node:buffer';
import { AppError, texts } from '@sarafa/contracts';

const PLAIN = /^[\x20-\x24\x26-\x7e]*$/;
const ESCAPE = /%([0-9a-f]{2})/gi;
/** Half of a character that takes two units in UTF-16. A JSON escape can name such a half, but UTF-8 can't encode it. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Throws `INVALID_INPUT` for bytes that aren't UTF-8. */
export function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw notUtf8();
  return bytes.toString();
}

/**
 * Throws `INVALID_INPUT` when the percent-encoded bytes of an address or a form aren't UTF-8. `text` has one character for each
 * byte.
 */
export function requireUtf8Escapes(text: string): void {
  if (PLAIN.test(text)) return;
  const decoded = text.replaceAll(ESCAPE, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  if (!isUtf8(Buffer.from(decoded, 'latin1'))) throw notUtf8();
}

/** Throws `INVALID_INPUT` when a text or a field name anywhere in `value`, which was JSON, can't be encoded as UTF-8. */
export function requireUtf8Json(value: unknown): void {
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string' && LONE_SURROGATE.test(next)) throw notUtf8();
    if (typeof next !== 'object' || next === null) continue;
    for (const entry of Object.entries(next)) waiting.push(...entry);
  }
}

export function notUtf8(): AppError {
  return new AppError('INVALID_INPUT', texts.errors.notUtf8);
}
