import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

/** A column of a table: its heading, and what it shows of each row. */
export interface Column<Row> {
  readonly head: ReactNode;
  readonly headClass?: string;
  /** How the rows are ordered by it, in a column that they can be ordered by. */
  readonly sort?: 'ascending' | 'descending' | 'none';
  readonly cell: (row: Row) => ReactNode;
  readonly cellClass?: string;
}

interface Props<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
  readonly tableClass?: string;
  /** What a card shows of a row. */
  readonly card: (row: Row) => ReactNode;
  readonly cardClass?: string;
  /** Whether there is no room for a table. */
  readonly asCards: boolean;
}

/** A list as a table, or as cards where the page is narrow. */
export function Rows<Row>({ label, rows, idOf, columns, tableClass = '', card, cardClass = '', asCards }: Props<Row>) {
  if (asCards) {
    return (
      <ul className="cards" aria-label={label}>
        {rows.map((row) => (
          <li key={idOf(row)} className={`card ${cardClass}`}>
            {card(row)}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <div className="sheet table-box">
      <Table className={`tbl ${tableClass}`} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ head, headClass, sort }, index) => (
              <Table.Th key={index} className={headClass} aria-sort={sort}>
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={idOf(row)}>
              {columns.map(({ cell, cellClass }, index) => (
                <Table.Td key={index} className={cellClass}>
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** A heading for screen readers alone, of a column of buttons, whose labels are enough for people who see them. */
export function HiddenHead({ children }: { children: string }) {
  return <span className="sr">{children}</span>;
}
