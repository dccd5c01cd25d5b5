import { describe, expect, it } from '@jest/globals';
import type { Advertisement } from '@sarafa/contracts';
import {
  AD_FAILED_MS,
  AD_PATIENCE_MS,
  AD_PREPARE_MS,
  AD_REST_MS,
  adToPrepare,
  boardCycle,
  type Cycle,
  type CycleEvent,
  type CycleSettings,
  cycleWakesAt,
  newCycle,
} from './board-cycle.js';

function ad(name: string): Advertisement {
  const id = name.padEnd(24, '0');
  const isVideo = name.startsWith('v');
  const file_type = isVideo ? 'video' : 'image';
  return { id, _id: id, file_type, file_path: `/media/${name}`, file_name: name, duration: isVideo ? 12 : null };
}

const usual: CycleSettings = { ads: [], hasRows: true, priceDisplayMs: 60_000, adDisplayMs: 30_000 };
const of = (names: string, changes: Partial<CycleSettings> = {}): CycleSettings => ({
  ...usual,
  ads: names ? names.split(' ').map(ad) : [],
  ...changes,
});

type Unstamped = CycleEvent extends infer E ? (E extends CycleEvent ? Omit<E, 'at'> : never) : never;

/** A board with a clock in its hand. */
class Board {
  now = 0;
  cycle: Cycle;

  constructor(settings: CycleSettings) {
    this.cycle = newCycle(0);
    this.tell({ type: 'settings', settings });
  }

  tell(event: Unstamped): this {
    this.cycle = boardCycle(this.cycle, { ...event, at: this.now } as CycleEvent);
    return this;
  }

  set(settings: CycleSettings): this {
    return this.tell({ type: 'settings', settings });
  }

  /** What the ad that has its turn says of itself. */
  says(type: 'ready' | 'moving' | 'ended' | 'failed'): this {
    return this.tell({ type, turn: this.cycle.turns });
  }

  /** As a board's timers do: every wake on the way. */
  pass(ms: number): this {
    const end = this.now + ms;
    for (let wakes = 0; ; wakes++) {
      const at = cycleWakesAt(this.cycle);
      if (at === undefined || at > end) break;
      if (wakes > 10_000) throw new Error('The cycle spins');
      this.now = Math.max(this.now, at);
      this.tell({ type: 'time' });
    }
    this.now = end;
    return this;
  }

  get shows(): string {
    const { phase } = this.cycle;
    return phase.show === 'ad' ? `${phase.ad.file_name} ${phase.stage}` : phase.show;
  }
}

describe('the cycle', () => {
  it('shows prices alone without ads', () => {
    expect(new Board(of('')).pass(86_400_000).shows).toBe('prices');
  });

  it('gives one ad its turn after the prices, then prices, then the next ad, and begins again after the last', () => {
    const board = new Board(of('a b'));
    const seen: string[] = [];
    for (let round = 0; round < 3; round++) {
      expect(board.pass(59_999).shows).toBe('prices');
      expect(board.pass(1).shows).toMatch(/loading$/);
      expect(board.says('ready').pass(29_999).shows).toMatch(/playing$/);
      seen.push(board.shows[0]!);
      expect(board.pass(1).shows).toBe('prices');
    }
    expect(seen).toEqual(['a', 'b', 'a']);
  });

  it('plays a video to its end, however long', () => {
    const board = new Board(of('v')).pass(60_000).says('ready');
    for (let second = 0; second < 600; second++) expect(board.pass(1_000).says('moving').shows).toBe('v playing');
    const { cycle } = board;
    expect(board.pass(200).says('moving').cycle).toBe(cycle);
    expect(board.says('ended').shows).toBe('prices');
  });

  it('shows one ad after the other without rows, the only one again and again', () => {
    const board = new Board(of('a v', { hasRows: false }));
    expect(board.shows).toBe('a loading');
    expect(board.says('ready').pass(30_000).shows).toBe('v loading');
    expect(board.says('ready').says('ended').shows).toBe('a loading');
    const alone = new Board(of('v', { hasRows: false })).says('ready');
    expect(alone.says('ended').shows).toBe('v loading');
    expect(alone.cycle.phase).toMatchObject({ turn: 2 });
  });

  it('is idle without rows and ads', () => {
    const board = new Board(of('', { hasRows: false }));
    expect(board.pass(86_400_000).shows).toBe('idle');
    expect(board.set(of('a', { hasRows: false })).shows).toBe('a loading');
    expect(board.set(of('', { hasRows: false })).shows).toBe('idle');
    expect(board.set(of('')).shows).toBe('prices');
  });

  it('loads an ad before its turn, a video never beside another', () => {
    const board = new Board(of('v w', { priceDisplayMs: 60_000 }));
    expect(adToPrepare(board.pass(60_000 - AD_PREPARE_MS - 1).cycle)).toBeUndefined();
    expect(adToPrepare(board.pass(1).cycle)?.file_name).toBe('v');
    expect(adToPrepare(board.pass(AD_PREPARE_MS).says('ready').cycle)).toBeUndefined();
    const noRows = new Board(of('a v vw b', { hasRows: false }));
    expect(adToPrepare(noRows.cycle)).toBeUndefined();
    expect(adToPrepare(noRows.says('ready').cycle)?.file_name).toBe('v');
    expect(adToPrepare(noRows.pass(30_000).says('ready').cycle)).toBeUndefined();
    expect(adToPrepare(noRows.says('ended').says('ready').cycle)?.file_name).toBe('b');
    expect(adToPrepare(new Board(of('a', { hasRows: false })).says('ready').cycle)).toBeUndefined();
  });
});

