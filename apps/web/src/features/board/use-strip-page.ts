import { groupRupees } from '@sarafa/domain';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import type { Card } from './cards.js';
import { usePage } from './use-page.js';

/** As many as the design lays beside each other. */
const MOST = 4;

/** The cards that the strip shows just now: as many as fit its line, in turn. */
export function useStripPage(strip: RefObject<HTMLElement | null>, cards: readonly Card[]): readonly Card[] {
  const [resizes, setResizes] = useState(0);
  // What takes room: when it changes, more or less may fit.
  const room = JSON.stringify([cards.map(({ name, unit, price }) => [name, unit, groupRupees(price).length]), resizes]);
  const [fit, setFit] = useState({ room, most: MOST });
  if (fit.room !== room) setFit({ room, most: MOST });

  const count = Math.max(1, Math.ceil(cards.length / fit.most));
  const each = Math.ceil(cards.length / count);
  const at = usePage(count);
  const page = cards.slice(at * each, (at + 1) * each);

  useLayoutEffect(() => {
    const line = strip.current;
    if (line && each > 1 && line.scrollWidth > line.clientWidth + 1) setFit({ room, most: each - 1 });
  }, [strip, room, each, at]);

  useEffect(() => {
    const onResize = () => setResizes((before) => before + 1);
    addEventListener('resize', onResize);
    return () => removeEventListener('resize', onResize);
  }, []);
  return page;
}
