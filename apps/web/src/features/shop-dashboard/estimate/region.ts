import { type EstimatePiece, Region as ShopRegion } from '@sarafa/contracts';
import { z } from 'zod';
import { estimateTexts as words } from '../../../shared/texts/estimate-texts.js';

interface Modes {
  readonly wastageMode: NonNullable<EstimatePiece['wastage']>['mode'];
  readonly makingMode: EstimatePiece['making']['mode'];
}
interface Custom extends Modes {
  /** What the trade there calls them. */
  readonly wastage: keyof typeof words.terms;
  readonly making: keyof typeof words.terms;
}

/** That of the shop, or `other` where it has none. */
export const Region = z.enum([...ShopRegion.options, 'other']);
export type Region = z.infer<typeof Region>;

/** What is usual in a region: words and modes, never other arithmetic. The first is of no region. */
const customs = {
  other: { wastage: 'wastage', wastageMode: 'percent', making: 'making', makingMode: 'percent' },
  kerala: { wastage: 'wastage', wastageMode: 'percent', making: 'va', makingMode: 'percent' },
  'tamil-nadu': { wastage: 'wastage', wastageMode: 'weight', making: 'making', makingMode: 'per_gram' },
  karnataka: { wastage: 'wastage', wastageMode: 'percent', making: 'making', makingMode: 'per_gram' },
  'telangana-andhra': { wastage: 'va', wastageMode: 'weight', making: 'making', makingMode: 'per_gram' },
  maharashtra: { wastage: 'wastage', wastageMode: 'percent', making: 'labour', makingMode: 'per_gram' },
  gujarat: { wastage: 'wastage', wastageMode: 'percent', making: 'labour', makingMode: 'per_gram' },
  north: { wastage: 'wastage', wastageMode: 'percent', making: 'labour', makingMode: 'per_gram' },
} as const satisfies Record<Region, Custom>;

/** The words of a region, by themselves and within a sentence. */
export function termsOf(region: Region) {
  const { wastage, making } = customs[region];
  return { wastage: words.terms[wastage], making: words.terms[making], ofMaking: words.termsWithin[making] };
}
export type Terms = ReturnType<typeof termsOf>;

/** A piece as the region prices it. A number of another mode would mean something else. */
export function asIn<P extends Modes>(region: Region, piece: P): P {
  const { wastageMode, makingMode } = customs[region];
  return {
    ...{ ...piece, wastageMode, makingMode },
    ...(piece.wastageMode !== wastageMode && { wastage: '' }),
    ...(piece.makingMode !== makingMode && { making: '' }),
  };
}