describe("an ad that can't be shown", () => {
  it('says so of a video for five seconds, then the next one comes', () => {
    const board = new Board(of('v b')).pass(60_000).says('failed');
    expect(board.pass(AD_FAILED_MS - 1).shows).toBe('v failed');
    expect(board.pass(1).shows).toBe('b loading');
    expect(board.says('ready').pass(30_000).shows).toBe('prices');
    expect(board.pass(60_000).shows).toBe('v loading');
  });

  it('says so of one that fails while it plays', () => {
    expect(new Board(of('v')).pass(60_000).says('ready').says('failed').shows).toBe('v failed');
  });

  it('is left at once after ten seconds of loading, or of standing still', () => {
    const board = new Board(of('v b')).pass(60_000);
    expect(board.pass(AD_PATIENCE_MS - 1).shows).toBe('v loading');
    expect(board.pass(1).shows).toBe('b loading');
    expect(board.pass(AD_PATIENCE_MS).shows).toBe('prices');
    const still = new Board(of('v')).pass(60_000).says('ready').pass(8_000).says('moving');
    expect(still.pass(AD_PATIENCE_MS - 1).shows).toBe('v playing');
    expect(still.pass(1).shows).toBe('prices');
  });

  it('is tried again, or skipped, by its buttons', () => {
    const board = new Board(of('v b')).pass(60_000).says('failed').pass(2_000);
    expect(board.tell({ type: 'retry' }).shows).toBe('v loading');
    expect(board.pass(AD_PATIENCE_MS - 1).shows).toBe('v loading');
    expect(board.says('failed').tell({ type: 'skip' }).shows).toBe('b loading');
    expect(board.tell({ type: 'skip' }).tell({ type: 'retry' }).shows).toBe('b loading');
  });

  it('is passed over in silence when it is an image', () => {
    expect(new Board(of('a b')).pass(60_000).says('failed').shows).toBe('b loading');
    expect(new Board(of('a')).pass(60_000).says('failed').shows).toBe('prices');
  });

  it('brings the prices back when none can be shown, and never spins', () => {
    const board = new Board(of('a b c')).pass(60_000);
    expect(board.says('failed').says('failed').says('failed').shows).toBe('prices');
    expect(board.cycle.misses).toBe(0);
  });

  it('lets a board without rows rest on the idle screen when none can be shown', () => {
    const board = new Board(of('a v', { hasRows: false }));
    expect(board.says('failed').says('failed').pass(AD_FAILED_MS).shows).toBe('idle');
    expect(board.pass(AD_REST_MS - 1).shows).toBe('idle');
    expect(board.pass(1).shows).toBe('a loading');
    expect(board.says('ready').shows).toBe('a playing');
    board.pass(30_000).says('failed').pass(AD_FAILED_MS);
    expect(board.shows).toBe('a loading');
  });

  it('is forgotten once another one is shown to its end', () => {
    const board = new Board(of('a b', { hasRows: false })).says('failed').says('ready').pass(30_000);
    expect(board.says('failed').shows).toBe('b loading');
  });

  it('matters no more once its turn is over', () => {
    const board = new Board(of('v b')).pass(60_000);
    const { turns } = board.cycle;
    board.says('failed').pass(AD_FAILED_MS).says('ready');
    for (const type of ['ready', 'ended', 'failed', 'moving'] as const)
      expect(board.tell({ type, turn: turns }).shows).toBe('b playing');
  });
});

