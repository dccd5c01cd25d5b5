import { describe, expect, it } from '@jest/globals';
import { type Candidate, type Context, judgeQuote, type RefusalReason } from './quote-check.js';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const ago = (seconds: number) => new Date(NOW - seconds * 1_000).toISOString();
const candidate = (price: string, changes: Partial<Candidate> = {}): Candidate => ({
  price,
  at: ago(0),
  currency: 'INR',
  unit: 'toz',
  ...changes,
});
const context = (changes: Partial<Context> = {}): Context => ({
  last: { price: '100000', at: ago(300) },
  refused: [],
  jumpPercent: 5,
  now: NOW,
  ...changes,
});
const jump = (price: string, seconds: number) => ({ price, at: ago(seconds), reason: 'jump' as RefusalReason });
const verdict = (price: string, changes: Partial<Candidate> = {}, around: Partial<Context> = {}) => {
  const judged = judgeQuote(candidate(price, changes), context(around));
  return judged.kind === 'refuse' ? judged.reason : judged.kind;
};

describe('a quote', () => {
  it.each([
    ['100000.01', 'accept'],
    ['105000', 'accept'],
    ['95000', 'accept'],
    ['105000.01', 'jump'],
    ['94999.99', 'jump'],
    ['0', 'not-positive'],
    ['-100000', 'not-positive'],
    ['1000000000', 'too-large'],
    ['1000000', 'unit-flip'],
    ['3110347.68', 'unit-flip'],
    ['3215.07', 'unit-flip'],
    ['10100', 'unit-flip'],
    ['100.5', 'unit-flip'],
  ])('of %s after 100000: %s', (price, expected) => {
    expect(verdict(price)).toBe(expected);
  });

  it('in another currency or unit is refused', () => {
    expect(verdict('100000', { currency: 'USD' })).toBe('currency');
    expect(verdict('100000', { unit: 'g' })).toBe('unit');
  });

  it('is judged by its time', () => {
    expect(verdict('100000', { at: ago(301) })).toBe('old');
    expect(verdict('100001', { at: ago(300) })).toBe('no-news');
    expect(verdict('100001', { at: ago(-60) })).toBe('accept');
    expect(verdict('100001', { at: ago(-61) })).toBe('future');
  });

  it('may be anything possible when it is the first', () => {
    expect(verdict('7', { at: ago(86_400) }, { last: undefined })).toBe('accept');
    expect(verdict('-7', {}, { last: undefined })).toBe('not-positive');
    expect(verdict('7', { at: ago(-3_600) }, { last: undefined })).toBe('future');
  });
});

describe('a jump', () => {
  const price = '110000';

  it('is believed when it is the third in a row that agrees', () => {
    expect(verdict(price, {}, { refused: [jump('109000', 60)] })).toBe('jump');
    expect(verdict(price, {}, { refused: [jump('109000', 60), jump('111000', 120)] })).toBe('accept');
  });

  it('is not believed when one of them disagrees', () => {
    expect(verdict(price, {}, { refused: [jump('120000', 60), jump('111000', 120)] })).toBe('jump');
  });

  it('is not believed when something else came between', () => {
    const between = { price: '-1', at: ago(90), reason: 'not-positive' as const };
    expect(verdict(price, {}, { refused: [jump('109000', 60), between, jump('111000', 120)] })).toBe('jump');
  });

  it('is not believed for being repeated with one time', () => {
    expect(verdict(price, {}, { refused: [jump(price, 0), jump(price, 0), jump(price, 60)] })).toBe('jump');
  });

  it('of a unit is never believed', () => {
    const flips = [60, 120, 180].map((seconds) => ({ price: '1000000', at: ago(seconds), reason: 'unit-flip' as const }));
    expect(verdict('1000000', {}, { refused: flips })).toBe('unit-flip');
  });
});
