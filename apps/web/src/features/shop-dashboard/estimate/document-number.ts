import { inKolkata } from '@sarafa/domain';
import { kept } from '../../../shared/kept/kept.js';

/** Without vowels, which make words, and without what looks like another sign. */
const SIGNS = 'BCDFGHJKLMNPQRSTVWXZ23456789';
const MARK_LENGTH = 3;

const keyOf = (userId: string) => `sarafa.estimate.count.${userId}`;
/** The mark while nothing is kept: after the page was loaded again, a count would begin anew. */
let markOfPage: string | undefined;

/**
 * `E-261126-K7M-001`: the day in Asia/Kolkata, a mark of this device, and a count without gaps on that day. Two devices of a shop
 * don't know of each other; their marks keep their numbers apart.
 */
export function nextNumber(userId: string, now: number): string {
  const day = inKolkata(now).toISOString().slice(2, 10).replace(/-/g, '');
  const [, lastDay, last, lastMark] = /^(\d{6}) (\d+) ([A-Z\d]{3})$/.exec(kept.get(keyOf(userId)) ?? '') ?? [];
  let [count, mark] = [lastDay === day ? Number(last) + 1 : 1, lastMark ?? newMark()];
  // A device whose clock was wrong in between has counted on this day before.
  while (kept.get(documentKey(userId, numberOf(day, mark, count))) !== null) count++;
  const isKept = kept.set(keyOf(userId), `${day} ${count} ${mark}`);
  if (!isKept && mark !== markOfPage) {
    [count, mark] = [1, newMark()];
    markOfPage = mark;
    kept.set(keyOf(userId), `${day} ${count} ${mark}`);
  }
  return numberOf(day, mark, count);
}

function numberOf(day: string, mark: string, count: number): string {
  return `E-${day}-${mark}-${String(count).padStart(3, '0')}`;
}

/** Where the document of a number is kept; those of a shop begin alike. */
export function documentKey(userId: string, number: string): string {
  return `sarafa.estimate.made.${userId}.${number}`;
}

function newMark(): string {
  return [...crypto.getRandomValues(new Uint8Array(MARK_LENGTH))].map((byte) => SIGNS[byte % SIGNS.length]).join('');
}
