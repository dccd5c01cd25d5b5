import { describe, expect, it } from '@jest/globals';
import { AD_FAILED_MS, AD_PATIENCE_MS, AD_PREPARE_MS, AD_REST_MS, adToPrepare } from './board-cycle.js';
import { Board, settingsOf } from '../../../testing/cycle-board.js';

describe('the cycle', () => {
  it('shows prices alone without ads', () => {
    expect(new Board(settingsOf('')).pass(86_400_000).shows).toBe('prices');
  });

  it('gives one ad its turn after the prices, then prices, then the next ad, and begins again after the last', () => {
    const board = new Board(settingsOf('a b'));
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

  it("gives what is next its turn when the shop's remote says so", () => {
    const board = new Board(settingsOf('a v')).pass(10_000);
    const next = () => board.report({ type: 'next' }).shows;
    expect(next()).toBe('a loading');
    expect(board.says('ready').pass(1_000).shows).toBe('a playing');
    expect([next(), next()]).toEqual(['prices', 'v loading']);
    expect([board.says('failed').shows, next(), next()]).toEqual(['v failed', 'prices', 'a loading']);
    const alone = new Board(settingsOf('')).report({ type: 'next' });
    expect(alone.shows).toBe('prices');
    const idle = new Board(settingsOf('a', { hasRows: false })).says('failed');
    expect([idle.shows, idle.report({ type: 'next' }).shows]).toEqual(['idle', 'a loading']);
  });

  it('plays a video to its end, however long', () => {
    const board = new Board(settingsOf('v')).pass(60_000).says('ready');
    for (let second = 0; second < 600; second++) expect(board.pass(1_000).says('moving').shows).toBe('v playing');
    const { cycle } = board;
    expect(board.pass(200).says('moving').cycle).toBe(cycle);
    expect(board.says('ended').shows).toBe('prices');
  });

  it('shows one ad after the other without rows, the only one again and again', () => {
    const board = new Board(settingsOf('a v', { hasRows: false }));
    expect(board.shows).toBe('a loading');
    expect(board.says('ready').pass(30_000).shows).toBe('v loading');
    expect(board.says('ready').says('ended').shows).toBe('a loading');
    const alone = new Board(settingsOf('v', { hasRows: false })).says('ready');
    expect(alone.says('ended').shows).toBe('v loading');
    expect(alone.cycle.phase).toMatchObject({ turn: 2 });
  });

  it('is idle without rows and ads', () => {
    const board = new Board(settingsOf('', { hasRows: false }));
    expect(board.pass(86_400_000).shows).toBe('idle');
    expect(board.set(settingsOf('a', { hasRows: false })).shows).toBe('a loading');
    expect(board.set(settingsOf('', { hasRows: false })).shows).toBe('idle');
    expect(board.set(settingsOf('')).shows).toBe('prices');
  });

  it('loads an ad before its turn, a video never beside another', () => {
    const board = new Board(settingsOf('v w', { priceDisplayMs: 60_000 }));
    expect(adToPrepare(board.pass(60_000 - AD_PREPARE_MS - 1).cycle)).toBeUndefined();
    expect(adToPrepare(board.pass(1).cycle)?.file_name).toBe('v');
    expect(adToPrepare(board.pass(AD_PREPARE_MS).says('ready').cycle)).toBeUndefined();
    const noRows = new Board(settingsOf('a v vw b', { hasRows: false }));
    expect(adToPrepare(noRows.cycle)).toBeUndefined();
    expect(adToPrepare(noRows.says('ready').cycle)?.file_name).toBe('v');
    expect(adToPrepare(noRows.pass(30_000).says('ready').cycle)).toBeUndefined();
    expect(adToPrepare(noRows.says('ended').says('ready').cycle)?.file_name).toBe('b');
    expect(adToPrepare(new Board(settingsOf('a', { hasRows: false })).says('ready').cycle)).toBeUndefined();
  });
});

describe("an ad that can't be shown", () => {
  it('says so of a video for five seconds, then the next one comes', () => {
    const board = new Board(settingsOf('v b')).pass(60_000).says('failed');
    expect(board.pass(AD_FAILED_MS - 1).shows).toBe('v failed');
    expect(board.pass(1).shows).toBe('b loading');
    expect(board.says('ready').pass(30_000).shows).toBe('prices');
    expect(board.pass(60_000).shows).toBe('v loading');
  });

  it('says so of one that fails while it plays', () => {
    expect(new Board(settingsOf('v')).pass(60_000).says('ready').says('failed').shows).toBe('v failed');
  });

  it('is left at once after ten seconds of loading, or of standing still', () => {
    const board = new Board(settingsOf('v b')).pass(60_000);
    expect(board.pass(AD_PATIENCE_MS - 1).shows).toBe('v loading');
    expect(board.pass(1).shows).toBe('b loading');
    expect(board.pass(AD_PATIENCE_MS).shows).toBe('prices');
    const still = new Board(settingsOf('v')).pass(60_000).says('ready').pass(8_000).says('moving');
    expect(still.pass(AD_PATIENCE_MS - 1).shows).toBe('v playing');
    expect(still.pass(1).shows).toBe('prices');
  });

  it('is tried again, or skipped, by its buttons', () => {
    const board = new Board(settingsOf('v b')).pass(60_000).says('failed').pass(2_000);
    expect(board.report({ type: 'retry' }).shows).toBe('v loading');
    expect(board.pass(AD_PATIENCE_MS - 1).shows).toBe('v loading');
    expect(board.says('failed').report({ type: 'skip' }).shows).toBe('b loading');
    expect(board.report({ type: 'skip' }).report({ type: 'retry' }).shows).toBe('b loading');
  });

  it('is passed over in silence when it is an image', () => {
    expect(new Board(settingsOf('a b')).pass(60_000).says('failed').shows).toBe('b loading');
    expect(new Board(settingsOf('a')).pass(60_000).says('failed').shows).toBe('prices');
  });

  it('brings the prices back when none can be shown, and never spins', () => {
    const board = new Board(settingsOf('a b c')).pass(60_000);
    expect(board.says('failed').says('failed').says('failed').shows).toBe('prices');
    expect(board.cycle.misses).toBe(0);
  });

  it('lets a board without rows rest on the idle screen when none can be shown', () => {
    const board = new Board(settingsOf('a v', { hasRows: false }));
    expect(board.says('failed').says('failed').pass(AD_FAILED_MS).shows).toBe('idle');
    expect(board.pass(AD_REST_MS - 1).shows).toBe('idle');
    expect(board.pass(1).shows).toBe('a loading');
    expect(board.says('ready').shows).toBe('a playing');
    board.pass(30_000).says('failed').pass(AD_FAILED_MS);
    expect(board.shows).toBe('a loading');
  });

  it('is forgotten once another one is shown to its end', () => {
    const board = new Board(settingsOf('a b', { hasRows: false })).says('failed').says('ready').pass(30_000);
    expect(board.says('failed').shows).toBe('b loading');
  });

  it('matters no more once its turn is over', () => {
    const board = new Board(settingsOf('v b')).pass(60_000);
    const { turns } = board.cycle;
    board.says('failed').pass(AD_FAILED_MS).says('ready');
    for (const type of ['ready', 'ended', 'failed', 'moving'] as const)
      expect(board.report({ type, turn: turns }).shows).toBe('b playing');
  });
});

describe('a change from the shop', () => {
  it('is nothing when nothing has changed', () => {
    for (const names of ['', 'a v'])
      for (const hasRows of [true, false])
        for (const ms of [0, 20_000, 61_000]) {
          const board = new Board(settingsOf(names, { hasRows })).pass(ms);
          const before = board.cycle;
          expect(board.set(settingsOf(names, { hasRows })).cycle).toBe(before);
        }
  });

  it('of the times applies to what is shown now', () => {
    const board = new Board(settingsOf('a')).pass(50_000);
    expect(board.set(settingsOf('a', { priceDisplayMs: 120_000 })).pass(69_999).shows).toBe('prices');
    expect(board.pass(1).says('ready').pass(10_000).shows).toBe('a playing');
    expect(board.set(settingsOf('a', { adDisplayMs: 40_000 })).pass(29_999).shows).toBe('a playing');
    expect(board.set(settingsOf('a', { adDisplayMs: 5_000 })).pass(0).shows).toBe('prices');
  });

  it('that adds the first ad gives the prices their whole time', () => {
    const board = new Board(settingsOf('')).pass(3_600_000).set(settingsOf('a'));
    expect(board.pass(59_999).shows).toBe('prices');
    expect(board.pass(1).shows).toBe('a loading');
  });

  it('that deletes the ad being shown, or switches ads off, ends it', () => {
    const board = new Board(settingsOf('a b c')).pass(60_000).says('ready');
    expect(board.set(settingsOf('b c')).shows).toBe('prices');
    expect(board.pass(60_000).shows).toBe('b loading');
    expect(board.set(settingsOf('')).shows).toBe('prices');
    const noRows = new Board(settingsOf('a b c', { hasRows: false })).says('ready').pass(30_000).says('ready');
    expect(noRows.set(settingsOf('a c', { hasRows: false })).shows).toBe('c loading');
  });

  it('that deletes another ad, or moves them, goes on after the one that is shown', () => {
    const board = new Board(settingsOf('a b c')).pass(60_000).says('ready');
    expect(board.set(settingsOf('c a b')).shows).toBe('a playing');
    expect(board.set(settingsOf('c a d')).shows).toBe('a playing');
    expect(board.pass(30_000 + 60_000).shows).toBe('d loading');
    const between = new Board(settingsOf('a b c')).pass(60_000).says('ready').pass(30_000);
    expect(between.set(settingsOf('c a')).pass(60_000).shows).toBe('c loading');
    const last = new Board(settingsOf('a b')).pass(60_000).says('ready').pass(30_000);
    expect(last.set(settingsOf('d a')).pass(60_000).shows).toBe('a loading');
  });

  it('that switches all rows off lets ads come at once; one that switches them on waits for the end of an ad', () => {
    const board = new Board(settingsOf('a b')).pass(10_000);
    expect(board.set(settingsOf('a b', { hasRows: false })).shows).toBe('a loading');
    expect(board.says('ready').set(settingsOf('a b')).shows).toBe('a playing');
    expect(board.pass(30_000).shows).toBe('prices');
    expect(board.pass(60_000).shows).toBe('b loading');
  });

  it('wakes a board that rests after failures only when its ads are others', () => {
    const settings = settingsOf('a', { hasRows: false });
    const board = new Board(settings).says('failed');
    expect(board.set({ ...settings, adDisplayMs: 5_000 }).shows).toBe('idle');
    expect(board.set(settingsOf('a b', { hasRows: false })).shows).toBe('a loading');
  });
});
