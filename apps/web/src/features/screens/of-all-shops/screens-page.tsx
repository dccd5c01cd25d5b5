import { Button } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  ALL_SCREENS_MS,
  isUnknownRoute,
  useAllScreensQuery,
  useScreenStatesQuery,
  useShownScreensQuery,
} from '../../../shared/api/screens.api.js';
import { May } from '../../../shared/session/may.js';
import { ClaimDialog } from '../claim/claim-dialog.js';
import { ScreenDialog } from '../screen-dialog.js';
import { SCREEN_KINDS } from '../screen-words.js';
import { screenTexts as words } from '../../../shared/texts/screen-texts.js';
import { Failed } from '../../../shared/ui/failed.js';
import { Icon } from '../../../shared/ui/icon.js';
import { Nothing } from '../../../shared/ui/nothing.js';
import { PageHead } from '../../../shared/ui/page-head.js';
import { SkeletonRows } from '../../../shared/ui/skeleton-rows.js';
import { useShopsQuery } from '../../../shared/api/shops.api.js';
import { AlarmHistory } from '../alarm-history.js';
import { type ListedScreen, listedScreens, type ShownKind } from './find-screens.js';
import { KEPT_FRESH } from './kept-fresh.js';
import { KindChips } from './kind-chips.js';
import { ScreensList } from './screens-list.js';

const SHOWN: readonly ShownKind[] = ['all', ...SCREEN_KINDS];
type Open = { readonly what: 'claim' } | { readonly what: 'alarms' } | { readonly what: 'screen'; readonly id: string };

/** The screens of all shops, those that don't play first. The address says which are listed. */
export function ScreensPage() {
  // Ten megabytes of 20,000 screens, so that the states alone are read often, and all of the rows that are looked at.
  const { data, isError, isFetching, refetch } = useAllScreensQuery(undefined, {
    ...KEPT_FRESH,
    pollingInterval: ALL_SCREENS_MS,
    refetchOnFocus: false,
  });
  const states = useScreenStatesQuery(undefined, KEPT_FRESH);
  const isOld = isError || (states.isError && !isUnknownRoute(states.error));
  const [search, setSearch] = useSearchParams();
  const [open, setOpen] = useState<Open>();
  const heading = useRef<HTMLHeadingElement>(null);
  const all = useMemo(() => data && listedScreens(data), [data]);
  const shown = SHOWN.find((one) => one === search.get('state')) ?? 'all';
  const show = (kind: ShownKind) => setSearch(kind === 'all' ? {} : { state: kind }, { replace: true });
  return (
    <>
      <div className="screens-head">
        <PageHead title={words.title} hint={words.hint} headingRef={heading} />
        <div className="screens-acts">
          <Button variant="default" leftSection={<Icon name="bell" />} onClick={() => setOpen({ what: 'alarms' })}>
            {words.alarms.title}
          </Button>
          <May needs="operator">
            <Button leftSection={<Icon name="plus" />} onClick={() => setOpen({ what: 'claim' })}>
              {words.add}
            </Button>
          </May>
        </div>
      </div>
      {all ? (
        <>
          <p className="hint hint--err" role="status">
            {isOld && words.stale}
          </p>
          {all.length === 0 ? (
            <Nothing text={words.noneAtAll} hint={words.howTo.type} />
          ) : (
            <>
              <KindChips all={all} shown={shown} onShow={show} />
              <ScreensList
                all={all}
                shown={shown}
                onShowAll={() => show('all')}
                onManage={({ screen }) => setOpen({ what: 'screen', id: screen.id })}
              />
            </>
          )}
        </>
      ) : isError ? (
        <div className="sheet">
          <Failed text={words.failed} isAsking={isFetching} onTryAgain={() => void refetch()} />
        </div>
      ) : (
        <SkeletonRows count={6} />
      )}
      <Opened open={open} all={all} home={heading} onClose={() => setOpen(undefined)} />
    </>
  );
}

interface OpenedProps {
  readonly open: Open | undefined;
  readonly all: readonly ListedScreen[] | undefined;
  readonly home: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

function Opened({ open, all, home, onClose }: OpenedProps) {
  // Its row may be on another page by now.
  useShownScreensQuery(open?.what === 'screen' ? [open.id] : skipToken, KEPT_FRESH);
  if (open?.what === 'claim') return <ClaimDialog needsShop onClose={onClose} />;
  if (open?.what === 'alarms') return <AllAlarms onClose={onClose} />;
  // One that somebody else has removed meanwhile is there no more.
  const entry = open && all?.find(({ screen }) => screen.id === open.id);
  return entry ? <ScreenDialog key={entry.screen.id} {...entry} home={home} onClose={onClose} /> : null;
}

/** The alarms of all shops, each with its shop. */
function AllAlarms({ onClose }: { onClose: () => void }) {
  const { data: shops } = useShopsQuery();
  const names = useMemo(() => new Map(shops?.map(({ id, shop_name, username }) => [id, shop_name || username])), [shops]);
  return <AlarmHistory shopOf={({ userId }) => names.get(userId) ?? (shops ? words.unknownShop : '')} onClose={onClose} />;
}
