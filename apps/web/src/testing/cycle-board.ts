import type { Advertisement } from '@sarafa/contracts';
import {
  boardCycle,
  type Cycle,
  type CycleEvent,
  type CycleSettings,
  cycleWakesAt,
  newCycle,
} from '../features/board/ads/board-cycle.js';

function ad(name: string): Advertisement {
  const id = name.padEnd(24, '0');
  const isVideo = name.startsWith('v');
  const file_type = isVideo ? 'video' : 'image';
  return { id, _id: id, file_type, file_path: `/media/${name}`, file_name: name, duration: isVideo ? 12 : null };
}

const usual: CycleSettings = { ads: [], hasRows: true, priceDisplayMs: 60_000, adDisplayMs: 30_000 };
/** Ads by their names; `v` and `w` are videos. */
export const settingsOf = (names: string, changes: Partial<CycleSettings> = {}): CycleSettings => ({
  ...usual,
  ads: names ? names.split(' ').map(ad) : [],
  ...changes,
});

export type Unstamped = CycleEvent extends infer E ? (E extends CycleEvent ? Omit<E, 'at'> : never) : never;

/** A board whose clock the spec moves. */
export class Board {
  now = 0;
  cycle: Cycle;

  constructor(settings: CycleSettings) {
    this.cycle = newCycle(0);
    this.report({ type: 'settings', settings });
  }

  report(event: Unstamped): this {
    this.cycle = boardCycle(this.cycle, { ...event, at: this.now } as CycleEvent);
    return this;
  }

  set(settings: CycleSettings): this {
    return this.report({ type: 'settings', settings });
  }

  /** An event of the ad whose turn it is. */
  says(type: 'ready' | 'moving' | 'ended' | 'failed'): this {
    return this.report({ type, turn: this.cycle.turns });
  }

  /** Lets time pass, with every wake-up that a board's timers would have. */
  pass(ms: number): this {
    const end = this.now + ms;
    for (let wakes = 0; ; wakes++) {
      const at = cycleWakesAt(this.cycle);
      if (at === undefined || at > end) break;
      if (wakes > 10_000) throw new Error('The cycle spins');
      this.now = Math.max(this.now, at);
      this.report({ type: 'time' });
    }
    this.now = end;
    return this;
  }

  get shows(): string {
    const { phase } = this.cycle;
    return phase.show === 'ad' ? `${phase.ad.file_name} ${phase.stage}` : phase.show;
  }
}
