import { describe, expect, it } from '@jest/globals';
import { type Candidate, type Context, type EarlierRefusal, judgeQuote, type RefusalReason } from './quote-check.js';

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
  isWithdrawn: false,
  bounds: { min: 40_000, max: 400_000 },
  jumpPercent: 5,
  now: NOW,
  ...changes,
});
const refusal = (price: string, seconds: number, reason: RefusalReason, isOwnSource = true): EarlierRefusal => ({
  price,
  at: ago(seconds),
  reason,
  isOwnSource,
});
const jump = (price: string, seconds: number) => refusal(price, seconds, 'jump');
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
    ['311034.77', 'unit-flip'],
    ['32150', 'unit-flip'],
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

  it.each([
    ['39999.99', 'implausible'],
    ['40000', 'accept'],
    ['400000', 'accept'],
    ['400000.01', 'implausible'],
    ['-100000', 'not-positive'],
  ])('of %s is %s when it is the first', (price, expected) => {
    expect(verdict(price, { at: ago(86_400) }, { last: undefined })).toBe(expected);
    expect(verdict(price, { at: ago(-3_600) }, { last: undefined })).toBe(expected === 'not-positive' ? expected : 'future');
  });

  it('may leave the bounds step by step', () => {
    expect(verdict('401000', {}, { last: { price: '399000', at: ago(300) } })).toBe('accept');
  });

  it('that was withdrawn is not taken again', () => {
    expect(verdict('100000', {}, { isWithdrawn: true })).toBe('withdrawn');
    expect(verdict('100000', { at: ago(300) }, { isWithdrawn: true })).toBe('no-news');
    expect(verdict('100000', {}, { isWithdrawn: true, last: undefined })).toBe('withdrawn');
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
    const between = refusal('-1', 90, 'not-positive');
    expect(verdict(price, {}, { refused: [jump('109000', 60), between, jump('111000', 120)] })).toBe('jump');
  });

  it('is believed though a source that lags behind came between, and not though another says another price', () => {
    const lagging = [refusal('100000', 3_600, 'old', false), refusal('100100', 3_700, 'old', false)] as const;
    const [first, second] = [jump('109000', 60), jump('111000', 120)];
    expect(verdict(price, {}, { refused: [lagging[0], first, lagging[1], second] })).toBe('accept');
    expect(verdict(price, {}, { refused: [first, refusal('90000', 90, 'jump', false), second] })).toBe('jump');
  });

  it('is not believed for being repeated with one time', () => {
    expect(verdict(price, {}, { refused: [jump(price, 0), jump(price, 0), jump(price, 60)] })).toBe('jump');
  });

  it('is believed when a second source shows it too', () => {
    expect(judgeQuote(candidate(price), context())).toEqual({ kind: 'refuse', reason: 'jump', isLiftedByAnother: true });
  });
});

describe('a change of unit', () => {
  const flips = (price: string) => [60, 120, 180].map((seconds) => refusal(price, seconds, 'unit-flip'));
  const judged = (price: string, last: string) =>
    judgeQuote(candidate(price), context({ last: { price: last, at: ago(300) }, refused: flips(price) }));

  it('is never believed against the bounds, however often it is repeated and by whomever', () => {
    expect(judged('1000000', '100000')).toEqual({ kind: 'refuse', reason: 'unit-flip', isLiftedByAnother: false });
    expect(judged('3215.07', '100000')).toEqual({ kind: 'refuse', reason: 'unit-flip', isLiftedByAnother: false });
  });

  it('was the fault of a standing quote outside of the bounds when three in a row inside of them agree', () => {
    expect(judged('100000', '3215.07')).toEqual({ kind: 'accept' });
    expect(judged('100000', '1000000')).toEqual({ kind: 'accept' });
    const two = context({ last: { price: '3215.07', at: ago(300) }, refused: flips('100000').slice(0, 1) });
    expect(judgeQuote(candidate('100000'), two)).toEqual({ kind: 'refuse', reason: 'unit-flip', isLiftedByAnother: true });
  });

  it('needs a second source where the bounds vouch for both', () => {
    expect(judged('400000', '40000')).toEqual({ kind: 'refuse', reason: 'unit-flip', isLiftedByAnother: true });
  });

  it('is not lifted where they vouch for neither', () => {
    expect(judged('1000', '10000')).toEqual({ kind: 'refuse', reason: 'unit-flip', isLiftedByAnother: false });
  });
});
