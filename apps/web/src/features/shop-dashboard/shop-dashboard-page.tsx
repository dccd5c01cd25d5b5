import { Alert } from '@mantine/core';
import { limits, newShop } from '@sarafa/contracts';
import { useMemo, useState } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { OwnAccount } from '../own-account/index.js';
import { useEstimateTermsQuery } from '../../shared/api/estimate-terms.api.js';
import type { WholeShop } from '../../shared/api/shops.api.js';
import { shopDashboardPath } from '../../shared/links.js';
import { useEndPhoneAlarms } from '../../shared/kept-phone/use-end-phone-alarms.js';
import { recently } from '../../shared/language/page-dates.js';
import { say } from '../../shared/language/page-language.js';
import { serverNow } from '../../shared/requests/server-time.js';
import { useSession } from '../../shared/session/session.js';
import { boardTexts } from '../../shared/texts/on-board-texts.js';
import { dashboardTexts } from '../../shared/texts/dashboard-texts.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { FullScreenOverlay } from '../../shared/ui/full-screen-overlay.js';
import { WaitingButton } from '../../shared/ui/waiting-button.js';
import { LazyRateRowsEditor } from '../rate-rows/index.js';
import { rateRowTexts as words } from '../../shared/texts/rate-row-texts.js';
import { AdsSection } from './ads/ads-section.js';
import { ChangesSection } from './changes-section.js';
import { DashboardPart } from './dashboard-part.js';
import { DisplaySection } from './settings/display-section.js';
import { HistorySection } from './history-section.js';
import { MarginsSection } from './settings/margins-section.js';
import { OffHoursForm } from './settings/off-hours-form.js';
import { OwnListSection } from './own-list/own-list-section.js';
import { ScreensSection } from '../screens/index.js';
import { useOwnShopQuery } from './shop-dashboard.api.js';
import { ShopBand } from './band/shop-band.js';
import { ShopBar } from './shop-bar.js';
import { OwnTablesSection } from './settings/own-tables-section.js';

/** A shop's own dashboard. The address of another shop's dashboard leads to one's own (rule 11.1). */
export function ShopDashboardPage() {
  const { userId } = useParams();
  const { hash } = useLocation();
  const { current } = useSession();
  const { data, isLoading, isFetching, refetch } = useOwnShopQuery(undefined, {
    refetchOnMountOrArgChange: true,
    // On a counter's tablet that stays in front nothing else asks again.
    pollingInterval: limits.profilePollMs,
  });
  // Kept for an estimate without a network.
  useEstimateTermsQuery();
  const [isAccountOpen, setIsAccountOpen] = useState(false);
  const ownId = current?.userId ?? '';
  const endAlarms = useEndPhoneAlarms();
  const shop = useMemo(() => data ?? defaultShop(ownId), [data, ownId]);
  if (!current) return null;
  if (userId !== current.userId) return <Navigate to={shopDashboardPath(current.userId) + hash} replace />;
  if (isLoading) return <FullScreenOverlay message={dashboardTexts.loading} isSheer />;
  return (
    <div className="shop">
      <title>{`${shop.shop_name || dashboardTexts.title} · ${boardTexts.product}`}</title>
      <ShopBar />
      <ShopBand shop={shop} isKnown={data !== undefined} onAccount={() => setIsAccountOpen(true)} />
      <main className="shop__page" tabIndex={-1}>
        {data?.keptAt !== undefined && (
          <Alert className="shop__in shop__failed" role="status">
            {say(dashboardTexts.fromBefore, { time: recently(data.keptAt, serverNow()) })}
          </Alert>
        )}
        {!data && (
          <Alert className="shop__in shop__failed" role="alert">
            <p>{dashboardTexts.loadFailed}</p>
            <WaitingButton variant="default" size="sm" isWaiting={isFetching} onClick={() => void refetch()}>
              {portalTexts.common.tryAgain}
            </WaitingButton>
          </Alert>
        )}
        <div className={`shop__in shop__part cols ${shop.may_set_list ? 'rates rates--list' : 'rates'}`}>
          {shop.may_set_list && <OwnListSection shop={shop} />}
          <div className="stack rates__side">
            <MarginsSection shop={shop} />
            <OwnTablesSection />
          </div>
          <div className="stack">
            <RateRowsSection userId={shop.id} />
            <HistorySection shop={shop} />
          </div>
        </div>
        <DashboardPart id="ads">
          <AdsSection shop={shop} />
          <ScreensSection shop={shop}>{data && <OffHoursForm shop={data} />}</ScreensSection>
        </DashboardPart>
        <DashboardPart id="settings">
          <DisplaySection shop={shop} isKnown={data !== undefined} />
          <ChangesSection />
        </DashboardPart>
      </main>
      {isAccountOpen && (
        <OwnAccount username={shop.username} beforeSignOut={endAlarms} onClose={() => setIsAccountOpen(false)} />
      )}
    </div>
  );
}

/** Replaces a profile that can't be read (rule 11.5). */
function defaultShop(id: string): WholeShop {
  return {
    ...newShop,
    ad_display_time: limits.adDisplayTime.unread,
    id,
    _id: id,
    username: boardTexts.defaultUserName,
    role: 'user',
    dynamic_price_interval: 5,
    subscription_end_date: new Date(0).toISOString(),
    isSubscriptionValid: true,
    isSubscriptionExpired: false,
  };
}

/** The rows of the shop's board that the market prices. Drawn at once: what grew here later would move what has the focus below. */
function RateRowsSection({ userId }: { userId: string }) {
  return (
    <section className="sheet" aria-labelledby="rate-rows-title">
      <div className="sheet__h">
        <h2 id="rate-rows-title">{words.title}</h2>
      </div>
      <div className="sheet__b">
        <LazyRateRowsEditor userId={userId} />
      </div>
    </section>
  );
}
