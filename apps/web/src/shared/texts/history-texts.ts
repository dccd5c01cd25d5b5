import type { HistorySpan } from '@sarafa/contracts';

/** The texts of a shop's chart. */
export const historyTexts = {
  title: 'Your rates so far',
  row: 'Row',
  span: 'Time',
  spans: { day: 'Today', week: 'Week', month: 'Month', year: 'Year' } satisfies Record<HistorySpan, string>,
  bought: (title: string) => `${title}, we buy`,
  note: 'With the margins and adjustments of today.',
  noRows: 'There is no row to draw.',
  empty: 'No rates in this time.',
  failed: 'The rates of the past can’t be shown right now.',
  summary: (row: string, from: string, to: string, last: string) => `${row}: from ₹${from} to ₹${to}, ₹${last} at last`,
  lowest: 'Lowest',
  highest: 'Highest',
  change: 'Change',
} as const;
