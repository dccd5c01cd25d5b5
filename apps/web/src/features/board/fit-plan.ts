/** Widths of Archivo at 100 % in em: digit, comma, and the rupee sign at .66 em with a space of .1 em. */
const EM = { digit: 0.576, comma: 0.3, rupee: 0.66 * 0.614 + 0.1 };
const TRACKING = -0.012;
/** The measured width of a figure at `font-stretch: 80%`, the narrowest allowed, relative to 100 %. */
const NARROWEST = 0.84;
const NARROWEST_STRETCH = 80;
/** A label may be broken once where a line has the height of this many labels. */
const TWO_LINES = 2.8;
/** The height of a price with its distance from the one above it, relative to its font size. */
const BELOW = 1.08;
/** The height of the day's change below a label, relative to the label. */
const DAY_HEIGHT = 0.95;
/** The most that a label may take of a line's width, so that a title of a hundred letters doesn't make every figure small. */
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
  /** The padding above and below together. */
  readonly padY: number;
  /** The label's font size. */
  readonly label: number;
  /** The widest label. */
  readonly labelWidth: number;
  /** The widest text beside a label, with its distance. */
  readonly beside: number;
  /** The widest change of the day, which stands below a label that has no room beside it; 0 where no card has one. */
  readonly day: number;
  /** The longest price, in em. */
  readonly widest: number;
  /** The most prices in one card. */
  readonly figures: number;
  /** The widest word beside a price, with its distance; 0 where no price has one. */
  readonly side: number;
  /** The largest figure that still looks like one of several. */
  readonly cap: number;
}

export interface Plan {
  readonly columns: number;
  readonly rows: number;
  /** The cards in the last row, which share its whole width; 0 when the row is full. */
  readonly rest: number;
  /** Whether the label is beside the figure instead of above it. */
  readonly isLine: boolean;
  /** Whether a card is too narrow for anything beside its label. */
  readonly isDense: boolean;
  /** Whether the line is also too low for a label of two lines. */
  readonly isLow: boolean;
  /** Whether a card's prices are beside each other instead of one below the other. */
  readonly isAbreast: boolean;
  /** The figures' font size, pixels. */
  readonly digit: number;
  /** `font-stretch`, percent. */
  readonly stretch: number;
  /** The width inside a card's padding, in pixels. */
  readonly innerWidth: number;
}

type Form = Pick<Plan, 'isLine' | 'isAbreast'>;
/** Of two equally good forms the earlier one is chosen. */
const FORMS: readonly Form[] = [
  { isLine: false, isAbreast: false },
  { isLine: false, isAbreast: true },
  { isLine: true, isAbreast: false },
  { isLine: true, isAbreast: true },
];

/**
 * The plan with the largest figures that fit. Every number of columns and all forms of a card are tried. A figure becomes
 * narrower before it becomes smaller, and all figures have one size. An incomplete last row and long lines are chosen only if
 * they make the figures clearly larger.
 */
export function plan(room: Room): Plan {
  let best: { plan: Plan; score: number } | undefined;
  for (let columns = 1; columns <= Math.min(room.maxColumns, room.cards); columns++) {
    for (const form of FORMS) {
      const candidate = planFor(room, columns, form);
      if (!candidate) continue;
      const broken = candidate.rest === 0 ? 1 : columns > 2 ? 0.79 : 0.95;
      const score = candidate.digit * broken * (form.isLine ? 0.9 : 1);
      if (!best || score > best.score) best = { plan: candidate, score };
    }
  }
  return best?.plan ?? smallest(room);
}

function planFor(room: Room, columns: number, { isLine, isAbreast }: Form): Plan | undefined {
  const { cards, gap, padX, padY, label, labelWidth, beside, day, widest, figures, side } = room;
  if (isAbreast && figures < 2) return undefined;
  const rows = Math.ceil(cards / columns);
  const cellWidth = (room.width - gap * (columns - 1)) / columns;
  const cellHeight = (room.height - gap * (rows - 1)) / rows;
  const innerWidth = cellWidth - 2 * padX;
  const isDense = isLine || columns > 2 || labelWidth + beside > innerWidth;
  const below = isDense && day > 0 ? label * DAY_HEIGHT : 0;
  const isLow = cellHeight <= label * TWO_LINES + below;
  const needed = Math.max(day, isLow ? labelWidth : Math.max(labelWidth * 0.58, label * 5));
  const forAll = innerWidth - (isLine ? Math.min(needed, innerWidth * LABEL_PART) + padX : 0);
  const width = (isAbreast ? (forAll - padX * (figures - 1)) / figures : forAll) - side;
  const labelLines = labelWidth > innerWidth ? 2 : 1;
  const forFigures = isLine ? cellHeight * 0.8 : (cellHeight - padY - label * 1.1 * labelLines - below) / 1.03;
  const height = isAbreast || figures === 1 ? forFigures : forFigures / (figures * BELOW);
  if (width <= 0 || height <= 0) return undefined;
  const digit = Math.min(height, width / (widest * NARROWEST), room.cap);
  const narrowed = Math.min(1, Math.max(NARROWEST, width / (widest * digit)));
  const stretch = Math.round(100 - ((1 - narrowed) / (1 - NARROWEST)) * (100 - NARROWEST_STRETCH));
  return {
    columns,
    rows,
    rest: cards % columns,
    isLine,
    isDense,
    isLow: isLine && isLow,
    isAbreast,
    digit: Math.floor(digit),
    stretch,
    innerWidth,
  };
}

/** A window that is too small for anything also gets a plan, in lines that may be cut off. */
function smallest({ cards, width, padX, figures }: Room): Plan {
  return {
    columns: 1,
    rows: cards,
    rest: 0,
    isLine: true,
    isDense: true,
    isLow: true,
    isAbreast: figures > 1,
    digit: 8,
    stretch: NARROWEST_STRETCH,
    innerWidth: width - 2 * padX,
  };
}

/** The last row shares the full width evenly: the number of tracks of the grid, and how many of them each card spans. */
export function gridOf({ columns, rest }: Pick<Plan, 'columns' | 'rest'>, cards: number): { tracks: number; spans: number[] } {
  const each = rest || 1;
  return {
    tracks: columns * each,
    spans: Array.from({ length: cards }, (_, index) => (rest && index >= cards - rest ? columns : each)),
  };
}
