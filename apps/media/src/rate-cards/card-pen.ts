import { fileURLToPath } from 'node:url';
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import { type FontFace, fontFiles } from '@sarafa/words/fonts';

for (const [face, url] of Object.entries(fontFiles)) GlobalFonts.registerFromPath(fileURLToPath(url), face);

const BODY: FontFace[] = [
  ...(['archivo-board', 'archivo-rupee', 'archivo-latin', 'archivo-latin-ext', 'danda-anek', 'anek-devanagari'] as const),
  ...([
    'anek-bangla',
    'anek-gujarati',
    'anek-gurmukhi',
    'anek-kannada',
    'anek-malayalam',
    'anek-tamil',
    'anek-telugu',
  ] as const),
];
/** Of the shop's name, as on a board. */
const NAME: FontFace[] = ['marcellus', 'marcellus-ext', 'danda-tiro', 'tiro-devanagari', ...BODY];

/** How a text is written; sizes in pixels. */
export interface Writing {
  readonly size: number;
  readonly color: string;
  readonly weight?: 400 | 500 | 600 | 700;
  readonly align?: 'left' | 'center' | 'right';
  /** The width that the text has to fit into; without it, the text has its own. */
  readonly within?: number;
  /** Money is never cut, however small it has to be written. */
  readonly isMoney?: boolean;
  readonly isName?: boolean;
}

/** How a text is written that may take two lines. */
interface LongWriting extends Writing {
  readonly within: number;
  /** A text that would have to be smaller to fit one line takes two. */
  readonly smallestInOne?: number;
  readonly sizeInTwo?: number;
  /** A text that two lines of this size can't hold is cut. */
  readonly smallest?: number;
}

/** Where a text ends: the width and the baseline of its last line, and the size of two. */
interface End {
  readonly width: number;
  readonly size?: number;
  readonly y: number;
}

/** A longer text is written smaller, down to this share, and then cut or broken. */
export const SMALLEST = 0.6;
/** As large as two lines are in the place of one. */
const IN_TWO = 0.62;
/** From baseline to baseline, in sizes: with less, marks below Devanagari letters run into those above the next line. */
const LINE = 1.28;
/** From the baseline up to the middle of letters. */
const MIDDLE = 0.35;

