import { loadImage } from '@napi-rs/canvas';
import type { CardShape, CardTheme, Language } from '@sarafa/contracts';
import sharp from 'sharp';
import type { CardChange } from './card-changes.js';
import type { CardContent, CardLook, CardRow } from './card-content.js';
import { greetings } from './card-greetings.js';
import { CardPen, type Writing } from './card-pen.js';
import { ADORNED, looks } from './card-themes.js';

/** Raised whenever a card of the same content would look different, so that kept pictures of the design before aren't sent. */
export const CARD_DESIGN = 3;

const SIZES: Readonly<Record<CardShape, readonly [number, number]>> = { post: [1080, 1350], story: [1080, 1920] };
const MARGIN = 56;
const GAP = 12;
const LOGO = 104;
/** The design tokens of a board. */
const INK = '#f5efea';
const DIM = '#d9ceca';
const OLD = '#b5a7a4';
const WARN = '#ffa766';
const [RISE, FALL] = ['#74e3b4', '#ff8f80'];
const CELL = 'rgba(15, 8, 10, 0.62)';
const METALS: Readonly<Record<CardLook, { readonly bar: string; readonly figure: string }>> = {
  gold: { bar: '#d6ae5a', figure: '#f3e0b4' },
  silver: { bar: '#aeb8c2', figure: '#e9edf1' },
  platinum: { bar: '#8894a0', figure: '#e9edf1' },
  own: { bar: '#ac5463', figure: INK },
};

interface Drawn {
  readonly content: CardContent;
  readonly changes: ReadonlyMap<string, CardChange>;
  readonly shape: CardShape;
  readonly theme: CardTheme;
}

/** Canvases on which nothing is being drawn: a new one for each picture would take a quarter of its time. */
const idle: Readonly<Record<CardShape, CardPen[]>> = { post: [], story: [] };

/** The card as a PNG. The same input makes the same bytes. */
export async function cardPicture({ content, changes, shape, theme }: Drawn, logo: Buffer | undefined): Promise<Buffer> {
  const [width, height] = SIZES[shape];
  const pen = idle[shape].pop() ?? new CardPen(width, height);
  ground(pen, theme);
  let y = theme === 'plain' ? MARGIN : greeting(pen, theme, content.lang, ADORNED);
  y = await header(pen, content, logo, y);
  if (content.warning) y = warning(pen, content.warning, y);
  rows(pen, content, changes, y, height - MARGIN);
  const raw = { width, height, channels: 4 as const };
  // A lower level is hardly faster on such a picture, and a higher one hardly smaller. Without alpha it would take a third longer.
  const picture = await sharp(pen.pixels, { raw }).png({ compressionLevel: 3 }).toBuffer();
  // Not before: the next card would be drawn over pixels that are still being read.
  idle[shape].push(pen);
  return picture;
}

/**
 * Shaded in strips of one colour each. The canvas' own gradient mixes neighbouring shades pixel by pixel, which makes the file
 * four times as large.
 */
function ground({ context, width, height }: CardPen, theme: CardTheme): void {
  const { ground: colors, adorn } = looks[theme];
  const [from, to] = colors.map((color) => color.match(/\w\w/g)!.map((part) => parseInt(part, 16))) as [number[], number[]];
  const shadeAt = (y: number) =>
    `rgb(${from.map((part, index) => Math.round(part + ((to[index]! - part) * y) / height)).join()})`;
  for (let top = 0, y = 1; y <= height; y++) {
    if (y < height && shadeAt(y) === shadeAt(top)) continue;
    context.fillStyle = shadeAt(top);
    context.fillRect(0, top, width, y - top);
    top = y;
  }
  adorn(context, width);
}

function greeting(pen: CardPen, theme: Exclude<CardTheme, 'plain'>, lang: string, y: number): number {
  const text = greetings[theme][lang.slice(0, 2) as Language];
  const style = { size: 46, color: looks[theme].line, align: 'center', isName: true, within: pen.width - 2 * MARGIN } as const;
  pen.write(text, pen.width / 2, y + 54, style);
  return y + 84;
}

/** The logo and the name, the time of the rates, and what they are. */
async function header(pen: CardPen, { name, date, time, standing, basis }: CardContent, logo: Buffer | undefined, y: number) {
  const within = pen.width - 2 * MARGIN;
  const left = logo ? MARGIN + LOGO + 28 : MARGIN;
  if (logo) await paste(pen, logo, MARGIN, y);
  pen.write(name, left, y + LOGO * 0.68, { size: 68, color: INK, isName: true, within: pen.width - MARGIN - left });
  let line = y + LOGO + 20;
  pen.fill('rgba(238, 216, 163, 0.42)', MARGIN, line, within, 2);
  line += 50;
  const taken = pen.write(time, pen.width - MARGIN, line, { size: 36, color: INK, weight: 600, align: 'right' });
  pen.write(date, MARGIN, line, { size: 34, color: INK, within: within - taken - 24 });
  for (const text of [standing, basis].filter(Boolean)) {
    line += 44;
    pen.write(text, MARGIN, line, { size: 30, color: DIM, within });
  }
  return line + 34;
}

/** A file of a former release that can't be drawn leaves its place empty. */
async function paste({ context }: CardPen, logo: Buffer, x: number, y: number): Promise<void> {
  const picture = await sharp(logo)
    .resize(LOGO, LOGO, { fit: 'inside' })
    .png()
    .toBuffer()
    .then(loadImage)
    .catch(() => undefined);
  if (picture) context.drawImage(picture, x + (LOGO - picture.width) / 2, y + (LOGO - picture.height) / 2);
}

