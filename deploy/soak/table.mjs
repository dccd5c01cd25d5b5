import { FIGURES, riseOf } from './judge.mjs';

/** Prints days 1, 15 and 30 of a month, and the days between in steps of five. */
function isPrinted(day, index, days) {
  return index === 0 || day === 1 || day % 5 === 0 || index === days.length - 1;
}

export function printTable(measured) {
  const shown = measured.filter(({ day }, index) => isPrinted(day, index, measured));
  const rows = [['', ...shown.map(({ day }) => `day ${day}`), 'rise over all']];
  for (const [name, { words, show }] of Object.entries(FIGURES))
    rows.push([words, ...shown.map((day) => show(day[name])), show(Number(riseOf(measured, name).toFixed(2)))]);
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  console.log('');
  for (const row of rows)
    console.log(row.map((cell, column) => (column ? cell.padStart(widths[column]) : cell.padEnd(widths[0]))).join('  '));
}
