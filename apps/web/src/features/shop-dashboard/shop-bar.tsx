import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { DASHBOARD_PARTS, shopDashboardPath } from '../../shared/links.js';
import { inWords, pageLanguage } from '../../shared/language/page-language.js';
import { useSession } from '../../shared/session/session.js';
import { cardTexts } from '../../shared/texts/card-texts.js';
import { dashboardTexts } from '../../shared/texts/dashboard-texts.js';
import { estimateTexts } from '../../shared/texts/estimate-texts.js';
import { Icon, type IconName } from '../../shared/ui/icon.js';

const { places: words } = dashboardTexts;
const [RATES] = DASHBOARD_PARTS;

interface Place {
  /** What follows the dashboard's address: a part of the page, or a page beneath it. */
  readonly to: `#${(typeof DASHBOARD_PARTS)[number]}` | `/${string}`;
  readonly icon: IconName;
  readonly name: string;
}

/** A phone has room for five. */
const PLACES: readonly Place[] = inWords(() => [
  { to: '#rates', icon: 'rateLists', name: words.rates },
  { to: '/estimate', icon: 'importDuty', name: estimateTexts.open },
  { to: '/card', icon: 'image', name: cardTexts.open },
  { to: '#ads', icon: 'screens', name: words.ads },
  { to: '#settings', icon: 'managePrices', name: words.settings },
]);

/** Leads to the parts of a shop's dashboard and to the pages beneath it, and says which one is on the screen (rule 11.16). */
export function ShopBar() {
  const { current } = useSession();
  const { pathname } = useLocation();
  const part = usePartOnScreen();
  if (!current) return null;
  const dashboard = shopDashboardPath(current.userId);
  const isDashboard = pathname === dashboard;
  return (
    <nav className="shopbar" aria-label={words.label}>
      {/* On the pages of a dashboard alone, which it installs; React puts it into the head. */}
      <link rel="manifest" href={`/dashboard.${pageLanguage()}.webmanifest`} />
      {PLACES.map(({ to, icon, name }) => {
        const isPart = to.startsWith('#');
        const isHere = isPart ? isDashboard && to === `#${part}` : pathname === dashboard + to;
        return (
          <Link
            key={to}
            to={dashboard + to}
            // The way back leads out of the dashboard, and not through its parts.
            replace={isPart && isDashboard}
            aria-current={isHere ? (isPart ? 'location' : 'page') : undefined}
          >
            <Icon name={icon} />
            {name}
          </Link>
        );
      })}
    </nav>
  );
}

/** The line in the window that the part on the screen crosses. The style sheet gives the last part the height to reach it. */
const LINE = '-40% 0px -60% 0px';

/** The first part begins above the others, outside of the main part of the page, so it is where none of these is. */
function usePartOnScreen(): string {
  const [crossing, setCrossing] = useState<readonly string[]>([]);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const ids = (isIn: boolean) => entries.filter((one) => one.isIntersecting === isIn).map(({ target }) => target.id);
        setCrossing((before) => [...before.filter((id) => !ids(false).includes(id)), ...ids(true)]);
      },
      { rootMargin: LINE },
    );
    for (const id of DASHBOARD_PARTS) {
      const part = document.getElementById(id);
      if (part) observer.observe(part);
    }
    return () => observer.disconnect();
  }, []);
  return crossing[crossing.length - 1] ?? RATES;
}
