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

/** A longer text is written smaller, down to this share, and then cut. */
const SMALLEST = 0.6;

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
