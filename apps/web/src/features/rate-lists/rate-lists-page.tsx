import { Button } from '@mantine/core';
import { limits, type RateList, type ShopDashboard, texts } from '@sarafa/contracts';
import { useMemo, useRef, useState } from 'react';
import { useDeleteRateListMutation, useRateListsQuery } from '../../shared/api/rate-lists.api.js';
import { useShopsQuery } from '../../shared/api/shops.api.js';
import { ADMIN_ALARMS } from '../../shared/links.js';
import { May } from '../../shared/session/may.js';
import { say } from '../../shared/language/page-language.js';
import { PhoneAlarms } from '../phone-alarms/index.js';
import { useMarket } from './fields/use-market.js';
import { useSession } from '../../shared/session/session.js';
import { rateListTexts as words } from '../../shared/texts/rate-list-texts.js';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.js';
import { Failed } from '../../shared/ui/failed.js';
import { Icon } from '../../shared/ui/icon.js';
import { LoadingSheet } from '../../shared/ui/loading-sheet.js';
import { Nothing } from '../../shared/ui/nothing.js';
import { PageHead } from '../../shared/ui/page-head.js';
import { useMinute } from '../../shared/use-minute.js';
import { RateListDetails } from './rate-list-details.js';
import { RateListForm } from './rate-list-form.js';
import { type ListAction, RateListsList } from './rate-lists-list.js';

const { statusPollMs: pollingInterval } = limits;

type Open = { readonly what: 'create' } | { readonly what: ListAction; readonly list: RateList };

/** Lists of fixed rates: today's rates, who uses them, and what they were (rule 10.16). */
export function RateListsPage() {
  const { data, isLoading, isError, isFetching, refetch } = useRateListsQuery(undefined, { pollingInterval });
  const { data: shops } = useShopsQuery();
  const market = useMarket();
  const { current } = useSession();
  const users = useMemo(() => shops && shopsByList(shops), [shops]);
  const [open, setOpen] = useState<Open>();
  const heading = useRef<HTMLHeadingElement>(null);
  const now = useMinute();
  return (
    <>
      <div className="ratelists__h">
        <PageHead title={words.title} hint={words.hint} headingRef={heading} />
        <May needs="operator">
          <Button leftSection={<Icon name="plus" />} onClick={() => setOpen({ what: 'create' })}>
            {words.create}
          </Button>
        </May>
      </div>
      {isLoading ? (
        <LoadingSheet text={words.loading} rows={3} />
      ) : !data && isError ? (
        <div className="sheet">
          <Failed text={words.failed} isAsking={isFetching} onTryAgain={() => void refetch()} />
        </div>
      ) : !data || data.length === 0 ? (
        <Nothing text={words.none} hint={words.noneHint} />
      ) : (
        <RateListsList
          lists={data}
          shopsOf={({ id }) => users && (users.get(id)?.length ?? 0)}
          now={now}
          market={market}
          onAction={(what, list) => {
            setOpen({ what, list });
            void refetch();
          }}
        />
      )}
      {current && (
        <May needs="operator">
          <PhoneAlarms
            userId={current.userId}
            paths={ADMIN_ALARMS}
            title={words.remindHere}
            label={words.remindLabel}
            hint={words.remindHint}
          />
        </May>
      )}
      {open && <Opened open={presentOf(open, data)} users={users} home={heading} onClose={() => setOpen(undefined)} />}
    </>
  );
}

/** With the list as it is now, because somebody else may change it while it is open here. */
function presentOf(open: Open, lists: readonly RateList[] | undefined): Open {
  if (open.what === 'create') return open;
  return { ...open, list: lists?.find(({ id }) => id === open.list.id) ?? open.list };
}

interface OpenedProps {
  readonly open: Open;
  readonly users: ReadonlyMap<string, readonly ShopDashboard[]> | undefined;
  readonly home: React.RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

function Opened({ open, users, home, onClose }: OpenedProps) {
  const [remove] = useDeleteRateListMutation();
  switch (open.what) {
    case 'create':
      return <RateListForm kind="create" onClose={onClose} />;
    case 'set':
    case 'edit':
      return <RateListForm key={open.list.id} kind={open.what} list={open.list} onClose={onClose} />;
    case 'details':
      return <RateListDetails list={open.list} shops={users && (users.get(open.list.id) ?? [])} onClose={onClose} />;
    case 'delete':
      return (
        <ConfirmDialog
          title={say(words.deleteTitle, { name: open.list.name })}
          question={words.confirmDelete}
          yes={words.doDelete}
          isDanger
          run={() => remove(open.list.id).unwrap()}
          failed={words.deleteFailed}
          done={texts.rateLists.deleted}
          home={home}
          onClose={onClose}
        />
      );
  }
}

function shopsByList(shops: readonly ShopDashboard[]): Map<string, ShopDashboard[]> {
  const byList = new Map<string, ShopDashboard[]>();
  for (const shop of shops) {
    if (!shop.rate_list_id) continue;
    const users = byList.get(shop.rate_list_id) ?? [];
    byList.set(shop.rate_list_id, [...users, shop]);
  }
  return byList;
}