function warning(pen: CardPen, { word, sub }: NonNullable<CardContent['warning']>, y: number): number {
  const within = pen.width - 2 * MARGIN;
  pen.fill('rgba(255, 167, 102, 0.14)', MARGIN, y, within, 150, 6);
  pen.fill(WARN, MARGIN, y, 12, 150, 6);
  pen.write(word, MARGIN + 40, y + 66, { size: 50, color: WARN, weight: 600, within: within - 64 });
  pen.write(sub, MARGIN + 40, y + 118, { size: 36, color: INK, within: within - 64 });
  return y + 150 + GAP;
}

/** In one column as far as they are easily read, then in two or three. */
function rows(pen: CardPen, content: CardContent, changes: Drawn['changes'], top: number, bottom: number): void {
  const count = content.rows.length;
  const columns = count <= 12 ? 1 : count <= 40 ? 2 : 3;
  const lines = Math.ceil(count / columns);
  const gap = lines > 8 ? GAP / 2 : GAP;
  const height = Math.min(320, (bottom - top + gap) / lines - gap);
  const width = (pen.width - 2 * MARGIN + GAP) / columns - GAP;
  content.rows.forEach((row, index) => {
    const [column, line] = [Math.floor(index / lines), index % lines];
    const box = { x: MARGIN + column * (width + GAP), y: top + line * (height + gap), width, height };
    cell(pen, row, changes.get(row.key), content.warning !== null, box);
  });
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function cell(pen: CardPen, row: CardRow, change: CardChange | undefined, isOld: boolean, box: Box): void {
  const { bar, figure: metal } = METALS[row.look];
  const { x, y, width, height } = box;
  const isTall = height >= 112;
  // Beside others in the same line: the figure stands below the title.
  const isNarrow = width < 600 && height >= 56;
  const pad = Math.min(28, height * 0.3);
  const [left, right] = [x + pad * 2, x + width - pad];
  pen.fill(CELL, x, y, width, height, 4);
  pen.fill(bar, x + pad, y + height * (isTall ? 0.22 : 0.28), Math.max(4, pad * 0.36), height * (isTall ? 0.24 : 0.44), 2);
  const color = row.price === null || row.age || (isOld && row.look !== 'own') ? OLD : metal;
  const share = row.price === null ? 0.3 : isTall ? 0.5 : isNarrow ? 0.46 : 0.6;
  const size = Math.min(height * share, width * (isTall || isNarrow ? 0.12 : 0.062));
  const middle = y + height / 2 + size * 0.35;
  const figureY = isNarrow ? y + height * 0.88 : isTall && change ? y + height * 0.58 : middle;
  const isMoney = row.price !== null;
  const figure = { size, color, weight: 600, align: 'right', isMoney, within: width * (isTall ? 0.56 : 0.5) } as const;
  let taken = pen.write(row.figure, right, figureY, figure);
  if (change) {
    const style: Writing = {
      isMoney: true,
      size: Math.min(height * (isTall ? 0.19 : 0.3), 40),
      color: change.isRise ? RISE : FALL,
      weight: 600,
      align: isNarrow ? 'left' : 'right',
    };
    const room = right - left - taken - pad;
    if (isTall) pen.write(change.text, right, y + height * 0.86, { ...style, within: width * 0.56 });
    else if (isNarrow) pen.write(change.text, left, figureY, { ...style, within: room });
    else
      taken +=
        pad + pen.write(change.text, right - taken - pad, y + height / 2 + style.size * 0.36, { ...style, within: room * 0.5 });
  }
  if (isTall) tallTitle(pen, row, left, box, right - taken - pad - left);
  else if (isNarrow) lineTitle(pen, row, left, y + height * 0.4, height * 0.32, right - left);
  else flatTitle(pen, row, left, box, right - taken - pad - left);
}

function tallTitle(pen: CardPen, { name, unit, age }: CardRow, x: number, { y, height }: Box, within: number): void {
  const size = Math.min(height * 0.3, 58);
  pen.write(name, x, y + height * 0.42, { size, color: INK, weight: 600, within });
  const line = y + height * 0.78;
  const taken = age ? pen.write(age, x, line, { size: size * 0.68, color: WARN, within }) + 16 : 0;
  if (unit) pen.write(unit, x + taken, line, { size: size * 0.72, color: DIM, within: within - taken });
}

function flatTitle(pen: CardPen, row: CardRow, x: number, { y, height }: Box, within: number): void {
  const size = Math.min(height * 0.46, 46);
  lineTitle(pen, row, x, y + height / 2 + size * 0.36, size, within);
}

function lineTitle(pen: CardPen, { name, unit, age }: CardRow, x: number, y: number, size: number, within: number): void {
  // What is cut is at the end, and must not be that a rate is old.
  const rest = [age, unit].filter(Boolean).join(' ');
  const style = { size: size * 0.8, color: age ? WARN : DIM } as const;
  const needed = rest ? Math.min(pen.widthOf(rest, style), within * 0.45) + 10 : 0;
  const taken = pen.write(name, x, y, { size, color: INK, weight: 600, within: within - needed });
  if (rest) pen.write(rest, x + taken + 10, y, { ...style, within: within - taken - 10 });
}
