// Text at the doors: what is no UTF-8 is refused. Decoded all the same it would become U+FFFD, and with it another's name or
// another's password.
import { isUtf8 } from 'node:buffer';
import { AppError, texts } from '@sarafa/contracts';

const PLAIN = /^[\x20-\x24\x26-\x7e]*$/;
const ESCAPE = /%([0-9a-f]{2})/gi;
/** Half of a character that UTF-16 writes in two: JSON can name it alone, UTF-8 can't write it. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Throws `INVALID_INPUT` for bytes that are no UTF-8. */
export function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw notUtf8();
  return bytes.toString();
}

/** Throws `INVALID_INPUT` when what is percent-encoded, in an address or a form, is no UTF-8. `text` has one character a byte. */
export function requireUtf8Escapes(text: string): void {
  if (PLAIN.test(text)) return;
  const decoded = text.replaceAll(ESCAPE, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  if (!isUtf8(Buffer.from(decoded, 'latin1'))) throw notUtf8();
}

/** Throws `INVALID_INPUT` when a text or a name anywhere in `value`, which was JSON, can't be written as UTF-8. */
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
