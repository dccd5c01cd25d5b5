import type { CardTheme } from '@sarafa/contracts';
import { kolkataDayNumber } from './formats.js';

type Festival = Exclude<CardTheme, 'plain'>;

const BEFORE_DAYS = 14;
const AFTER_DAYS = 1;

/**
 * The days on which festivals fall, worked out from the new moons; a regional calendar may have the day before or after. A year that
 * is missing offers nothing by itself; every theme can still be chosen.
 */
const DAYS: Readonly<Record<Festival, readonly string[]>> = {
  pongal: ['2027-01-15', '2028-01-15', '2029-01-14', '2030-01-14'],
  'gudi-padwa': ['2027-04-07', '2028-03-27', '2029-04-14', '2030-04-03'],
  ugadi: ['2027-04-07', '2028-03-27', '2029-04-14', '2030-04-03'],
  'akshaya-tritiya': ['2027-05-09', '2028-04-27', '2029-05-16', '2030-05-05'],
  onam: ['2027-09-12', '2028-09-01', '2029-08-22', '2030-09-09'],
  dhanteras: ['2026-11-06', '2027-10-27', '2028-10-15', '2029-11-04', '2030-10-24'],
  diwali: ['2026-11-08', '2027-10-29', '2028-10-17', '2029-11-05', '2030-10-26'],
};

/** The festivals whose cards are offered at `now` (milliseconds since 1970): from two weeks before until the day after. */
export function festivalsNear(now: number): Festival[] {
  const today = kolkataDayNumber(now);
  const isNear = (day: string) => {
    const days = kolkataDayNumber(Date.parse(`${day}T12:00:00+05:30`)) - today;
    return days <= BEFORE_DAYS && days >= -AFTER_DAYS;
  };
  return (Object.keys(DAYS) as Festival[]).filter((festival) => DAYS[festival].some(isNear));
}
