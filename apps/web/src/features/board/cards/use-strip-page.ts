import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import type { Line } from './cards.js';
import { onResize } from '../layout/on-resize.js';
import { usePageInTurn } from './use-page-in-turn.js';

/** The most rates beside each other in the design. */
const MOST = 4;

interface StripPage {
  readonly lines: readonly Line[];
  /** Whether smaller letters are used to keep all rates on the line. */
  readonly isNarrow: boolean;
  /** The language in which labels stand now: the first or the second. */
  readonly turn: 1 | 2;
}

/**
 * `first` is the page of prices that the strip of this ad begins with. `onTurn` gets the page after the one that shows, with which
 * the strip of the next ad begins: where ads are short, later pages would otherwise never show.
 */
export interface StripTurn {
  readonly first: number;
  readonly onTurn: (next: number) => void;
}

/** The prices that the strip shows now: as many as fit its line beside `words`, in turn. */
export function useStripPage(
  strip: RefObject<HTMLElement | null>,
  lines: readonly Line[],
  words: string,
  { first, onTurn }: StripTurn,
): StripPage {
  const [start] = useState(first);
  const [resizes, setResizes] = useState(0);
  const [width, setWidth] = useState(0);
  // Everything that affects the layout: when it changes, more or fewer prices may fit.
  const room = JSON.stringify([
    lines.map(({ name, unit, age, price, other }) => [name, unit, age, String(price).length, other?.name, other?.unit]),
    words,
    resizes,
    width,
  ]);
  const [fit, setFit] = useState({ room, most: MOST, isNarrow: false });
  if (fit.room !== room) setFit({ room, most: MOST, isNarrow: false });

  const count = Math.max(1, Math.ceil(lines.length / fit.most));
  const each = Math.ceil(lines.length / count);
  const turns = count * (lines.some(({ other }) => other) ? 2 : 1);
  const turn = (start + usePageInTurn(turns)) % turns;
  const at = turn % count;
  useEffect(() => onTurn(turn + 1), [onTurn, turn]);
  // A board that is turned or has become a phone's lays the strip out anew by its classes alone.
  // eslint-disable-next-line react-hooks/exhaustive-deps -- after each render, and it ends: each step leaves fewer or smaller prices
  useLayoutEffect(() => {
    const line = strip.current;
    if (!line) return;
    // eslint-disable-next-line react-hooks/set-state-in-effect -- what fits is known once it is laid out, and not before
    if (line.clientWidth !== width) setWidth(line.clientWidth);
    else if (line.scrollWidth <= line.clientWidth + 1) return;
    else if (!fit.isNarrow) setFit({ room, most: each, isNarrow: true });
    else if (each > 1) setFit({ room, most: each - 1, isNarrow: false });
  });

  useEffect(() => onResize(strip, '.strip__time', () => setResizes((before) => before + 1)), [strip]);
  return { lines: lines.slice(at * each, (at + 1) * each), isNarrow: fit.isNarrow, turn: turn < count ? 1 : 2 };
}
