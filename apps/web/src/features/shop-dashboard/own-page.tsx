import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { WholeShop } from '../../shared/api/shops.api.js';
import { shopDashboardPath } from '../../shared/links.js';
import { dashboardTexts } from '../../shared/texts/dashboard-texts.js';
import { boardTexts } from '../../shared/texts/on-board-texts.js';
import { Failed } from '../../shared/ui/failed.js';
import { FullScreenOverlay } from '../../shared/ui/full-screen-overlay.js';
import { Icon } from '../../shared/ui/icon.js';
import type { useOwnShopQuery } from './shop-dashboard.api.js';
import { ShopBar } from './shop-bar.js';

interface Props {
  readonly userId: string;
  readonly words: { readonly title: string; readonly back: string };
  /** The answer to the question for the shop. */
  readonly asked: ReturnType<typeof useOwnShopQuery>;
  readonly children: (shop: WholeShop) => ReactNode;
}

/** A page of the shop's own beneath its dashboard, with an address of its own and a way back. */
export function OwnPage({ userId, words, asked: { data: shop, isLoading, isFetching, refetch }, children }: Props) {
  if (isLoading) return <FullScreenOverlay message={dashboardTexts.loading} isSheer />;
  return (
    <div className="shop">
      <title>{`${words.title} · ${boardTexts.product}`}</title>
      <ShopBar />
      <header className="shop__band">
        <div className="shop__in">
          <div className="shop__top estimate__top">
            <Button
              className="btn--on-dark"
              variant="default"
              component={Link}
              to={shopDashboardPath(userId)}
              leftSection={<Icon name="left" />}
            >
              {words.back}
            </Button>
            <h1>{words.title}</h1>
          </div>
        </div>
      </header>
      <main className="shop__page" tabIndex={-1}>
        <div className="shop__in">
          {shop ? (
            children(shop)
          ) : (
            <Failed text={dashboardTexts.loadFailed} isAsking={isFetching} onTryAgain={() => void refetch()} />
          )}
        </div>
      </main>
    </div>
  );
}
