import { Button } from '@mantine/core';
import { texts } from '@sarafa/contracts';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { copyLink } from '../../shared/copy-link.js';
import { LOGIN } from '../../shared/links.js';
import { May } from '../../shared/session/may.js';
import { Icon } from '../../shared/ui/icon.js';
import { useDeleteShopMutation, useSetSubscriptionMutation, useShopsQuery } from '../../shared/api/shops.api.js';
import { failureText, problemOf } from '../../shared/requests/problem.js';
import { say } from '../../shared/language/page-language.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.js';
import { Failed } from '../../shared/ui/failed.js';
import { SkeletonRows } from '../../shared/ui/skeleton-rows.js';
import { EditShop } from './edit/edit-shop.js';
import type { Listed, Shown } from './find-shops.js';
import type { Action } from './shop-cells.js';
import { ShopsList } from './shops-list.js';

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
  const [deleteShop] = useDeleteShopMutation();
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
          <May needs="operator">
            <Button component={Link} to="/admin/create-user" leftSection={<Icon name="plus" />}>
              {list.createUser}
            </Button>
          </May>
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
        <ConfirmDialog
          key={action.entry.shop.id}
          title={say(list.deleteTitle, { name: action.entry.name })}
          question={users.confirmDelete}
          note={list.deleteShopNote}
          yes={list.deleteShop}
          isDanger
          run={() => deleteShop(action.entry.shop.id).unwrap()}
          failed={(problem) => failureText(problem, users.deleteFailed)}
          done={texts.users.deleted}
          home={heading}
          onClose={done}
        />
      )}
    </section>
  );
}

function SwitchSubscription({ entry: { shop, name }, onClose }: { entry: Listed; onClose: () => void }) {
  const [setSubscription] = useSetSubscriptionMutation();
  const active = !shop.isSubscriptionValid;
  return (
    <ConfirmDialog
      title={say(list.about, { what: active ? users.activate : users.deactivate, name })}
      question={say(users.confirmSubscription, { active, username: shop.username })}
      note={active ? list.activateNote : list.deactivateNote}
      yes={active ? users.activate : users.deactivate}
      run={() => setSubscription({ id: shop.id, active }).unwrap()}
      failed={(problem) => failureText(problem, users.subscriptionFailed)}
      onClose={onClose}
    />
  );
}
