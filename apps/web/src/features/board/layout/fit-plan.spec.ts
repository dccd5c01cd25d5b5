import { describe, expect, it } from '@jest/globals';
import { groupRupees } from '@sarafa/domain';
import { gridOf, plan, type Room } from './fit-plan.js';

/** Widths of Archivo at 100 % in em: digit, comma, and the rupee sign at .66 em with a space of .1 em. */
const EM = { digit: 0.576, comma: 0.3, rupee: 0.66 * 0.614 + 0.1 };
const TRACKING = -0.012;
/** The width of Archivo at `font-stretch: 80%`, relative to 100 %. */
const NARROW = 0.84;

function emWidth(text: string): number {
  let width = 0;
  for (const char of text) width += (char === '₹' ? EM.rupee : char === ',' ? EM.comma : EM.digit) + TRACKING;
  return width;
}

/** The size of the tray that the style sheets leave between header, rail and footer (in hundredths of the short side). */
function trayOf(isPhone: boolean, width: number, height: number): { width: number; height: number; u: number } {
  if (isPhone) return { width: width - 32, height: Math.max(height - 230, 300), u: 0.0186 * width };
  const u = Math.min(width, height) / 100;
  return { width: width - 8.8 * u, height: height - 32.7 * u, u };
}

function roomFor(cards: number, price: number, isVertical: boolean, width: number, height: number): Room {
  const isPhone = width < 768;
  const isTurned = isVertical && !isPhone;
  const tray = isTurned ? trayOf(false, height, width) : trayOf(isPhone, width, height);
  const label = isPhone ? 17 : 3.5 * tray.u;
  return {
    cards,
    width: tray.width,
    // The rows of a phone are at least 78 px high, and the page scrolls.
    height: isPhone ? Math.max(tray.height, cards * 84) : tray.height,
    maxColumns: isVertical ? (isPhone ? 1 : 2) : isPhone ? 2 : width < 1024 ? 3 : 4,
    gap: isPhone ? 6 : 1.3 * tray.u,
    padX: isPhone ? 14 : 2.6 * tray.u,
    padY: 3.5 * tray.u,
    label,
    labelWidth: label * 11.5,
    labels: 1,
    beside: label * 5.4,
    day: 0,
    widest: emWidth(`₹${groupRupees(price)}`),
    narrowest: emWidth(`₹${groupRupees(price)}`) * NARROW,
    figures: Array.from({ length: cards }, () => 1),
    side: 0,
    cap: tray.height * (cards === 1 ? 0.48 : 0.34),
  };
}

const SCREENS: [number, number][] = [
  [390, 844],
  [800, 1280],
  [1280, 720],
  [1440, 900],
  [1920, 1080],
  [3840, 2160],
];

