import { digits } from '@sarafa/words';
import { gridOf, NARROWEST, plan, type Plan, type Room } from './fit-plan.js';
import type { Device } from '../screen/use-device.js';

/** Rule 8.4. */
const TABLET_BELOW = 1024;
/** A label grows with its figure up to this factor, and not beyond this part of the figure or of the card's height. */
const LABEL_GROWTH = 1.5;
const LABEL_OF_DIGIT = 0.235;
const LABEL_OF_CARD = 0.92;
const LABEL_STEP = 0.93;
/**
 * The most steps by which labels shrink. After these a title of a hundred letters is cut off, so that it doesn't make every
 * label small.
 */
const LABEL_STEPS = 6;
/** While labels can still shrink, figures shrink by no more: a label that breaks leaves its figure almost no height. */
const MOST_OVER = 1.15;
/** The height of a label's second language with the gap above it, relative to the first. */
const SECOND = 1;
/** The part of their size that figures keep at least where labels stand in both languages. */
const BOTH_FROM = 0.9;
/** Pixels; large, because widths are measured in whole pixels, rounded. */
const MEASURED_AT = 999;
/** The width of an arrow and a change of five digits, in em of the label. */
const CHANGE_WIDTH = 5.4;
/** Widths are measured in whole pixels, of letters that are smaller than they will be. */
const SLACK = 1.06;
/** As a part of the tray's height. */
const CAP_ALONE = 0.48;
const CAP = 0.34;

/** The column counts of rule 8.4, upper bounds: 2/3/4 on phone, tablet, desktop and TV; vertical 1 on a phone, else 2. */
function maxColumns(isVertical: boolean, device: Device): number {
  if (device === 'phone') return isVertical ? 1 : 2;
  if (isVertical) return 2;
  return device === 'desk' && window.innerWidth < TABLET_BELOW ? 3 : 4;
}

/**
 * Lays the stage out anew: measures its room, labels and figures, plans, and writes the plan into styles. Where figures would
 * be smaller than their labels, the labels shrink. `zero` is the first of the digits. Has to work in Chromium 79.
 */
export function fitBoard(stage: HTMLElement, isVertical: boolean, device: Device, zero: string): void {
  const tray = stage.querySelector<HTMLElement>('.tray');
  if (!tray) return;
  const cells = all(tray, '.cell');
  if (cells.length === 0) return;
  if (zero !== '0') placeDigits(tray, zero);
  const [widest, narrowest] = [100, NARROWEST].map((stretch) => figureWidth(tray, stretch)) as [number, number];
  reset(tray, cells);
  fitHead(stage);
  fitRail(stage);
  const known = { widest, narrowest, labels: 1, maxColumns: maxColumns(isVertical, device) };
  let fit = planTray(tray, cells, known);
  let steps = LABEL_STEPS;
  for (; steps > 0 && fit.found.digit < fit.label; steps--) {
    tray.style.setProperty('--label', `${fit.label * LABEL_STEP}px`);
    fit = planTray(tray, cells, known);
  }
  apply(tray, cells, fit);
  shrinkUntilItFits(tray, cells, fit, steps);
  all(stage, '.head__name, .cell__txt').forEach(openWhole);
}

/** Letters of Indic scripts reach above and below their lines, which they may where no further line has to be hidden. */
function openWhole(text: HTMLElement): void {
  text.classList.toggle('is-whole', !hidesLine(text));
}

/** Firefox counts what letters of Indic scripts reach below the last line as height too: up to half an em. A line has 0.88 em at least. */
function hidesLine(text: HTMLElement): boolean {
  return text.scrollHeight > text.clientHeight + px(getComputedStyle(text).fontSize) * 0.7;
}

/** Makes the place of each digit as wide as the widest digit of the font that is there. */
function placeDigits(tray: HTMLElement, zero: string): void {
  const brush = document.createElement('canvas').getContext('2d');
  if (!brush) return;
  brush.font = `530 100px ${getComputedStyle(tray.querySelector('.price')!).fontFamily}`;
  const widths = '0123456789'.split('').map((digit) => brush.measureText(digits(digit, { zero })).width);
  document.documentElement.style.setProperty('--place', `${Math.max(...widths) / 100}em`);
}

