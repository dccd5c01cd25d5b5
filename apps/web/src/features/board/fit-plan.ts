/** Archivo at 100 % width, in em: digit, comma, and the rupee sign at .66 em with its .1 em of space. */
const EM = { digit: 0.576, comma: 0.3, rupee: 0.66 * 0.614 + 0.1 };
const TRACKING = -0.012;
/** Measured: a figure's advance at `font-stretch: 80%`, the narrowest allowed, against that at 100 %. */
const NARROWEST = 0.84;
const NARROWEST_STRETCH = 80;
/** The label may be broken once where a line is this many labels high. */
const TWO_LINES = 2.8;
/** Of a line's width: one title of a hundred letters must not make every figure small. */
const LABEL_PART = 0.6;

/** The width of `text` in em at full width. */
export function emWidth(text: string): number {
  let width = 0;
  for (const char of text) width += (char === '₹' ? EM.rupee : char === ',' ? EM.comma : EM.digit) + TRACKING;
  return width;
}

/** All lengths in pixels. */
export interface Room {
  readonly cards: number;
  readonly width: number;
  readonly height: number;
  /** The column count, an upper bound (rule 8.4). */
  readonly maxColumns: number;
  readonly gap: number;
  readonly padX: number;
  /** Above and below together. */
  readonly padY: number;
  /** The label's font size. */
  readonly label: number;
  /** The widest label. */
  readonly labelWidth: number;
  /** The longest price, in em. */
  readonly widest: number;
  /** The largest figure that still looks like one of several. */
  readonly cap: number;
}

export interface Plan {
  readonly columns: number;
  readonly rows: number;
  /** Cards in the last row, which share its whole width; 0 when it is full. */
  readonly rest: number;
  /** The label beside the figure instead of above it. */
  readonly isLine: boolean;
  /** And too low for a label of more than one line. */
  readonly isLow: boolean;
  /** The figures' font size, pixels. */
  readonly digit: number;
  /** `font-stretch`, percent. */
  readonly stretch: number;
  /** What a card has inside its padding, pixels. */
  readonly innerWidth: number;
}

/**
 * The largest figures that fit. Every column count and both forms of a card are tried; a figure gets narrower before it gets
 * smaller, and one size serves the whole board. Broken rows and long lines must earn their place.
 */
export function plan(room: Room): Plan {
  let best: { plan: Plan; score: number } | undefined;
  for (let columns = 1; columns <= Math.min(room.maxColumns, room.cards); columns++) {
    for (const isLine of [false, true]) {
      const candidate = planFor(room, columns, isLine);
      if (!candidate) continue;
      const broken = candidate.rest === 0 ? 1 : columns > 2 ? 0.79 : 0.95;
      const score = candidate.digit * broken * (isLine ? 0.9 : 1);
      if (!best || score > best.score) best = { plan: candidate, score };
    }
  }
  return best?.plan ?? smallest(room);
}

function planFor(room: Room, columns: number, isLine: boolean): Plan | undefined {
  const { cards, gap, padX, padY, label, labelWidth, widest } = room;
  const rows = Math.ceil(cards / columns);
  const cellWidth = (room.width - gap * (columns - 1)) / columns;
  const cellHeight = (room.height - gap * (rows - 1)) / rows;
  const innerWidth = cellWidth - 2 * padX;
  const isLow = cellHeight <= label * TWO_LINES;
  const needed = isLow ? labelWidth : Math.max(labelWidth * 0.58, label * 5);
  const beside = Math.min(needed, innerWidth * LABEL_PART);
  const width = innerWidth - (isLine ? beside + padX : 0);
  const labelLines = labelWidth > innerWidth ? 2 : 1;
  const height = isLine ? cellHeight * 0.8 : (cellHeight - padY - label * 1.1 * labelLines) / 1.03;
  if (width <= 0 || height <= 0) return undefined;
  const digit = Math.min(height, width / (widest * NARROWEST), room.cap);
  const narrowed = Math.min(1, Math.max(NARROWEST, width / (widest * digit)));
  const stretch = Math.round(100 - ((1 - narrowed) / (1 - NARROWEST)) * (100 - NARROWEST_STRETCH));
  return {
    columns,
    rows,
    rest: cards % columns,
    isLine,
    isLow: isLine && isLow,
    digit: Math.floor(digit),
    stretch,
    innerWidth,
  };
}

/** A window too small for anything still gets an answer, in lines that may be cut. */
function smallest({ cards, width, padX }: Room): Plan {
  return {
    columns: 1,
    rows: cards,
    rest: 0,
    isLine: true,
    isLow: true,
    digit: 8,
    stretch: NARROWEST_STRETCH,
    innerWidth: width - 2 * padX,
  };
}

/** The last row shares the full width evenly: how many tracks the grid has and how many each card spans. */
export function gridOf({ columns, rest }: Pick<Plan, 'columns' | 'rest'>, cards: number): { tracks: number; spans: number[] } {
  const each = rest || 1;
  return {
    tracks: columns * each,
    spans: Array.from({ length: cards }, (_, index) => (rest && index >= cards - rest ? columns : each)),
  };
}
