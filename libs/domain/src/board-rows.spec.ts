import { describe, expect, it } from '@jest/globals';
import { shownTypes } from './board-rows.js';

const all = {
  gold_prices_enabled: true,
  silver_prices_enabled: true,
  gold_24k_enabled: true,
  gold_22k_enabled: true,
  gold_18k_enabled: true,
  silver_enabled: true,
};

describe('the price types of a board', () => {
  it.each([
    [{}, ['gold_24k', 'gold_22k', 'gold_18k', 'silver']],
    [{ gold_22k_enabled: false }, ['gold_24k', 'gold_18k', 'silver']],
    [{ gold_prices_enabled: false }, ['silver']],
    [{ silver_prices_enabled: false }, ['gold_24k', 'gold_22k', 'gold_18k']],
    [{ silver_enabled: false, gold_prices_enabled: false }, []],
  ])('with %j', (switches, types) => {
    expect(shownTypes({ ...all, ...switches })).toEqual(types);
  });
});
