import { Table } from '@mantine/core';
import { memo } from 'react';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { Icon } from '../../shared/ui/icon.js';
import type { Order } from './find-shops.js';
import { BoardCell, RatesCell, type RowProps, ShopActions, SubscriptionCell, ShopName } from './shop-cells.js';
import { usePageLanguage } from '../../shared/use-page-language.js';

const { list, users } = portalTexts;

interface ListProps {
  readonly rows: readonly RowProps[];
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}

export function ShopsTable({ rows, order, onOrder }: ListProps) {
  return (
    <div className="sheet table-box">
      <Table className="tbl tbl--users" aria-label={users.title}>
        <Table.Thead>
          <Table.Tr>
            <SortHead by="name" label={list.shop} order={order} onOrder={onOrder} />
            <SortHead by="end" label={list.subscription} order={order} onOrder={onOrder} />
            <Table.Th>{list.board}</Table.Th>
            <Table.Th>{list.rates}</Table.Th>
            <Table.Th>
              <span className="sr">{list.actions}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <ShopRow key={row.entry.shop.id} {...row} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

const ShopRow = memo(function ShopRow({ entry, now, isOpen, onAction }: RowProps) {
  usePageLanguage();
  return (
    <Table.Tr>
      <Table.Td>
        <ShopName entry={entry} />
      </Table.Td>
      <Table.Td>
        <SubscriptionCell shop={entry.shop} now={now} />
      </Table.Td>
      <Table.Td>
        <BoardCell shop={entry.shop} isOpen={isOpen} />
      </Table.Td>
      <Table.Td>
        <RatesCell shop={entry.shop} />
      </Table.Td>
      <Table.Td>
        <ShopActions entry={entry} onAction={onAction} />
      </Table.Td>
    </Table.Tr>
  );
});

interface HeadProps extends Omit<ListProps, 'rows'> {
  readonly by: Order['by'];
  readonly label: string;
}

function SortHead({ by, label, order, onOrder }: HeadProps) {
  const isBy = order.by === by;
  return (
    <Table.Th aria-sort={isBy ? (order.isDown ? 'descending' : 'ascending') : 'none'}>
      <button type="button" className="sort" onClick={() => onOrder({ by, isDown: isBy && !order.isDown })}>
        {label}
        <Icon name="sort" />
      </button>
    </Table.Th>
  );
}