describe('a change from the shop', () => {
  it('is nothing when nothing has changed', () => {
    for (const names of ['', 'a v'])
      for (const hasRows of [true, false])
        for (const ms of [0, 20_000, 61_000]) {
          const board = new Board(of(names, { hasRows })).pass(ms);
          const before = board.cycle;
          expect(board.set(of(names, { hasRows })).cycle).toBe(before);
        }
  });

  it('of the times applies to what is shown now', () => {
    const board = new Board(of('a')).pass(50_000);
    expect(board.set(of('a', { priceDisplayMs: 120_000 })).pass(69_999).shows).toBe('prices');
    expect(board.pass(1).says('ready').pass(10_000).shows).toBe('a playing');
    expect(board.set(of('a', { adDisplayMs: 40_000 })).pass(29_999).shows).toBe('a playing');
    expect(board.set(of('a', { adDisplayMs: 5_000 })).pass(0).shows).toBe('prices');
  });

  it('that adds the first ad gives the prices their whole time', () => {
    const board = new Board(of('')).pass(3_600_000).set(of('a'));
    expect(board.pass(59_999).shows).toBe('prices');
    expect(board.pass(1).shows).toBe('a loading');
  });

  it('that deletes the ad being shown, or switches ads off, ends it', () => {
    const board = new Board(of('a b c')).pass(60_000).says('ready');
    expect(board.set(of('b c')).shows).toBe('prices');
    expect(board.pass(60_000).shows).toBe('b loading');
    expect(board.set(of('')).shows).toBe('prices');
    const noRows = new Board(of('a b c', { hasRows: false })).says('ready').pass(30_000).says('ready');
    expect(noRows.set(of('a c', { hasRows: false })).shows).toBe('c loading');
  });

  it('that deletes another ad, or moves them, goes on after the one that is shown', () => {
    const board = new Board(of('a b c')).pass(60_000).says('ready');
    expect(board.set(of('c a b')).shows).toBe('a playing');
    expect(board.set(of('c a d')).shows).toBe('a playing');
    expect(board.pass(30_000 + 60_000).shows).toBe('d loading');
    const between = new Board(of('a b c')).pass(60_000).says('ready').pass(30_000);
    expect(between.set(of('c a')).pass(60_000).shows).toBe('c loading');
    const last = new Board(of('a b')).pass(60_000).says('ready').pass(30_000);
    expect(last.set(of('d a')).pass(60_000).shows).toBe('a loading');
  });

  it('that switches all rows off lets ads come at once; one that switches them on waits for the end of an ad', () => {
    const board = new Board(of('a b')).pass(10_000);
    expect(board.set(of('a b', { hasRows: false })).shows).toBe('a loading');
    expect(board.says('ready').set(of('a b')).shows).toBe('a playing');
    expect(board.pass(30_000).shows).toBe('prices');
    expect(board.pass(60_000).shows).toBe('b loading');
  });

  it('wakes a board that rests after failures only when its ads are others', () => {
    const settings = of('a', { hasRows: false });
    const board = new Board(settings).says('failed');
    expect(board.set({ ...settings, adDisplayMs: 5_000 }).shows).toBe('idle');
    expect(board.set(of('a b', { hasRows: false })).shows).toBe('a loading');
  });
});

