import { ActionIcon, Table } from '@mantine/core';
import type { OwnedCustomTable } from '@sarafa/contracts';
import { groupRupees } from '@sarafa/domain';
import { May, useMay } from '../../shared/may.js';
import { dayOfYear } from '../../shared/page-dates.js';
import { say } from '../../shared/page-language.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { priceTexts } from '../../shared/texts/price-texts.js';
import { Icon } from '../../shared/ui/icon.js';
import { ownerText } from './owner.js';

const { tables: words } = priceTexts;
const { columns } = words;
const { common, list } = portalTexts;

interface Props {
  readonly tables: readonly OwnedCustomTable[];
  readonly onEdit: (table: OwnedCustomTable) => void;
  readonly onDelete: (table: OwnedCustomTable) => void;
}

export function CustomTablesTable({ tables, onEdit, onDelete }: Props) {
  const may = useMay('operator');
  return (
    <div className="sheet table-box">
      <Table className="tbl" aria-label={words.title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{columns.title}</Table.Th>
            <Table.Th>{columns.user}</Table.Th>
            <Table.Th className="tables__price">{columns.price}</Table.Th>
            <Table.Th>{columns.created}</Table.Th>
            {may && <Table.Th className="tables__price">{columns.actions}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tables.map((table) => (
            <Table.Tr key={table.id}>
              <Table.Td className="tables__words">
                <strong>{table.title}</strong>
              </Table.Td>
              <Table.Td className="tables__words">{ownerText(table)}</Table.Td>
              <Table.Td className="num tables__price">₹{groupRupees(table.price)}</Table.Td>
              <Table.Td className="num dim">{dayOfYear(Date.parse(table.createdAt))}</Table.Td>
              {may && (
                <Table.Td>
                  <Actions table={table} onEdit={onEdit} onDelete={onDelete} />
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

export function CustomTableCards({ tables, onEdit, onDelete }: Props) {
  return (
    <ul className="cards" aria-label={words.title}>
      {tables.map((table) => (
        <li key={table.id} className="card card--line tables__card">
          <div>
            <strong>{table.title}</strong>
            <span className="dim">{ownerText(table)}</span>
            <span className="num">
              ₹{groupRupees(table.price)} <span className="dim">{dayOfYear(Date.parse(table.createdAt))}</span>
            </span>
          </div>
          <May needs="operator">
            <Actions table={table} onEdit={onEdit} onDelete={onDelete} />
          </May>
        </li>
      ))}
    </ul>
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
