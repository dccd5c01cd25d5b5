import { setTimeout } from 'node:timers/promises';

const DAY_MS = 86_400_000;
/** Half past two in India, on a Sunday: nights and weeks are counted from here. */
const FIRST = Date.UTC(1970, 0, 3, 21);
/** Between two looks, and so between a backup that failed and the next one. */
const LOOK_MS = 900_000;

export type Nightly = 'backup' | 'verify-backup';

/** When the last ones ended; a verification also when it found the backup damaged. */
export interface Last {
  readonly backup?: Date | undefined;
  readonly verification?: Date | undefined;
  /** Why the last verification failed. */
  readonly damage?: string | undefined;
}

/**
 * What is to be done now. A night that the machine slept through is made up for, and so is what a clock that was ahead has put into
 * times to come. After a verification that failed there is one each night, since only part of the failures are damage: a place or
 * a database may have been away.
 */
export function due({ backup, verification, damage }: Last, now: Date): Nightly[] {
  const isOver = (ms: number, at?: Date) =>
    !at || at > now || Math.floor((at.getTime() - FIRST) / ms) < Math.floor((now.getTime() - FIRST) / ms);
  const all = { backup: isOver(DAY_MS, backup), 'verify-backup': isOver((damage ? 1 : 7) * DAY_MS, verification) };
  return (Object.keys(all) as Nightly[]).filter((command) => all[command]);
}

/**
 * For one machine, which has no CronJobs: makes a backup each night, and verifies one each week. After each look `tell` is given what
 * failed, or nothing. `wasKilled` where the process before didn't come to the end of what it had begun. Never ends.
 */
export async function nightly(
  last: () => Promise<Last>,
  does: (command: Nightly) => Promise<void>,
  tell: (failure: string | undefined) => Promise<void>,
  wasKilled: boolean,
  lookMs = LOOK_MS,
): Promise<never> {
  if (wasKilled) {
    // A process that is killed for its memory can't say so itself, and would be killed again at once.
    await tell('The last backup or verification was killed before it was done, mostly because it needs more memory');
    await setTimeout(lookMs);
  }
  for (; ; await setTimeout(lookMs)) {
    try {
      const commands = due(await last(), new Date());
      for (const command of commands) await does(command);
      // A backup that succeeds mends no damage: it stores no file anew that is there.
      const { damage } = await last();
      if (!damage || commands.length > 0) await tell(damage);
    } catch (error) {
      await tell((error as Error).message);
    }
  }
}