describe('whatever happens', () => {
  const NAMES = ['a', 'b', 'c', 'v', 'w'];
  const dice = (seed: number) => () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 4_294_967_296;
  };
  const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const anySettings = (random: () => number): CycleSettings => {
    const names = NAMES.filter(() => random() < 0.5).sort(() => random() - 0.5);
    const hasRows = random() < 0.7;
    const priceDisplayMs = pick(random, [10_000, 60_000, 600_000]);
    return of(names.join(' '), { hasRows, priceDisplayMs, adDisplayMs: pick(random, [1_000, 30_000, 300_000]) });
  };
  const anyEvent = (random: () => number): Unstamped => {
    const turn = Math.floor(random() * 40);
    const type = pick(random, ['settings', 'time', 'retry', 'skip', 'ready', 'moving', 'ended', 'failed'] as const);
    if (type === 'settings') return { type, settings: anySettings(random) };
    return type === 'time' || type === 'retry' || type === 'skip' ? { type } : { type, turn };
  };

  const check = ({ cycle, now }: Board) => {
    const { phase, settings, index } = cycle;
    const { ads, hasRows } = settings;
    // Never blank: prices wherever there are any, and idle only where there are none.
    if (phase.show === 'prices') expect(hasRows).toBe(true);
    if (phase.show === 'idle') expect(hasRows).toBe(false);
    if (phase.show === 'idle' && phase.until === null) expect(ads).toEqual([]);
    if (phase.show === 'ad') expect(ads[index]?.id).toBe(phase.ad.id);
    expect(index).toBeGreaterThanOrEqual(0);
    expect(index).toBeLessThan(Math.max(1, ads.length));
    expect(cycle.misses).toBeLessThan(Math.max(1, ads.length + 5));
    // Never stuck: with ads there is always a next moment, and it isn't far.
    const wakesAt = cycleWakesAt(cycle);
    if (ads.length > 0) expect(wakesAt! - now).toBeLessThanOrEqual(600_000);
    else expect(wakesAt).toBeUndefined();
    const waking = boardCycle(cycle, { type: 'time', at: Math.max(now, wakesAt ?? now) });
    if (wakesAt !== undefined) expect(waking).not.toBe(cycle);
    expect(boardCycle(cycle, { type: 'settings', settings: { ...settings, ads: [...ads] }, at: now })).toBe(cycle);
  };

  it('the board shows something and goes on', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = dice(seed);
      const board = new Board(anySettings(random));
      for (let step = 0; step < 120; step++) {
        if (random() < 0.5) board.pass(pick(random, [0, 1, 900, 5_000, 30_000, 600_000]));
        board.tell(
          random() < 0.4
            ? { type: pick(random, ['ready', 'failed', 'ended'] as const), turn: board.cycle.turns }
            : anyEvent(random),
        );
        check(board);
      }
    }
  });

  it('prices return after at most a round of ads, whatever these do, and whatever is pushed', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = dice(seed);
      const board = new Board(of('a v b w c', { priceDisplayMs: 10_000, adDisplayMs: 5_000 }));
      let away = 0;
      let begun = board.cycle.turns;
      for (let second = 0; second < 400; second++) {
        board.pass(1_000);
        // A video may play for long; it isn't the cycle that keeps the prices away then.
        const { phase, turns } = board.cycle;
        if (random() < 0.3) board.says(pick(random, ['ready', 'failed', 'ended']));
        if (random() < 0.3) board.set({ ...board.cycle.settings, adDisplayMs: pick(random, [5_000, 6_000]) });
        away = phase.show === 'prices' ? 0 : away + 1;
        if (phase.show === 'prices') begun = turns;
        expect(turns - begun).toBeLessThanOrEqual(5);
        expect(away).toBeLessThanOrEqual(5 * 15 + 10);
      }
      expect(board.cycle.turns).toBeGreaterThan(3);
    }
  });

  it('every ad has its turn, in order, when nothing fails', () => {
    const board = new Board(of('a b c', { priceDisplayMs: 10_000, adDisplayMs: 1_000 }));
    const order: string[] = [];
    for (let turn = 0; turn < 30; turn++) {
      board.pass(10_000).says('ready');
      order.push(board.shows[0]!);
      board.set({ ...board.cycle.settings, priceDisplayMs: 10_000 }).pass(1_000);
    }
    expect(order.join('')).toBe('abc'.repeat(10));
  });

  it('ads that all fail are tried a few times a minute at most', () => {
    for (const hasRows of [true, false]) {
      const board = new Board(of('a b c', { hasRows, priceDisplayMs: 10_000 }));
      for (let step = 0; step < 3_600; step++) board.says('failed').pass(1_000);
      expect(board.cycle.turns).toBeGreaterThan(100);
      expect(board.cycle.turns).toBeLessThan(1_200);
    }
  });
});
