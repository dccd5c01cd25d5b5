import { setTimeout } from 'node:timers/promises';

const DAY_MS = 86_400_000;
/** Half past two in India, on a Sunday: nights and weeks are counted from here. */
const FIRST = Date.UTC(1970, 0, 3, 21);
/** Between two looks, and so between a backup that failed and the next attempt. */
const LOOK_MS = 900_000;

type Command = 'backup' | 'verify-backup';

/** What is to be done now, where `last` is the id of the newest backup. A night that the machine slept through is made up for. */
export function due(last: string | undefined, now: Date): Command[] {
  // An id is the backup's moment, with dashes in the place of colons.
  const at = last === undefined ? -Infinity : Date.parse(last.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));
  const isOver = (ms: number) => Math.floor((at - FIRST) / ms) < Math.floor((now.getTime() - FIRST) / ms);
  if (!isOver(DAY_MS)) return [];
  return isOver(7 * DAY_MS) ? ['backup', 'verify-backup'] : ['backup'];
}

/** For one machine, which has no CronJobs: makes a backup each night, and verifies the first of each week. Never ends. */
export async function nightly(
  last: () => Promise<string | undefined>,
  does: (command: Command) => Promise<void>,
  say: (sentence: string) => void,
): Promise<never> {
  for (; ; await setTimeout(LOOK_MS)) {
    try {
      for (const command of due(await last(), new Date())) await does(command);
    } catch (error) {
      say(`${(error as Error).message}. The next attempt is in a quarter of an hour.`);
    }
  }
}
