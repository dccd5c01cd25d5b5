import { type ReactNode, useRef } from 'react';
import type { DASHBOARD_PARTS } from '../../shared/links.js';
import { dashboardTexts } from '../../shared/texts/dashboard-texts.js';
import { useShownByAddress } from './use-shown-by-address.js';

interface Props {
  readonly id: (typeof DASHBOARD_PARTS)[number];
  readonly children: ReactNode;
}

/** A part of the dashboard that the bar leads to. */
export function DashboardPart({ id, children }: Props) {
  const part = useRef<HTMLElement>(null);
  useShownByAddress(id, part);
  return (
    <section className="shop__in shop__part cols" id={id} ref={part} tabIndex={-1} aria-label={dashboardTexts.places[id]}>
      {children}
    </section>
  );
}
