import { describe, expect, it } from '@jest/globals';
import { boardCycle, type CycleSettings, cycleWakesAt } from './board-cycle.js';
import { Board, settingsOf, type Unstamped } from '../../../testing/cycle-board.js';

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
    return settingsOf(names.join(' '), { hasRows, priceDisplayMs, adDisplayMs: pick(random, [1_000, 30_000, 300_000]) });
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
    // The board is never blank: it shows prices if there are any, and is idle only if there are none.
    if (phase.show === 'prices') expect(hasRows).toBe(true);
    if (phase.show === 'idle') expect(hasRows).toBe(false);
    if (phase.show === 'idle' && phase.until === null) expect(ads).toEqual([]);
    if (phase.show === 'ad') expect(ads[index]?.id).toBe(phase.ad.id);
    expect(index).toBeGreaterThanOrEqual(0);
    expect(index).toBeLessThan(Math.max(1, ads.length));
    expect(cycle.misses).toBeLessThan(Math.max(1, ads.length + 5));
    // The board is never stuck: with ads there is always a next moment, and it isn't far away.
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
        board.report(
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
      const board = new Board(settingsOf('a v b w c', { priceDisplayMs: 10_000, adDisplayMs: 5_000 }));
      let away = 0;
      let begun = board.cycle.turns;
      for (let second = 0; second < 400; second++) {
        board.pass(1_000);
        // A video may play for long, so a long time without prices isn't the cycle's fault then.
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
    const board = new Board(settingsOf('a b c', { priceDisplayMs: 10_000, adDisplayMs: 1_000 }));
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
      const board = new Board(settingsOf('a b c', { hasRows, priceDisplayMs: 10_000 }));
      for (let step = 0; step < 3_600; step++) board.says('failed').pass(1_000);
      expect(board.cycle.turns).toBeGreaterThan(100);
      expect(board.cycle.turns).toBeLessThan(1_200);
    }
  });
});
