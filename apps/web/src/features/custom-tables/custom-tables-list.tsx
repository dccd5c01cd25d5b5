import { ActionIcon } from '@mantine/core';
import type { OwnedCustomTable } from '@sarafa/contracts';
import { groupRupees } from '@sarafa/domain';
import { useMay } from '../../shared/session/may.js';
import { dayOfYear } from '../../shared/language/page-dates.js';
import { say } from '../../shared/language/page-language.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { priceTexts } from '../../shared/texts/price-texts.js';
import { Icon } from '../../shared/ui/icon.js';
import { type Column, Rows } from '../../shared/ui/rows.js';
import { useIsPhone } from '../../shared/ui/use-is-phone.js';
import { ownerText } from './owner.js';

const { tables: words } = priceTexts;
const { columns } = words;
const { common, list } = portalTexts;

interface Props {
  readonly tables: readonly OwnedCustomTable[];
  readonly onEdit: (table: OwnedCustomTable) => void;
  readonly onDelete: (table: OwnedCustomTable) => void;
}

export function CustomTablesList({ tables, onEdit, onDelete }: Props) {
  const actions = (table: OwnedCustomTable) => <Actions table={table} onEdit={onEdit} onDelete={onDelete} />;
  const day = ({ createdAt }: OwnedCustomTable) => dayOfYear(Date.parse(createdAt));
  const head: Column<OwnedCustomTable>[] = [
    { head: columns.title, cell: ({ title }) => <strong>{title}</strong>, cellClass: 'tables__words' },
    { head: columns.user, cell: ownerText, cellClass: 'tables__words' },
    {
      head: columns.price,
      headClass: 'tables__price',
      cell: ({ price }) => `₹${groupRupees(price)}`,
      cellClass: 'num tables__price',
    },
    { head: columns.created, cell: day, cellClass: 'num dim' },
  ];
  const may = useMay('operator');
  return (
    <Rows
      label={words.title}
      rows={tables}
      idOf={({ id }) => id}
      columns={may ? [...head, { head: columns.actions, headClass: 'tables__price', cell: actions }] : head}
      asCards={useIsPhone()}
      cardClass="card--line tables__card"
      card={(table) => (
        <>
          <div>
            <strong>{table.title}</strong>
            <span className="dim">{ownerText(table)}</span>
            <span className="num">
              ₹{groupRupees(table.price)} <span className="dim">{day(table)}</span>
            </span>
          </div>
          {may && actions(table)}
        </>
      )}
    />
  );
}

function Actions({ table, onEdit, onDelete }: { table: OwnedCustomTable } & Omit<Props, 'tables'>) {
  return (
    <div className="acts">
      <ActionIcon
        title={common.edit}
        aria-label={say(list.about, { what: common.edit, name: table.title })}
        onClick={() => onEdit(table)}
      >
        <Icon name="edit" />
      </ActionIcon>
      <ActionIcon
        className="is-danger"
        title={common.delete}
        aria-label={say(list.deleteTitle, { name: table.title })}
        onClick={() => onDelete(table)}
      >
        <Icon name="trash" />
      </ActionIcon>
    </div>
  );
}