/** The width of the longest price, in em. */
function figureWidth(tray: HTMLElement, stretch: number): number {
  tray.style.setProperty('--digit', `${MEASURED_AT}px`);
  tray.style.setProperty('--wdth', `${stretch}%`);
  return (widthOf(tray, '.price > span') + 1) / MEASURED_AT;
}

/** The room is measured without the last plan, because a phone's board grows with its cards. */
function reset(tray: HTMLElement, cells: HTMLElement[]): void {
  tray.classList.remove('tray--line', 'tray--low', 'tray--dense', 'tray--abreast');
  tray.style.removeProperty('--label');
  tray.style.setProperty('--digit', '1px');
  tray.style.gridTemplateColumns = 'minmax(0,1fr)';
  tray.style.gridTemplateRows = '';
  for (const cell of cells) cell.style.gridColumn = '';
}

/** A name that doesn't fit one line gets two smaller ones, and then three. */
function fitHead(stage: HTMLElement): void {
  const head = stage.querySelector<HTMLElement>('.head');
  const name = head?.querySelector<HTMLElement>('.head__name');
  if (!head || !name) return;
  head.classList.remove('head--long', 'head--longest');
  name.classList.add('is-measured');
  const isLong = name.scrollWidth > name.clientWidth + 1;
  name.classList.remove('is-measured');
  if (!isLong) return;
  head.classList.add('head--long');
  if (hidesLine(name)) head.classList.add('head--longest');
}

/**
 * A text without room gets first the short note, then two lines, then also the note's place, and at last its first line breaks: a
 * rate list may have a long name. The footer has the whole note. The rail's height stays.
 */
function fitRail(stage: HTMLElement): void {
  const rail = stage.querySelector<HTMLElement>('.rail');
  if (!rail) return;
  const steps = ['rail--short', 'rail--stacked', 'rail--tight', 'rail--long'];
  rail.classList.remove(...steps);
  for (const step of steps) if (rail.scrollWidth > rail.clientWidth + 1) rail.classList.add(step);
  stage.classList.toggle('stage--basis-below', rail.classList.contains('rail--short'));
}

type Known = Pick<Room, 'widest' | 'narrowest' | 'maxColumns' | 'labels'>;

interface Fit {
  readonly found: Plan;
  /** The labels' font size in pixels. */
  readonly label: number;
}

/** Labels in two languages stand below each other unless that makes figures clearly smaller; then they take turns. */
function planTray(tray: HTMLElement, cells: HTMLElement[], known: Known): Fit {
  tray.classList.add('tray--turns');
  const inTurns = planLabels(tray, cells, known);
  if (!tray.querySelector('.cell__txt[lang]')) return inTurns;
  tray.classList.remove('tray--turns');
  const both = planLabels(tray, cells, { ...known, labels: 1 + SECOND });
  if (both.found.digit >= inTurns.found.digit * BOTH_FROM) return both;
  tray.classList.add('tray--turns');
  return inTurns;
}

function planLabels(tray: HTMLElement, cells: HTMLElement[], known: Known): Fit {
  const first = cells[0]!;
  const cell = getComputedStyle(first);
  const base = px(getComputedStyle(first.querySelector('.cell__label')!).fontSize);
  const labelWidth = Math.max(...all(tray, '.cell__txt').map(textWidth)) + base * 0.8;
  const days = widthOf(tray, '.day');
  const ages = widthOf(tray, '.cell__asof');
  const room = {
    ...known,
    cards: cells.length,
    width: tray.clientWidth,
    height: tray.clientHeight,
    gap: px(getComputedStyle(tray).rowGap),
    padX: px(cell.paddingLeft),
    padY: px(cell.paddingTop) + px(cell.paddingBottom),
    label: base,
    labelWidth,
    beside: Math.max(base * CHANGE_WIDTH, ages, days),
    day: days,
    figures: cells.map((each) => all(each, '.price').length),
    side: sideWidth(tray),
    cap: tray.clientHeight * (cells.length === 1 ? CAP_ALONE : CAP),
  };
  const sketch = plan(room);
  // What has room beside a label keeps it.
  const besides = labelWidth + (days + ages > 0 && !sketch.isDense ? room.beside * SLACK : 0);
  const growth = sketch.isLine ? LABEL_GROWTH : Math.min(LABEL_GROWTH, Math.max(1, sketch.innerWidth / besides));
  const label = Math.max(base, Math.min(base * growth, sketch.digit * LABEL_OF_DIGIT));
  const scale = label / base;
  const [beside, day, side] = [room.beside * scale, days * scale, room.side * scale];
  return { found: plan({ ...room, label, labelWidth: labelWidth * scale, beside, day, side }), label };
}

