import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PriceSnapshot } from '@sarafa/contracts';
import { addShops, until } from '@sarafa/testing';
import { exactRates } from '../shared/exact-rates.js';
import { seeded, wandering } from './seeded.js';
import { harness, type Harness, LIVELY } from '../shared/harness.js';

const SHOPS = 50;
const QUOTES = 10;

describe('rates over HTTP', () => {
  let w: Harness;

  beforeAll(async () => {
    w = await harness({ pace: LIVELY });
  });
  afterAll(() => w.end());

  it('equal exact fractions to the rupee in five hundred cases', async () => {
    const random = seeded(20261121);
    const percent = () => Math.round(random() * 500) / 10;
    const margins = Array.from({ length: SHOPS }, (_, shop) => ({
      gold_margin: percent(),
      silver_margin: percent(),
      sell_margin: shop % 3 ? percent() : 0,
      buy_margin: shop % 2 ? percent() : 0,
    }));
    const ids = await addShops(w.db, margins);
    const shown = async (id: string) => (await w.json(`/prices/user/${id}`)) as unknown as PriceSnapshot;
    await until(async () => (await w.get(`/prices/user/${ids.at(-1)}`)).ok);
    const next = wandering(random);
    let cases = 0;
    for (let round = 0; round < QUOTES; round++) {
      const { gold, silver } = next();
      w.quote(gold, silver);
      const first = exactRates(gold, silver, margins[0]!);
      const quote = await until(async () => {
        const { gold_24k, seq } = await shown(ids[0]!);
        return gold_24k.sell === first.gold_24k.sell ? seq : undefined;
      });
      // Of two gateways one may hear of the quote later than the other.
      const ofQuote = (id: string) =>
        until(async () => shown(id).then((prices) => ((prices.seq ?? 0) >= quote ? prices : undefined)));
      const found = await Promise.all(ids.map(ofQuote));
      for (const [index, { gold_24k, gold_22k, gold_18k, silver: silverRate }] of found.entries()) {
        const margin = margins[index]!;
        const rates = { gold_24k, gold_22k, gold_18k, silver: silverRate };
        expect([gold, margin, rates]).toEqual([gold, margin, exactRates(gold, silver, margin)]);
        cases++;
      }
    }
    expect(cases).toBe(SHOPS * QUOTES);
  });
});
