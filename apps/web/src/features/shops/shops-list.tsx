import { Button, TextInput } from '@mantine/core';
import type { ShopDashboard } from '@sarafa/contracts';
import { useDeferredValue, useMemo, useState } from 'react';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { useMinute } from '../../shared/use-minute.js';
import { Icon } from '../../shared/ui/icon.js';
import { Nothing } from '../../shared/ui/nothing.js';
import { Pager } from '../../shared/ui/pager.js';
import { useIsPhone } from '../../shared/ui/use-is-phone.js';
import { findShops, listed, type Listed, type Order, type Shown } from './find-shops.js';
import { ShopCards } from './shop-cards.js';
import type { Action } from './shop-cells.js';
import { ShopsTable } from './shops-table.js';

const { list } = portalTexts;
/** How many rows are rendered at once, however long the list is. */
const PAGE_SIZE = 25;

interface Props {
  readonly shops: readonly ShopDashboard[];
  readonly shown: Shown;
  readonly openShops: ReadonlySet<string> | undefined;
  readonly onShowAll: () => void;
  readonly onAction: (action: Action, entry: Listed) => void;
}

export function ShopsList({ shops, shown, openShops, onShowAll, onAction }: Props) {
  const [text, setText] = useState('');
  const [order, setOrder] = useState<Order>({ by: 'name', isDown: false });
  const [at, setAt] = useState({ shown, page: 0 });
  // A new selection of shops begins at its first page.
  const page = at.shown === shown ? at.page : 0;
  const setPage = (to: number) => setAt({ shown, page: to });
  const isPhone = useIsPhone();
  const wanted = useDeferredValue(text);
  const all = useMemo(() => listed(shops), [shops]);
  const now = useMinute();
  const found = useMemo(
    () => findShops(all, { text: wanted, shown, order, openShops, now }),
    [all, wanted, shown, order, openShops, now],
  );
  const shownPage = Math.min(page, Math.max(0, Math.ceil(found.length / PAGE_SIZE) - 1));
  const rows = found
    .slice(shownPage * PAGE_SIZE, (shownPage + 1) * PAGE_SIZE)
    .map((entry) => ({ entry, now, isOpen: openShops?.has(entry.shop.id), onAction }));

  const search = (value: string) => {
    setText(value);
    setPage(0);
  };
  const showAll = () => {
    search('');
    onShowAll();
  };
  if (shops.length === 0) return <Nothing text={list.none} hint={list.noneHint} />;
  return (
    <>
      <TextInput
        className="find"
        type="search"
        aria-label={list.find}
        placeholder={list.find}
        leftSection={<Icon name="search" />}
        value={text}
        onChange={(event) => search(event.currentTarget.value)}
      />
      {found.length === 0 ? (
        <Nothing text={list.noneFound}>
          <Button variant="default" onClick={showAll}>
            {list.clear}
          </Button>
        </Nothing>
      ) : isPhone ? (
        <ShopCards rows={rows} />
      ) : (
        <ShopsTable rows={rows} order={order} onOrder={setOrder} />
      )}
      <Pager page={shownPage} pageSize={PAGE_SIZE} total={found.length} onPage={setPage} />
    </>
  );
}
