import { memo } from 'react';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { Icon } from '../../shared/ui/icon.js';
import { type Column, HiddenHead, Rows } from '../../shared/ui/rows.js';
import { StateWord } from '../../shared/ui/state-word.js';
import { useIsPhone } from '../../shared/ui/use-is-phone.js';
import { usePageLanguage } from '../../shared/language/use-page-language.js';
import type { Listed, Order } from './find-shops.js';
import { type Action, BoardCell, RatesCell, ShopActions, ShopName, SubscriptionCell } from './shop-cells.js';
import { subscriptionWords } from './subscription-words.js';

const { list, users } = portalTexts;

interface Props extends OrderProps {
  readonly entries: readonly Listed[];
  readonly now: number;
  /** Undefined while it isn't known which boards are open. */
  readonly openShops: ReadonlySet<string> | undefined;
  readonly onAction: (action: Action, entry: Listed) => void;
}

interface OrderProps {
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}

/** Drawn once the search has found other shops, and not at each letter that is typed. */
export const ShopRows = memo(function ShopRows({ entries, now, openShops, order, onOrder, onAction }: Props) {
  usePageLanguage();
  const isOpen = ({ shop }: Listed) => openShops?.has(shop.id);
  const sorted = (by: Order['by'], label: string): Pick<Column<Listed>, 'head' | 'sort'> => ({
    head: <SortButton {...{ by, label, order, onOrder }} />,
    sort: order.by !== by ? 'none' : order.isDown ? 'descending' : 'ascending',
  });
  const rates = ({ shop }: Listed) => <RatesCell shop={shop} />;
  const actions = (entry: Listed) => <ShopActions entry={entry} onAction={onAction} />;
  const columns: Column<Listed>[] = [
    { ...sorted('name', list.shop), cell: (entry) => <ShopName entry={entry} /> },
    { ...sorted('end', list.subscription), cell: ({ shop }) => <SubscriptionCell shop={shop} now={now} /> },
    { head: list.board, cell: (entry) => <BoardCell shop={entry.shop} isOpen={isOpen(entry)} /> },
    { head: list.rates, cell: rates },
    { head: <HiddenHead>{list.actions}</HiddenHead>, cell: actions },
  ];
  return (
    <Rows
      label={users.title}
      rows={entries}
      idOf={({ shop }) => shop.id}
      columns={columns}
      tableClass="tbl--users"
      asCards={useIsPhone()}
      card={(entry) => (
        <>
          <ShopName entry={entry} />
          <dl>
            <dt>{list.subscription}</dt>
            <dd>
              <SubscriptionWords entry={entry} now={now} />
            </dd>
            <dt>{list.board}</dt>
            <dd>
              <BoardWords entry={entry} isOpen={isOpen(entry)} />
            </dd>
            <dt>{list.rates}</dt>
            <dd>{rates(entry)}</dd>
          </dl>
          {actions(entry)}
        </>
      )}
    />
  );
});

function SortButton({ by, label, order, onOrder }: OrderProps & { by: Order['by']; label: string }) {
  return (
    <button type="button" className="sort" onClick={() => onOrder({ by, isDown: order.by === by && !order.isDown })}>
      {label}
      <Icon name="sort" />
    </button>
  );
}

function SubscriptionWords({ entry, now }: { entry: Listed; now: number }) {
  const { tone, word, rest } = subscriptionWords(entry.shop, now);
  return (
    <StateWord tone={tone}>
      {word}, {rest}
    </StateWord>
  );
}

function BoardWords({ entry, isOpen }: { entry: Listed; isOpen: boolean | undefined }) {
  const layout = list.layouts[entry.shop.layout_orientation];
  if (isOpen === undefined) return layout;
  return (
    <StateWord tone={isOpen ? 'ok' : 'off'}>
      {isOpen ? list.open : list.notOpen}, {layout}
    </StateWord>
  );
}