/** A canvas with the fonts of boards. */
export class CardPen {
  private readonly canvas;
  readonly context: SKRSContext2D;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.canvas = createCanvas(width, height);
    this.context = this.canvas.getContext('2d');
  }

  /** The pixels, four bytes each. */
  get pixels(): Buffer {
    return this.canvas.data();
  }

  /** Writes one line with its baseline at `y`. Answers the width that it took. */
  write(text: string, x: number, y: number, { size, within = Infinity, isMoney, ...writing }: Writing): number {
    const { context } = this;
    this.take(size, writing);
    const smallest = isMoney ? 1 : size * SMALLEST;
    // Step by step, because letters of small sizes aren't as much narrower.
    for (let smaller = size; context.measureText(text).width > within && smaller > smallest;) {
      smaller = Math.max(smallest, smaller - 1);
      this.take(smaller, writing);
    }
    const shown = isMoney ? text : this.cut(text, within);
    context.fillText(shown, x, y);
    return context.measureText(shown).width;
  }

  /** Writes one line at `y` or, where that would cut the text, two smaller ones with the same middle. */
  writeLong(text: string, x: number, y: number, writing: LongWriting): End {
    const { size, lines } = this.lay(text, writing);
    if (lines.length === 1) return { width: this.write(text, x, y, writing), y };
    const first = y - MIDDLE * writing.size + (MIDDLE - LINE / 2) * size;
    return this.writeLines(lines, x, first, { ...writing, size });
  }

  /** Writes one line at `y` or, where that would be too small, two of which the second is below it. */
  writeDown(text: string, x: number, y: number, writing: LongWriting): End {
    const { size, lines } = this.lay(text, writing);
    return lines.length === 1
      ? { width: this.write(text, x, y, writing), y }
      : this.writeLines(lines, x, y, { ...writing, size });
  }

  /** The width of a line. */
  widthOf(text: string, { size, ...writing }: Writing): number {
    this.take(size, writing);
    return this.context.measureText(text).width;
  }

  fill(color: string, x: number, y: number, width: number, height: number, radius = 0): void {
    const { context } = this;
    context.fillStyle = color;
    context.beginPath();
    context.roundRect(x, y, width, height, radius);
    context.fill();
  }

  private writeLines(lines: readonly string[], x: number, y: number, { size, ...writing }: Writing): End {
    this.take(size, writing);
    const { context } = this;
    lines.forEach((line, index) => context.fillText(line, x, y + index * size * LINE));
    return { width: context.measureText(lines.at(-1)!).width, size, y: y + (lines.length - 1) * size * LINE };
  }

  /** The lines of a text and, of two, their size. */
  private lay(text: string, writing: LongWriting): { readonly size: number; readonly lines: readonly string[] } {
    const { size, within, smallestInOne = size * SMALLEST, sizeInTwo = size * IN_TWO, smallest = size * SMALLEST } = writing;
    if (this.widthOf(text, { ...writing, size: smallestInOne }) <= within) return { size, lines: [text] };
    const isWide = (line: string) => this.context.measureText(line).width > within;
    // Within a word only where its words can't be kept whole.
    const letters = placesBetweenLetters(text);
    if (letters.length === 0) return { size, lines: [text] };
    for (const places of [placesBetweenWords(text), letters].filter(({ length }) => length > 0)) {
      this.take(sizeInTwo, writing);
      const lines = this.halves(text, places);
      for (let smaller = sizeInTwo; ; smaller = Math.max(smallest, smaller - 1)) {
        this.take(smaller, writing);
        if (!lines.some(isWide)) return { size: smaller, lines };
        if (smaller <= smallest) break;
      }
    }
    const most = letters.findLast((place) => !isWide(text.slice(0, place).trimEnd())) ?? letters[0]!;
    const place = placesBetweenWords(text).findLast((between) => between <= most) ?? most;
    return { size: smallest, lines: [text.slice(0, place).trimEnd(), this.cut(text.slice(place).trimStart(), within)] };
  }

  /** The text in two lines, broken at the one of these places that makes the wider line as narrow as it can be. */
  private halves(text: string, places: readonly number[]): readonly string[] {
    const { context } = this;
    let best: readonly string[] = [text];
    let narrowest = Infinity;
    for (const place of places) {
      const lines = [text.slice(0, place).trimEnd(), text.slice(place).trimStart()];
      const [first, second] = lines.map((line) => context.measureText(line).width) as [number, number];
      if (Math.max(first, second) < narrowest) [best, narrowest] = [lines, Math.max(first, second)];
      // Each later place makes the first line wider.
      if (first > second) break;
    }
    return best;
  }

  private take(
    size: number,
    { color, weight = 500, align = 'left', isName }: Omit<Writing, 'size' | 'within' | 'isMoney'>,
  ): void {
    const { context } = this;
    // The weight is the axis of the variable fonts: a weight in `font` would make thin faces fat by drawing them twice.
    context.font = `500 ${size}px ${(isName ? NAME : BODY).join(', ')}`;
    context.fontVariationSettings = `"wght" ${weight}`;
    context.fillStyle = color;
    context.textAlign = align;
  }

  private cut(text: string, within: number): string {
    const { context } = this;
    if (context.measureText(text).width <= within) return text;
    const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
    while (letters.length > 1 && context.measureText(`${letters.join('').trimEnd()}…`).width > within) letters.pop();
    return `${letters.join('').trimEnd()}…`;
  }
}

/** Where a line may end: before a word. */
function placesBetweenWords(text: string): number[] {
  return [...text.matchAll(/\s+(?=\S)/gu)].map((space) => space.index + space[0].length).filter((place) => place < text.length);
}

/** Between any two letters, none of which loses its marks. */
function placesBetweenLetters(text: string): number[] {
  return [...new Intl.Segmenter().segment(text)].map(({ index }) => index).slice(1);
}
