import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { copyLink } from '../../shared/copy-link.js';
import { LOGIN } from '../../shared/links.js';
import { Icon } from '../../shared/ui/icon.js';
import { useShopsQuery } from '../../shared/api/shops.api.js';
import { failureText, problemOf } from '../../shared/problem.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { Failed } from '../../shared/ui/failed.js';
import { SkeletonRows } from '../../shared/ui/skeleton-rows.js';
import { DeleteShop } from './delete-shop.js';
import { EditShop } from './edit/edit-shop.js';
import type { Listed, Shown } from './find-shops.js';
import type { Action } from './shop-cells.js';
import { ShopsList } from './shops-list.js';
import { SwitchSubscription } from './switch-subscription.js';

const { users, list } = portalTexts;
/** An older list is read again when somebody returns to it. */
const OLD_SECONDS = 30;

interface Props {
  readonly shown: Shown;
  readonly openShops: ReadonlySet<string> | undefined;
  readonly onShowAll: () => void;
}

/** Users management, one of the two panels of the dashboard. */
export function ShopsPanel({ shown, openShops, onShowAll }: Props) {
  const { data, error, isFetching, refetch } = useShopsQuery(undefined, { refetchOnMountOrArgChange: OLD_SECONDS });
  const [action, setAction] = useState<{ readonly what: Action; readonly entry: Listed }>();
  const heading = useRef<HTMLHeadingElement>(null);
  const done = () => setAction(undefined);
  const copyLogin = () => copyLink(location.origin + LOGIN, users.loginLinkCopied, users.copyFailedShort);

  return (
    <section className="panel" aria-labelledby="users-title">
      <div className="panel__h">
        <h2 id="users-title" ref={heading} tabIndex={-1}>
          {users.title}
        </h2>
        <div className="panel__a">
          <Button variant="default" leftSection={<Icon name="copy" />} onClick={() => void copyLogin()}>
            {users.copyLoginLink}
          </Button>
          <Button component={Link} to="/admin/create-user" leftSection={<Icon name="plus" />}>
            {list.createUser}
          </Button>
        </div>
      </div>
      {data ? (
        <ShopsList
          shops={data}
          shown={shown}
          openShops={openShops}
          onShowAll={onShowAll}
          onAction={(what, entry) => setAction({ what, entry })}
        />
      ) : error ? (
        <div className="sheet">
          <Failed
            text={failureText(problemOf(error), users.fetchFailed)}
            isAsking={isFetching}
            onTryAgain={() => void refetch()}
          />
        </div>
      ) : (
        <SkeletonRows count={6} />
      )}
      {action?.what === 'edit' && <EditShop key={action.entry.shop.id} id={action.entry.shop.id} onClose={done} />}
      {action?.what === 'subscription' && <SwitchSubscription key={action.entry.shop.id} entry={action.entry} onClose={done} />}
      {action?.what === 'delete' && (
        <DeleteShop key={action.entry.shop.id} entry={action.entry} home={heading} onClose={done} />
      )}
    </section>
  );
}
