import { describe, expect, it } from '@jest/globals';
import { offeredFinenesses, offeredUnits } from '@sarafa/contracts';
import { metalName, rowTitle, unitName } from './row-title.js';

describe('the title of a row', () => {
  it.each([
    ['22K gold, 8 g (pavan)', 'gold', 916, 8],
    ['24K gold, 10 g', 'gold', 1_000, 10],
    ['Gold 995, 1 tola', 'gold', 995, 11.6638],
    ['Gold 916.6, 1.5 g', 'gold', 916.6, 1.5],
    ['Silver, 1 kg', 'silver', 1_000, 1_000],
    ['Silver 925, 1 g', 'silver', 925, 1],
    ['Silver 916, 100 g', 'silver', 916, 100],
    ['Platinum 950, 10 g', 'platinum', 950, 10],
  ] as const)('%s is made of metal, fineness and unit', (title, metal, fineness, unit_grams) => {
    expect(rowTitle({ title: '', metal, fineness, unit_grams })).toBe(title);
  });

  it('is the shop’s own where it has given one', () => {
    expect(rowTitle({ title: 'Sovereign', metal: 'gold', fineness: 916, unit_grams: 8 })).toBe('Sovereign');
  });

  it('has the karats of the offered finenesses, and a name for each offered unit', () => {
    const [golds, silvers] = (['gold', 'silver'] as const).map((metal) =>
      offeredFinenesses[metal].map((fineness) => metalName(metal, fineness)),
    );
    const karats = ['23K gold', '22K gold', '21K gold', '20K gold', '18K gold', '14K gold'];
    expect(golds).toEqual(['24K gold', 'Gold 999', 'Gold 995', ...karats, 'Gold 583', '9K gold']);
    expect(silvers).toEqual(['Silver', ...[999, 990, 970, 958, 925, 835, 800].map((fineness) => `Silver ${fineness}`)]);
    const units = Object.values(offeredUnits).map(unitName);
    expect(units).toEqual(['1 g', '8 g (pavan)', '10 g', '1 tola', '100 g', '1 kg']);
  });
});