describe('the plan of a tray', () => {
  it('fits every figure into its card, for every count, price, layout and screen', () => {
    let plans = 0;
    for (const [width, height] of SCREENS)
      for (const isVertical of [false, true])
        for (let cards = 1; cards <= 12; cards++)
          for (const price of [9, 999, 14_720, 157_821, 9_999_999]) {
            const room = roomFor(cards, price, isVertical, width, height);
            const { columns, rows, digit, stretch, isLine } = plan(room);
            const narrow = 1 - ((100 - stretch) / 20) * 0.16;
            const cellWidth = (room.width - room.gap * (columns - 1)) / columns;
            const cellHeight = (room.height - room.gap * (rows - 1)) / rows;
            // The widths between the two that are measured are nearly those of a straight line; `fitBoard` measures once more.
            expect(room.widest * narrow * digit).toBeLessThanOrEqual((cellWidth - 2 * room.padX) * 1.006);
            expect(isLine ? digit : digit + room.label).toBeLessThan(cellHeight);
            expect(digit).toBeGreaterThanOrEqual(width < 768 ? 20 : 0.03 * Math.min(width, height));
            expect(columns).toBeLessThanOrEqual(room.maxColumns);
            expect(columns * rows).toBeGreaterThanOrEqual(cards);
            plans++;
          }
    expect(plans).toBe(6 * 2 * 12 * 5);
  });

  it('gives the sizes of the design on a 1080p panel', () => {
    const size = (cards: number) => plan(roomFor(cards, 157_821, false, 1920, 1080)).digit;
    const designed = { 1: 348, 2: 247, 4: 227, 6: 149, 8: 136, 10: 107, 12: 104 };
    for (const [cards, digit] of Object.entries(designed)) expect(Math.abs(size(Number(cards)) / digit - 1)).toBeLessThan(0.01);
  });

  it('narrows a figure before it makes it smaller', () => {
    const room = roomFor(6, 157_821, false, 1920, 1080);
    const wide = plan(room);
    const long = plan({ ...room, widest: room.widest * 1.45, narrowest: room.narrowest * 1.45 });
    expect(wide.stretch).toBe(100);
    expect(long.stretch).toBeLessThan(100);
    expect(long.digit).toBe(wide.digit);
  });

  it('makes a figure smaller whose font has one width only, and never asks for another', () => {
    for (const [width, height] of SCREENS)
      for (let cards = 1; cards <= 12; cards++) {
        const usual = roomFor(cards, 157_821, false, width, height);
        const room = { ...usual, widest: usual.widest * 1.5, narrowest: usual.widest * 1.5 };
        const { columns, digit, stretch } = plan(room);
        const cellWidth = (room.width - room.gap * (columns - 1)) / columns;
        expect(room.widest * digit).toBeLessThanOrEqual(cellWidth - 2 * room.padX);
        expect(stretch).toBe(100);
      }
  });

  it('does not let one endless title make every figure small', () => {
    const room = roomFor(8, 157_821, true, 390, 844);
    const endless = plan({ ...room, labelWidth: room.label * 60 });
    expect(endless.digit).toBeGreaterThan(plan(room).digit * 0.5);
  });

  it('fits both prices of a pair, below each other or abreast, with their words', () => {
    const forms = new Set<string>();
    for (const [width, height] of SCREENS)
      for (const isVertical of [false, true])
        for (let cards = 1; cards <= 12; cards++) {
          const usual = roomFor(cards, 157_821, isVertical, width, height);
          const figures = Array.from({ length: cards }, () => 2);
          const room = { ...usual, figures, side: usual.label * 3, height: width < 768 ? cards * 122 : usual.height };
          const { columns, rows, digit, stretch, isLine, isAbreast } = plan(room);
          const narrow = 1 - ((100 - stretch) / 20) * 0.16;
          const cellWidth = (room.width - room.gap * (columns - 1)) / columns;
          const cellHeight = (room.height - room.gap * (rows - 1)) / rows;
          const figure = room.widest * narrow * digit + room.side;
          expect(isAbreast ? 2 * figure + room.padX : figure).toBeLessThanOrEqual((cellWidth - 2 * room.padX) * 1.006);
          expect((isAbreast ? digit : 2 * digit) + (isLine ? 0 : room.label)).toBeLessThan(cellHeight);
          expect(digit).toBeGreaterThanOrEqual(width < 768 ? 20 : 0.03 * Math.min(width, height));
          forms.add(`${isLine} ${isAbreast}`);
        }
    expect(forms.size).toBeGreaterThan(2);
  });

  it('gives a row with a pair more height, so that one pair makes no other figure small', () => {
    const gains: number[] = [];
    for (const [width, height] of SCREENS)
      for (const isVertical of [false, true])
        for (let cards = 3; cards <= 12; cards++) {
          const usual = roomFor(cards, 157_821, isVertical, width, height);
          const [one, all] = [(index: number) => (index === 1 ? 2 : 1), () => 2].map((figuresOf) => ({
            ...usual,
            figures: Array.from({ length: cards }, (_, index) => figuresOf(index)),
          }));
          const { digit, rows, heights, isLine, isAbreast } = plan(one!);
          // A plan that looks better may have figures that are a little smaller.
          expect(digit).toBeGreaterThan(plan(all!).digit * 0.9);
          gains.push(digit / plan(all!).digit);
          if (rows === 1 || isAbreast) continue;
          expect(heights).toHaveLength(rows);
          const total = heights.reduce((sum, part) => sum + part);
          for (const [row, part] of heights.entries()) {
            const isPair = row === Math.floor(1 / plan(one!).columns);
            const rowHeight = ((usual.height - usual.gap * (rows - 1)) * part) / total;
            expect((isPair ? 2 * digit : digit) + (isLine ? 0 : usual.label)).toBeLessThan(rowHeight);
          }
        }
    expect(gains.filter((gain) => gain > 1.15).length).toBeGreaterThan(gains.length / 2);
  });

  it('fits the change of the day as well, beside every label or below it', () => {
    const forms = new Set<string>();
    for (const [width, height] of SCREENS)
      for (const isVertical of [false, true])
        for (let cards = 1; cards <= 12; cards++) {
          const usual = roomFor(cards, 157_821, isVertical, width, height);
          const room = {
            ...usual,
            day: usual.label * 7,
            beside: usual.label * 7,
            height: width < 768 ? cards * 100 : usual.height,
          };
          const { columns, rows, digit, stretch, isLine, isDense, innerWidth } = plan(room);
          const narrow = 1 - ((100 - stretch) / 20) * 0.16;
          const cellHeight = (room.height - room.gap * (rows - 1)) / rows;
          const labels = room.label * (isDense ? 2.05 : 1.1);
          expect(isLine ? digit : digit + labels + room.padY).toBeLessThan(cellHeight);
          if (isLine) expect(room.day + room.widest * narrow * digit).toBeLessThan(innerWidth);
          else if (!isDense) expect(room.labelWidth + room.beside).toBeLessThanOrEqual(innerWidth);
          expect(digit).toBeGreaterThanOrEqual(width < 768 ? 20 : 0.03 * Math.min(width, height));
          expect(columns).toBeLessThanOrEqual(room.maxColumns);
          forms.add(isLine ? 'line' : isDense ? 'below' : 'beside');
        }
    expect([...forms].sort()).toEqual(['below', 'beside', 'line']);
  });

  it('plans a board that says no change of the day as if there were none to say', () => {
    const room = roomFor(10, 157_821, false, 1920, 1080);
    expect(plan(room)).toEqual(plan({ ...room, day: 0, beside: room.label }));
    expect(plan({ ...room, day: room.label * 7 }).digit).toBeLessThan(plan(room).digit);
  });

  it('still answers when there is no room', () => {
    const room = { ...roomFor(12, 9_999_999, false, 1920, 1080), width: 10, height: 10 };
    expect(plan(room)).toMatchObject({ columns: 1, rows: 12, isLine: true });
  });

  it('lets the last row share the whole width', () => {
    expect(gridOf({ columns: 4, rest: 2 }, 10)).toEqual({ tracks: 8, spans: [2, 2, 2, 2, 2, 2, 2, 2, 4, 4] });
    expect(gridOf({ columns: 2, rest: 0 }, 4)).toEqual({ tracks: 2, spans: [1, 1, 1, 1] });
  });
});
