import { type ReactNode, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { DASHBOARD_PARTS } from '../../shared/links.js';
import { dashboardTexts } from '../../shared/texts/dashboard-texts.js';
import { useIsNear } from './use-is-near.js';
import { useShownByAddress } from '../../shared/use-shown-by-address.js';

interface Props {
  readonly id: (typeof DASHBOARD_PARTS)[number];
  readonly children: ReactNode;
}

/**
 * A part of the dashboard that the bar leads to. It is below the first screen of a phone, so it is drawn when the screen comes near, or
 * after the rest, for whoever looks for a word or a heading. All parts are drawn at once where the address leads to one of them, because
 * what is above that one mustn't grow later.
 */
export function DashboardPart({ id, children }: Props) {
  const part = useRef<HTMLElement>(null);
  const isDrawn = useIsNear(part, { isWanted: useLocation().hash !== '' });
  useShownByAddress(id, part);
  return (
    <section className="shop__in shop__part cols" id={id} ref={part} tabIndex={-1} aria-label={dashboardTexts.places[id]}>
      {isDrawn && children}
    </section>
  );
}
