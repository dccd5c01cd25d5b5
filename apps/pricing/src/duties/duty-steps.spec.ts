import { describe, expect, it } from '@jest/globals';
import type { Quote } from '@sarafa/contracts';
import { dutyStarts, landedSteps } from './duty-steps.js';

const at = (time: string) => new Date(`2026-05-13T${time}:00+05:30`);
const duties = [
  { from: '2026-01-01', gold: 5, silver: 6, platinum: 5 },
  { from: '2026-05-13T10:30', gold: 10, silver: 10, platinum: 10 },
  { from: '2026-05-13T10:30', gold: 15, silver: 15, platinum: 15 },
  { from: '2026-05-13T12:00', gold: 20, silver: 20, platinum: 20 },
];
const quote = (price: string): Quote => {
  const said = { price, at: at('09:00').toISOString(), source: 'spec', dutyIncluded: false };
  return { seq: 1, gold: said, silver: said, sample: false };
};
const accepted = (time: string, price: string) => ({ quote: quote(price), accepted_at: at(time) });
const standing = (time: string, price: string) => ({ quote: quote(price), at: at(time) });
/** With what the gold of the quote costs, in percent of its price. */
const steps = (quotes: ReturnType<typeof accepted>[], before: ReturnType<typeof standing>[]) =>
  landedSteps(quotes, before, duties).map((step) => {
    const { price } = step.quote.gold;
    return [step.at, price, Number(step.landed.gold!.rupees) / Number(price)];
  });

describe('a chart of the market', () => {
  it('steps at quotes and where a duty begins, in order of time', () => {
    const quotes = [accepted('10:00', '400000'), accepted('11:00', '401000')];
    expect(steps(quotes, [standing('10:30', '400500'), standing('12:00', '401000')])).toEqual([
      [at('10:00'), '400000', 105],
      [at('10:30'), '400500', 115],
      [at('11:00'), '401000', 115],
      [at('12:00'), '401000', 120],
    ]);
  });

  it('begins with the duty where no quote has come yet', () => {
    expect(steps([], [standing('10:30', '400000')])).toEqual([[at('10:30'), '400000', 115]]);
  });

  it('has a quote that was accepted as a duty began once', () => {
    expect(steps([accepted('10:30', '400000')], [standing('10:30', '400000')])).toEqual([[at('10:30'), '400000', 115]]);
  });

  it('has the duties that begin within it, from its first time until before its last', () => {
    const starts = (from: string, to: string) => dutyStarts(duties, at(from).getTime(), at(to).getTime());
    expect(starts('10:30', '12:00')).toEqual([at('10:30').getTime()]);
    expect(starts('10:31', '12:01')).toEqual([at('12:00').getTime()]);
    duties.reverse();
    expect(starts('10:30', '12:01')).toEqual([at('10:30').getTime(), at('12:00').getTime()]);
  });
});