function apply(tray: HTMLElement, cells: HTMLElement[], { found, label }: Fit): void {
  const { tracks, spans } = gridOf(found, cells.length);
  tray.style.gridTemplateColumns = `repeat(${tracks},minmax(0,1fr))`;
  tray.style.gridTemplateRows = found.heights.map((height) => `${height}fr`).join(' ');
  cells.forEach((cell, index) => (cell.style.gridColumn = `span ${spans[index]!}`));
  tray.classList.toggle('tray--line', found.isLine);
  tray.classList.toggle('tray--low', found.isLow);
  tray.classList.toggle('tray--abreast', found.isAbreast);
  tray.classList.toggle('tray--dense', found.isDense);
  tray.style.setProperty('--label', `${label.toFixed(1)}px`);
  tray.style.setProperty('--digit', `${found.digit}px`);
  tray.style.setProperty('--wdth', `${found.stretch}%`);
}

/**
 * Measures the result and shrinks it if needed, because a fallback font may be wider than planned, and a label may break into
 * one more line. `steps` is by how many labels may still shrink.
 */
function shrinkUntilItFits(tray: HTMLElement, cells: HTMLElement[], { found, label }: Fit, steps: number): void {
  let size = label;
  let over = overflowOf(cells);
  for (; steps > 0 && (over > MOST_OVER || cells.some(isLabelCut)); steps--) {
    size *= LABEL_STEP;
    tray.style.setProperty('--label', `${size.toFixed(1)}px`);
    over = overflowOf(cells);
  }
  if (over > 1.001) tray.style.setProperty('--digit', `${Math.floor(found.digit / over)}px`);
}

function isLabelCut(cell: HTMLElement): boolean {
  const names = cell.querySelector<HTMLElement>('.cell__names')!;
  const day = cell.querySelector<HTMLElement>('.day')?.offsetHeight ?? 0;
  const isHigher = names.offsetHeight + day > cell.clientHeight * LABEL_OF_CARD;
  return isHigher || all(names, '.cell__txt').some(isCut);
}

function isCut(text: HTMLElement): boolean {
  return hidesLine(text) || text.scrollWidth > text.clientWidth + 1;
}

function overflowOf(cells: HTMLElement[]): number {
  return Math.max(...cells.map(overflow));
}

/** How many times larger a card's content is than its room, in either direction; 1 when it fits. */
function overflow(cell: HTMLElement): number {
  const prices = cell.querySelector<HTMLElement>('.cell__figures')!;
  const label = cell.querySelector<HTMLElement>('.cell__label')!;
  const style = getComputedStyle(cell);
  const width = cell.clientWidth - px(style.paddingLeft) - px(style.paddingRight);
  const height = cell.clientHeight - px(style.paddingTop) - px(style.paddingBottom);
  const isLine = style.flexDirection === 'row';
  const roomX = isLine ? width - label.offsetWidth - px(getComputedStyle(label).marginRight) : width;
  const roomY = isLine ? height : height - label.offsetHeight;
  return Math.max(prices.scrollWidth / Math.max(1, roomX), prices.offsetHeight / Math.max(1, roomY), 1);
}

/** The widest of the words beside prices, with its distance from the price. */
function sideWidth(tray: HTMLElement): number {
  const widths = all(tray, '.price__side').map((side) => side.offsetWidth + px(getComputedStyle(side).marginRight));
  return Math.max(0, ...widths);
}

/** The width of the widest element. */
function widthOf(tray: HTMLElement, selector: string): number {
  return Math.max(0, ...all(tray, selector).map(({ offsetWidth }) => offsetWidth));
}

/** The width of the text in one line. */
function textWidth(element: HTMLElement): number {
  element.classList.add('is-measured');
  const width = element.offsetWidth;
  element.classList.remove('is-measured');
  return width;
}

function all(root: HTMLElement, selector: string): HTMLElement[] {
  return Array.from(root.querySelectorAll<HTMLElement>(selector));
}

function px(length: string): number {
  return parseFloat(length) || 0;
}
