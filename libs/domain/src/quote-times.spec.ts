import { expect, it } from '@jest/globals';
import type { MetalQuote } from '@sarafa/contracts';
import { quoteTime } from './quote-times.js';

it("a quote's time is the earlier instant of the two, however it is written", () => {
  const metal = (at: string): MetalQuote => ({ price: '1', at, source: 'a', dutyIncluded: false });
  const early = '2026-11-20T10:00:00Z';
  const late = '2026-11-20T10:00:00.500Z';
  expect(quoteTime({ seq: 1, sample: false, gold: metal(early), silver: metal(late) })).toBe(early);
  expect(quoteTime({ seq: 1, sample: false, gold: metal(late), silver: metal(early) })).toBe(early);
});
