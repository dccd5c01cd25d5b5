import { loadImage } from '@napi-rs/canvas';
import type { CardShape, CardTheme, Language } from '@sarafa/contracts';
import sharp from 'sharp';
import type { CardChange } from './card-changes.js';
import type { CardContent, CardLook, CardRow } from './card-content.js';
import { greetings } from './card-greetings.js';
import { CardPen, SMALLEST, type Writing } from './card-pen.js';
import { ADORNED, looks } from './card-themes.js';

/** Raised whenever a card of the same content would look different, so that kept pictures of the design before aren't sent. */
export const CARD_DESIGN = 4;

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
  paintBackground(pen, theme);
  let y = theme === 'plain' ? MARGIN : greeting(pen, theme, content.lang, ADORNED);
  y = await header(pen, content, logo, y);
  if (content.warning) y = warning(pen, content.warning, y);
  rows(pen, content, changes, y);
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
function paintBackground({ context, width, height }: CardPen, theme: CardTheme): void {
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
  const ofName = { size: 68, smallest: 22, color: INK, isName: true, within: pen.width - MARGIN - left } as const;
  pen.writeLong(name, left, y + LOGO * 0.68, ofName);
  let line = y + LOGO + 20;
  pen.fill('rgba(238, 216, 163, 0.42)', MARGIN, line, within, 2);
  line += 50;
  const taken = pen.write(time, pen.width - MARGIN, line, { size: 36, color: INK, weight: 600, align: 'right' });
  pen.write(date, MARGIN, line, { size: 34, color: INK, within: within - taken - 24 });
  for (const text of [standing, basis].filter(Boolean)) {
    // At its end may be the time at which a rate was set, which must be read.
    const long = { size: 30, smallestInOne: 24, sizeInTwo: 30, smallest: 18, color: DIM, within } as const;
    line = pen.writeDown(text, MARGIN, line + 44, long).y;
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
function rows(pen: CardPen, content: CardContent, changes: Drawn['changes'], top: number): void {
  const count = content.rows.length;
  const columns = count <= 12 ? 1 : count <= 40 ? 2 : 3;
  const lines = Math.ceil(count / columns);
  const gap = lines > 8 ? GAP / 2 : GAP;
  const heightIn = (most: number) => Math.min(320, (most - MARGIN - top + gap) / lines - gap);
  const height = heightIn(pen.height);
  // A story, whose titles begin larger, may write them as small as a post: it never shows less of them.
  const ofPost = heightIn(SIZES.post[1]) / height;
  const width = (pen.width - 2 * MARGIN + GAP) / columns - GAP;
  content.rows.forEach((row, index) => {
    const [column, line] = [Math.floor(index / lines), index % lines];
    const box = { x: MARGIN + column * (width + GAP), y: top + line * (height + gap), width, height, ofPost };
    cell(pen, row, changes.get(row.key), content.warning !== null, box);
  });
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The height on a post, in shares of this one. */
  readonly ofPost: number;
}

function cell(pen: CardPen, row: CardRow, change: CardChange | undefined, isOld: boolean, box: Box): void {
  const { bar, figure: metal } = METALS[row.look];
  const { x, y, width, height } = box;
  // Beside others in the same line: the figure stands below the title.
  const isNarrow = width < 600 && height >= 56;
  const isTall = !isNarrow && height >= 112;
  // In three columns a title needs the room.
  const pad = Math.min(width < 400 ? 18 : 28, height * 0.3);
  const [left, right] = [x + pad * 2, x + width - pad];
  pen.fill(CELL, x, y, width, height, 4);
  pen.fill(bar, x + pad, y + height * (isTall ? 0.22 : 0.28), Math.max(4, pad * 0.36), height * (isTall ? 0.24 : 0.44), 2);
  const color = row.price === null || row.age || (isOld && row.look !== 'own') ? OLD : metal;
  const share = row.price === null ? 0.3 : isTall ? 0.5 : isNarrow ? 0.46 : 0.6;
  const large = {
    figure: Math.min(height * share, width * (isTall || isNarrow ? 0.12 : 0.062)),
    change: Math.min(height * (isTall ? 0.19 : 0.3), 40),
  };
  // Beside a long title they are no larger on a story than on a post.
  const shrunk = !isNarrow && isCramped(pen, row, change, box, isTall, large) ? box.ofPost : 1;
  const size = shrunk * large.figure;
  const middle = y + height / 2 + size * 0.35;
  const figureY = isNarrow ? y + height * 0.88 : isTall && change ? y + height * 0.58 : middle;
  const isMoney = row.price !== null;
  const figure = { size, color, weight: 600, align: 'right', isMoney, within: width * (isTall ? 0.56 : 0.5) } as const;
  let taken = pen.write(row.figure, right, figureY, figure);
  if (change) {
    const style: Writing = {
      isMoney: true,
      size: shrunk * large.change,
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
  else if (isNarrow) lineTitle(pen, row, left, box, y + height * 0.4, Math.min(height * 0.32, 46), right - left);
  else flatTitle(pen, row, left, box, right - taken - pad - left);
}

function tallTitle(pen: CardPen, { name, unit, age }: CardRow, x: number, box: Box, within: number): void {
  const { y, height, ofPost } = box;
  const size = Math.min(height * 0.3, 58);
  const smallest = size * SMALLEST * ofPost;
  pen.writeLong(name, x, y + height * 0.42, { size, smallest, color: INK, weight: 600, within });
  const line = y + height * 0.78;
  const taken = age ? pen.write(age, x, line, { size: size * 0.68, color: WARN, within }) + 16 : 0;
  if (unit) pen.write(unit, x + taken, line, { size: size * 0.72, color: DIM, within: within - taken });
}

/** Whether what is large beside a title leaves it less room than it needs. */
function isCramped(
  pen: CardPen,
  { name, unit, age, figure }: CardRow,
  change: CardChange | undefined,
  { width, height }: Box,
  isTall: boolean,
  large: { readonly figure: number; readonly change: number },
): boolean {
  const widthOf = (text: string, size: number) => pen.widthOf(text, { size, color: INK, weight: 600 });
  const figureWidth = Math.min(widthOf(figure, large.figure), width * 0.56);
  const room = width * 0.85 - figureWidth;
  // In a tall row the name has two lines to itself, of which one isn't full.
  if (isTall) return widthOf(name, Math.min(height * 0.3, 58) * SMALLEST) > room * 1.7;
  const size = Math.min(height * 0.46, 46);
  const rest = widthOf(`${age} ${unit}`, size * 0.8) + widthOf(change?.text ?? '', large.change);
  return widthOf(name, size * SMALLEST) + rest > room;
}

function flatTitle(pen: CardPen, row: CardRow, x: number, box: Box, within: number): void {
  const size = Math.min(box.height * 0.46, 46);
  lineTitle(pen, row, x, box, box.y + box.height / 2 + size * 0.36, size, within);
}

function lineTitle(pen: CardPen, row: CardRow, x: number, { ofPost }: Box, y: number, size: number, within: number): void {
  const { name, unit, age } = row;
  // What is cut is at the end, and must not be that a rate is old.
  const rest = [age, unit].filter(Boolean).join(' ');
  const ofName = { size, smallest: size * SMALLEST * ofPost, color: INK, weight: 600 } as const;
  const besides = (restSize: number) => {
    const style = { size: restSize, color: age ? WARN : DIM } as const;
    return { style, room: within - (rest ? Math.min(pen.widthOf(rest, style), within * 0.45) + 10 : 0) };
  };
  const least = pen.widthOf(name, { ...ofName, size: size * SMALLEST });
  const inOne = besides(size * 0.8);
  const isLong = least > inOne.room;
  // Of two lines one isn't full. What follows them is as large as they are.
  const shares = [1, 0.9, 0.8, 0.7].filter((share) => share > ofPost);
  const share = shares.find((share) => least * share < besides(size * SMALLEST * share).room * 1.75) ?? ofPost;
  const { style, room } = isLong ? besides(size * SMALLEST * share) : inOne;
  const end = pen.writeLong(name, x, y, { ...ofName, within: room });
  // It must not reach into the line above.
  const ofRest = { ...style, size: Math.min(style.size, end.size ?? Infinity), within: within - end.width - 10 };
  if (rest) pen.write(rest, x + end.width + 10, end.y, ofRest);
}
