/** The narrowest `font-stretch` of a figure, percent. */
export const NARROWEST = 80;
/** A label may be broken once where a line has the height of this many labels. */
const TWO_LINES = 2.8;
/** The height of a label's line. */
const LINE = 1.1;
/** The height of a price with its distance from the one above it, relative to its font size. */
const BELOW = 1.08;
/** The height of the day's change below a label, relative to the label. */
const DAY_HEIGHT = 0.95;
/** The most that a label may take of a line's width, so that a title of a hundred letters doesn't make every figure small. */
const LABEL_PART = 0.6;

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
  /** The height of a label with the one below it in another language, relative to the first alone. */
  readonly labels: number;
  /** The widest text beside a label, with its distance. */
  readonly beside: number;
  /** The widest change of the day, which stands below a label that has no room beside it; 0 where no card has one. */
  readonly day: number;
  /** The longest price, in em. */
  readonly widest: number;
  /** The same with the narrowest `font-stretch`. */
  readonly narrowest: number;
  /** How many prices each card has. */
  readonly figures: readonly number[];
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
  /** The rows' heights relative to each other; none where all are equal. */
  readonly heights: readonly number[];
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
  const { cards, gap, padX, padY, label, labelWidth, labels, beside, day, widest, narrowest, figures, side } = room;
  const most = Math.max(...figures);
  if (isAbreast && most < 2) return undefined;
  const rows = Math.ceil(cards / columns);
  // How high the prices of each row are, in those of one price: of the card that has most of them below each other.
  const units = Array.from({ length: rows }, (_, row) => {
    const below = isAbreast ? 1 : Math.max(...figures.slice(row * columns, (row + 1) * columns));
    return below > 1 ? below * BELOW : 1;
  });
  const allUnits = units.reduce((sum, unit) => sum + unit);
  const cellWidth = (room.width - gap * (columns - 1)) / columns;
  const allHeight = room.height - gap * (rows - 1);
  const lowest = (allHeight * Math.min(...units)) / allUnits;
  const innerWidth = cellWidth - 2 * padX;
  const isDense = isLine || columns > 2 || labelWidth + beside > innerWidth;
  const below = isDense && day > 0 ? label * DAY_HEIGHT : 0;
  const isLow = lowest <= label * TWO_LINES * labels + below;
  if (isLow && isLine && labels > 1) return undefined;
  const needed = Math.max(day, isLow ? labelWidth : Math.max(labelWidth * 0.58, label * 5));
  const forAll = innerWidth - (isLine ? Math.min(needed, innerWidth * LABEL_PART) + padX : 0);
  const width = (isAbreast ? (forAll - padX * (most - 1)) / most : forAll) - side;
  const labelLines = labelWidth > innerWidth ? 2 : 1;
  const besideFigures = isLine ? 0 : padY + label * LINE * labels * labelLines + below;
  const perUnit = isLine ? 1 / 0.8 : 1.03;
  const height = (allHeight - rows * besideFigures) / perUnit / allUnits;
  if (width <= 0 || height <= 0) return undefined;
  const digit = Math.min(height, width / narrowest, room.cap);
  // Fonts of Indic scripts have one width only.
  const narrowed = Math.max(0, widest - width / digit) / (widest - narrowest || 1);
  const stretch = Math.floor(100 - Math.min(1, narrowed) * (100 - NARROWEST));
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
    heights: new Set(units).size > 1 ? units.map((unit) => Math.round(besideFigures + perUnit * unit * digit)) : [],
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
    isAbreast: Math.max(...figures) > 1,
    digit: 8,
    stretch: NARROWEST,
    innerWidth: width - 2 * padX,
    heights: [],
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
