import { Button } from '@mantine/core';
import type { ShopDashboard } from '@sarafa/contracts';
import { useDeferredValue, useMemo, useState } from 'react';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { useMinute } from '../../shared/use-minute.js';
import { Nothing } from '../../shared/ui/nothing.js';
import { Pager } from '../../shared/ui/pager.js';
import { SearchField } from '../../shared/ui/search-field.js';
import { usePage } from '../../shared/ui/use-page.js';
import { findShops, listed, type Listed, type Order, type Shown } from './find-shops.js';
import type { Action } from './shop-cells.js';
import { ShopRows } from './shop-rows.js';

const { list } = portalTexts;

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
  const wanted = useDeferredValue(text);
  const now = useMinute();
  const all = useMemo(() => listed(shops), [shops]);
  const found = useMemo(
    () => findShops(all, { text: wanted, shown, order, openShops, now }),
    [all, wanted, shown, order, openShops, now],
  );
  const { rows, pager } = usePage(found, `${shown} ${wanted} ${order.by} ${order.isDown}`);

  const showAll = () => {
    setText('');
    onShowAll();
  };
  if (shops.length === 0) return <Nothing text={list.none} hint={list.noneHint} />;
  return (
    <>
      <SearchField label={list.find} value={text} onChange={setText} />
      {found.length === 0 ? (
        <Nothing text={list.noneFound}>
          <Button variant="default" onClick={showAll}>
            {list.clear}
          </Button>
        </Nothing>
      ) : (
        <ShopRows entries={rows} {...{ now, openShops, order, onAction }} onOrder={setOrder} />
      )}
      <Pager {...pager} />
    </>
  );
}
