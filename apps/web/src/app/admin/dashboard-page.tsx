import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { AdminsPanel } from '../../features/admins/admins-panel.js';
import { DueListsNote } from '../../features/rate-lists/due-lists-note.js';
import { OverviewCounts, type ShownShops } from '../../features/overview/overview-counts.js';
import { ShopsPanel } from '../../features/shops/shops-panel.js';
import { useOverviewQuery } from '../../features/overview/overview.api.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { DutyLawNote } from '../../shared/duty-law-note.js';
import { PageHead } from '../../shared/ui/page-head.js';

const SHOWN: readonly ShownShops[] = ['all', 'active', 'expiring', 'expired', 'open'];

/** The overview above the two panels, Users management and Admins (rule 10.5). The address says which shops are listed. */
export function DashboardPage() {
  const [search, setSearch] = useSearchParams();
  const ids = useOverviewQuery().data?.openShops;
  const openShops = useMemo(() => ids && new Set(ids), [ids]);
  const shown = SHOWN.find((one) => one === search.get('show')) ?? 'all';
  const show = (shops: ShownShops) => setSearch(shops === 'all' ? {} : { show: shops }, { replace: true });
  return (
    <>
      <PageHead title={portalTexts.nav.dashboard} />
      <DutyLawNote />
      <DueListsNote />
      <OverviewCounts shown={shown} onShow={show} />
      <ShopsPanel shown={shown} openShops={openShops} onShowAll={() => show('all')} />
      <AdminsPanel />
    </>
  );
}
