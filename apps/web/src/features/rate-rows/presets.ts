import { type Metal, offeredUnits, type RateRow, rateRowDefaults, type RowSide } from '@sarafa/contracts';
import { newRowId } from './draft-rows.js';

const { gram, pavan, tenGrams, tola, kilogram } = offeredUnits;

const preset = (metal: Metal, fineness: number, unit_grams: number, side: RowSide = 'sell') => ({
  ...rateRowDefaults,
  ...{ metal, fineness, unit_grams, side },
});
export type Preset = Omit<RateRow, 'id'>;

/** The rows that shops list most. */
export const presets: readonly Preset[] = [
  preset('gold', 916, pavan),
  preset('gold', 916, gram),
  preset('gold', 916, tenGrams),
  preset('gold', 1_000, gram),
  preset('gold', 1_000, tenGrams),
  preset('gold', 1_000, tola),
  preset('gold', 995, tenGrams),
  preset('gold', 750, gram),
  preset('gold', 750, tenGrams),
  preset('gold', 916, pavan, 'buy'),
  preset('gold', 916, gram, 'buy'),
  preset('gold', 1_000, tenGrams, 'buy'),
  preset('silver', 1_000, gram),
  preset('silver', 1_000, tenGrams),
  preset('silver', 1_000, kilogram),
  preset('silver', 925, gram),
  preset('platinum', 950, gram),
  preset('platinum', 950, tenGrams),
];

export const rowOf = (row: Preset): RateRow => ({ ...row, id: newRowId() });
