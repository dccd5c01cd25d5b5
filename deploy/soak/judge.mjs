// Judges a month by its days, and prints them: a figure must rise neither from day to day while one page is open, nor from one page to the next.
import { median } from '@sarafa/testing';

/** For each figure: its name, how it is printed, and how much it may rise in a run. */
const FIGURES = {
  heap: { words: 'JS heap', show: (bytes) => `${(bytes / 1e6).toFixed(3)} MB`, most: 250_000 },
  objects: { words: 'JS objects', show: String, most: 100 },
  nodes: { words: 'DOM nodes', show: String, most: 20 },
  listeners: { words: 'listeners', show: String, most: 24 },
  videos: { words: 'video elements', show: String, most: 1 },
  players: { words: 'media players', show: String, most: 1 },
  caches: { words: 'caches', show: String, most: 1 },
  entries: { words: 'cache entries', show: String, most: 4 },
  bytes: { words: 'cache bytes', show: (bytes) => `${(bytes / 1e3).toFixed(1)} kB`, most: 100_000 },
  stored: { words: 'localStorage', show: (bytes) => `${bytes} B`, most: 600 },
  workers: { words: 'workers', show: String, most: 0 },
  databases: { words: 'databases', show: String, most: 0 },
  gateway: { words: 'gateway heap', show: (bytes) => `${(bytes / 1e6).toFixed(1)} MB`, most: 12_000_000 },
  frame: { words: 'frame, median', show: (ms) => `${ms.toFixed(1)} ms`, most: 4 },
  frame95: { words: 'frame, 95th', show: (ms) => `${ms.toFixed(1)} ms`, most: 17 },
};
/** On the first day of a page the browser still compiles code, so that day isn't compared. */
const WARM_UP_DAYS = 1;

/** The figures that grew, as texts; `days` are in order. */
export function growths(days) {
  return Object.entries(FIGURES).flatMap(([name, { words, show, most }]) => {
    const rise = riseOf(days, name);
    const step = levelStep(days, name);
    return [
      rise > most && `${words} rises by ${show(rise)} in ${days.length} days of one page; ${show(most)} are allowed`,
      step > most && `${words} rises by ${show(step)} from the first page to the last; ${show(most)} are allowed`,
    ].filter(Boolean);
  });
}

/**
 * The median of the slopes between every two days of one page (the Theil–Sen estimator), for all days: a single odd day hardly
 * changes it.
 */
function riseOf(days, name) {
  const slopes = [];
  for (const life of livesOf(days)) {
    for (const [index, from] of life.entries())
      for (const to of life.slice(index + 1)) slopes.push((to[name] - from[name]) / (to.day - from.day));
  }
  return slopes.length ? median(slopes) * days.length : 0;
}

function levelStep(days, name) {
  const levels = livesOf(days).map((life) => median(life.map((day) => day[name])));
  return levels.length > 1 ? levels.at(-1) - levels[0] : 0;
}

/** The days of each page, without the warm-up. */
function livesOf(days) {
  const lives = new Map();
  for (const day of days) lives.set(day.life, [...(lives.get(day.life) ?? []), day]);
  return [...lives.values()].map((life) => life.slice(WARM_UP_DAYS)).filter(({ length }) => length > 0);
}

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
