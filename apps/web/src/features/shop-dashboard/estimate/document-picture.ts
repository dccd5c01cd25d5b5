import type { Sheet } from './sheet-of.js';

const WIDTH = 1080;
const MARGIN = 64;
const GAP = 32;
const LEADING = 1.35;
/** Safari draws no larger picture, and browsers no longer one. */
const MOST_PIXELS = 16_000_000;
const LONGEST = 16_000;

interface Row {
  readonly left: string;
  readonly right?: string;
  readonly size: number;
  readonly weight?: number;
  readonly face?: '--s-font-display';
  readonly ink?: string;
  /** The room above. */
  readonly before?: number;
  readonly isRuled?: boolean;
}

const INK = '--s-neutral-9';
const FAINT = '--s-neutral-6';
const GOLD = '--s-gold-6';
const WARN = '--s-maroon-6';

function rowsOf({ rate, pay, ...sheet }: Sheet): Row[] {
  const small = (left: string, before = 4): Row => ({ left, size: 28, ink: FAINT, before });
  return [
    { left: sheet.shop, size: 60, face: '--s-font-display', weight: 400 },
    small(sheet.place),
    { left: sheet.number, right: sheet.made, size: 30, weight: 600, before: 28, isRuled: true },
    ...(sheet.customer ? [{ left: sheet.customer, size: 30, before: 8 }] : []),
    rate.isCurrent
      ? { left: `${rate.word}. ${rate.sub}`, size: 30, weight: 600, before: 20 }
      : { left: rate.word, size: 52, weight: 650, ink: WARN, before: 24 },
    ...(rate.isCurrent || !rate.sub ? [] : [{ left: rate.sub, size: 30, ink: WARN }]),
    ...sheet.terms.map((term) => small(term)),
    ...sheet.parts.flatMap(({ title, notes, lines }): Row[] => [
      ...(title ? [{ left: title, size: 34, weight: 600, before: 36, isRuled: true }] : []),
      ...notes.map((note) => small(note)),
      ...lines.flatMap(({ label, how, amount, isSum }, place): Row[] => [
        {
          ...{ left: label, right: amount, size: 32, weight: isSum ? 600 : 400 },
          ...{ before: title || place > 0 ? 12 : 36, isRuled: !title && place === 0 },
        },
        ...(how ? [small(how, 0)] : []),
      ]),
    ]),
    { left: pay.label, right: pay.amount, size: 60, weight: 600, before: 40, isRuled: true },
    { left: pay.words, size: 30, before: 8 },
    ...sheet.notes.map((note, place): Row => ({ left: note, size: 30, weight: 600, before: place === 0 ? 28 : 4 })),
  ];
}

/** A document as a picture; undefined where the browser can't draw. */
export async function pictureOf(sheet: Sheet): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!pen) return undefined;
  const style = getComputedStyle(document.documentElement);
  const valueOf = (token: string) => style.getPropertyValue(token).trim();
  const fontOf = ({ size, weight = 400, face }: Row) => `${weight} ${size}px ${valueOf(face ?? '--s-font-text')}`;
  const rows = rowsOf(sheet);
  // Without its font a text is drawn in another one, which is still a picture.
  const loads = rows.map((row) => document.fonts.load(fontOf(row), row.left + (row.right ?? '')));
  await Promise.allSettled(loads);

  let height = MARGIN;
  const drawn = rows.map((row) => {
    pen.font = fontOf(row);
    const room = WIDTH - 2 * MARGIN - (row.right ? pen.measureText(row.right).width + GAP : 0);
    const top = height + (row.before ?? 0) + (row.isRuled ? 20 : 0);
    const lines = wrapped(row.left, room, (text) => pen.measureText(text).width);
    height = top + lines.length * row.size * LEADING;
    return { row, top, lines };
  });
  height += MARGIN;
  const scale = Math.min(1, LONGEST / height, Math.sqrt(MOST_PIXELS / (WIDTH * height)));
  canvas.width = Math.floor(WIDTH * scale);
  canvas.height = Math.floor(height * scale);
  pen.scale(scale, scale);
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, WIDTH, height);
  pen.fillStyle = valueOf(GOLD);
  pen.fillRect(0, 0, WIDTH, 12);
  pen.textBaseline = 'middle';
  for (const { row, top, lines } of drawn) {
    pen.fillStyle = valueOf('--s-neutral-4');
    if (row.isRuled) pen.fillRect(MARGIN, top - 20, WIDTH - 2 * MARGIN, 2);
    pen.fillStyle = valueOf(row.ink ?? INK);
    pen.font = fontOf(row);
    const lineTop = (line: number) => top + (line + 0.5) * row.size * LEADING;
    pen.textAlign = 'left';
    lines.forEach((text, line) => pen.fillText(text, MARGIN, lineTop(line)));
    pen.textAlign = 'right';
    if (row.right) pen.fillText(row.right, WIDTH - MARGIN, lineTop(0));
  }
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/png'));
}

/** The text in lines that fit. A word that is longer than a line goes on in the next one. */
function wrapped(text: string, room: number, widthOf: (text: string) => number): string[] {
  const words = text.split(' ').flatMap((word) => (widthOf(word) > room ? pieces(word, room, widthOf) : word));
  return words.reduce<string[]>((lines, word) => {
    const last = lines[lines.length - 1];
    const longer = last === undefined ? word : `${last} ${word}`;
    return last === undefined || widthOf(longer) > room ? [...lines, word] : [...lines.slice(0, -1), longer];
  }, []);
}

/** A long word in pieces that fit, none of which begins with a mark of the letter before. */
function pieces(word: string, room: number, widthOf: (text: string) => number): string[] {
  return (word.match(/.\p{M}*/gu) ?? []).reduce<string[]>((found, letter) => {
    const longer = (found[found.length - 1] ?? '') + letter;
    return found.length === 0 || widthOf(longer) > room ? [...found, letter] : [...found.slice(0, -1), longer];
  }, []);
}
