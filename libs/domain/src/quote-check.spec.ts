import { describe, expect, it } from '@jest/globals';
import { type Candidate, type Context, type EarlierQuote, judgeQuote } from './quote-check.js';

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
  last: { price: '100000', at: ago(300), isOwn: true },
  series: [],
  isWithdrawn: false,
  bounds: { min: 60_000, max: 180_000 },
  jumpPercent: 5,
  freshMs: 450_000,
  now: NOW,
  ...changes,
});
const last = (price: string, isOwn = true) => ({ last: { price, at: ago(300), isOwn } });
/** Said `seconds` ago and refused `late` seconds later. */
const said = (price: string, seconds: number, late = 0): EarlierQuote => ({
  price,
  at: ago(seconds),
  refusedAt: NOW - (seconds - late) * 1_000,
});
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

  it('of another source is not older for being a little behind, if it is another price', () => {
    const other = (price: string, seconds: number) => verdict(price, { at: ago(seconds) }, last('100000', false));
    expect(other('100001', 301)).toBe('no-news');
    expect(other('100001', 300)).toBe('no-news');
    expect(other('110000', 299)).toBe('jump');
    expect(other('110000', 301)).toBe('jump');
    expect(other('110000', 451)).toBe('old');
    expect(other('185000', 301)).toBe('implausible');
    const series = [said('110000', 310), said('110500', 320)];
    expect(verdict('110000', { at: ago(301) }, { ...last('100000', false), series })).toBe('accept');
    expect(verdict('110000', { at: ago(301) }, { series })).toBe('old');
  });

  it.each([
    ['59999.99', 'implausible'],
    ['60000', 'accept'],
    ['180000', 'accept'],
    ['180000.01', 'implausible'],
    ['-100000', 'not-positive'],
  ])('of %s is %s when it is the first', (price, expected) => {
    expect(verdict(price, { at: ago(86_400) }, { last: undefined })).toBe(expected);
    expect(verdict(price, { at: ago(-3_600) }, { last: undefined })).toBe(expected === 'not-positive' ? expected : 'future');
  });

  it('near a first one that an admin has released is accepted', () => {
    expect(verdict('30000', {}, { last: undefined, released: '30500' })).toBe('accept');
    expect(verdict('30000', {}, { last: undefined, released: '33000' })).toBe('implausible');
  });

  it('may leave the bounds step by step', () => {
    expect(verdict('181000', {}, last('179000'))).toBe('accept');
  });

  it('that was withdrawn is not taken again', () => {
    expect(verdict('100000', {}, { isWithdrawn: true })).toBe('withdrawn');
    expect(verdict('100000', { at: ago(300) }, { isWithdrawn: true })).toBe('no-news');
    expect(verdict('100000', {}, { isWithdrawn: true, last: undefined })).toBe('withdrawn');
  });
});

describe('a jump', () => {
  const price = '110000';

  it('is believed when it is the third in a row that agrees within 1 %', () => {
    expect(verdict(price, {}, { series: [said('109500', 60)] })).toBe('jump');
    expect(verdict(price, {}, { series: [said('109500', 60), said('110500', 120)] })).toBe('accept');
    expect(verdict(price, {}, { series: [said('109500', 60), said('110650', 120)] })).toBe('jump');
  });

  it('is not believed when its source has said another price in between', () => {
    expect(verdict(price, {}, { series: [said('120000', 60), said('111000', 120)] })).toBe('jump');
    expect(verdict(price, {}, { series: [said('110000', 60), said('100000', 90), said('110000', 120)] })).toBe('jump');
  });

  it('is believed though something came between that can’t be true, or was old when it came', () => {
    const between = [said('4666.67', 80), said('100000', 900, 810)];
    expect(verdict(price, {}, { series: [said('109500', 60), ...between, said('110500', 120)] })).toBe('accept');
  });

  it('is not believed for being repeated with one time, or with times that are not fresh', () => {
    expect(verdict(price, {}, { series: [said(price, 0), said(price, 0), said(price, 60)] })).toBe('jump');
    expect(verdict(price, {}, { series: [said(price, 60), said(price, 60)] })).toBe('jump');
    expect(verdict(price, {}, { series: [said(price, 1_000, 549), said(price, 1_100, 649)] })).toBe('jump');
    const series = [said(price, 600), said(price, 700)];
    expect(verdict(price, { at: ago(451) }, { last: { price: '100000', at: ago(900), isOwn: true }, series })).toBe('jump');
  });

  it.each([
    ['61000', '130000', 'jump'],
    ['66000', '130000', 'accept'],
    ['179000', '90000', 'accept'],
    ['179000', '88000', 'jump'],
    ['59000', '100000', 'implausible'],
    ['185000', '100000', 'implausible'],
  ])('to %s from %s, repeated: %s', (to, from, expected) => {
    const series = [60, 120, 180].map((seconds) => said(to, seconds));
    expect(verdict(to, {}, { ...last(from), series })).toBe(expected);
  });

  it('is believed when a second source shows it too, never out of the bounds', () => {
    expect(judgeQuote(candidate(price), context())).toEqual({ kind: 'refuse', reason: 'jump', isLiftedByAnother: true });
    const out = { kind: 'refuse', reason: 'implausible', isLiftedByAnother: false };
    expect(judgeQuote(candidate('185000'), context())).toEqual(out);
  });

  it('is not believed just out of the bounds, though it agrees with two just inside of them', () => {
    expect(verdict('180500', {}, { ...last('150000'), series: [said('179500', 60), said('179900', 120)] })).toBe('implausible');
  });
});

describe('a change of unit', () => {
  const judged = (price: string, from: string, around: Partial<Context> = {}) => {
    const series = [60, 120, 180].map((seconds) => said(price, seconds));
    return judgeQuote(candidate(price), context({ ...last(from), series, ...around }));
  };
  const refused = (isLiftedByAnother: boolean) => ({ kind: 'refuse', reason: 'unit-flip', isLiftedByAnother });

  it('is never believed against the bounds, however often it is repeated and by whomever', () => {
    expect(judged('1000000', '100000')).toEqual(refused(false));
    expect(judged('3215.07', '100000')).toEqual(refused(false));
    expect(judged('1000', '10000')).toEqual(refused(false));
  });

  it('leads back from a price outside of the bounds that an admin released, as any price inside of them does', () => {
    expect(judged('100000', '3215.07')).toEqual({ kind: 'accept' });
    expect(judged('100000', '1000000')).toEqual({ kind: 'accept' });
    expect(judged('100000', '250000')).toEqual({ kind: 'accept' });
    const two = context({ ...last('3215.07'), series: [said('100000', 60)] });
    expect(judgeQuote(candidate('100000'), two)).toEqual(refused(true));
  });

  it('needs a second source where the bounds vouch for both', () => {
    expect(judged('311000', '100000', { bounds: { min: 60_000, max: 400_000 } })).toEqual(refused(true));
  });
});
