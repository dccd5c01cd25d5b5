import { Button } from '@mantine/core';
import { portalTexts, type ShopDashboard, texts } from '@sarafa/contracts';
import { kolkataDate, subscriptionDaysLeft } from '@sarafa/domain';
import { Navigate, useParams } from 'react-router-dom';
import shopLogo from '../../shared/brand/default-shop-logo.svg';
import { publicViewPath, shopDashboardPath } from '../../shared/links.js';
import { useSession } from '../../shared/session.js';
import { Failed } from '../../shared/ui/failed.js';
import { FullScreenOverlay } from '../../shared/ui/full-screen-overlay.js';
import { Icon } from '../../shared/ui/icon.js';
import { Portrait } from '../../shared/ui/portrait.js';
import { StateWord } from '../../shared/ui/state-word.js';
import { useSignOut } from '../../shared/use-sign-out.js';
import { useOwnShopQuery } from './shop-home.api.js';

const { shopHome: words, nav, users } = portalTexts;

/** A shop's own dashboard; another shop's leads to one's own (spec 6). */
export function ShopHomePage() {
  const { userId } = useParams();
  const { current } = useSession();
  const { data, isLoading, isFetching, error, refetch } = useOwnShopQuery(undefined, { refetchOnMountOrArgChange: true });
  const signOut = useSignOut();
  if (!current) return null;
  if (userId !== current.userId) return <Navigate to={shopDashboardPath(current.userId)} replace />;
  if (isLoading) return <FullScreenOverlay message={words.loading} isSheer />;
  const name = data?.shop_name || words.title;
  return (
    <div className="shop">
      <title>{`${name} · ${texts.product}`}</title>
      <header className="shop__top">
        <Portrait url={data?.logo_url ?? ''} name={name} fallback={shopLogo} />
        <h1>{name}</h1>
        <Button
          className="btn--on-dark"
          variant="default"
          component="a"
          href={publicViewPath(current.userId)}
          leftSection={<Icon name="external" />}
        >
          {words.publicView}
        </Button>
        <Button className="btn--on-dark" variant="default" onClick={signOut} leftSection={<Icon name="logout" />}>
          {nav.logout}
        </Button>
      </header>
      <main className="shop__page" tabIndex={-1}>
        <div className="sheet">
          {data ? (
            <Standing shop={data} now={Date.now()} />
          ) : (
            error && <Failed text={words.failed} isAsking={isFetching} onTryAgain={() => void refetch()} />
          )}
        </div>
      </main>
    </div>
  );
}

function Standing({ shop, now }: { shop: ShopDashboard; now: number }) {
  const isValid = shop.isSubscriptionValid;
  const date = kolkataDate(Date.parse(shop.subscription_end_date));
  const days = subscriptionDaysLeft(shop, now);
  return (
    <div className="standing">
      <h2>{words.subscription}</h2>
      <StateWord tone={isValid ? 'ok' : 'err'}>{isValid ? users.active : users.expired}</StateWord>
      <p>
        {shop.isSubscriptionExpired ? words.ended(date) : words.ends(date)}
        {isValid && `, ${days > 0 ? users.daysRemaining(days) : users.expiresToday}`}
      </p>
      {!isValid && <p>{words.renew}</p>}
      <p className="dim">{words.later}</p>
    </div>
  );
}
