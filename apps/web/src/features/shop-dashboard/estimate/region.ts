import type { EstimatePiece } from '@sarafa/contracts';
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

/** What is usual in a region: words and modes, never other arithmetic. The first is of no region. */
const customs = {
  other: { wastage: 'wastage', wastageMode: 'percent', making: 'making', makingMode: 'percent' },
  kerala: { wastage: 'wastage', wastageMode: 'percent', making: 'va', makingMode: 'percent' },
  tamil_nadu: { wastage: 'wastage', wastageMode: 'weight', making: 'making', makingMode: 'per_gram' },
  karnataka: { wastage: 'wastage', wastageMode: 'percent', making: 'making', makingMode: 'per_gram' },
  telangana_andhra: { wastage: 'va', wastageMode: 'weight', making: 'making', makingMode: 'per_gram' },
  maharashtra: { wastage: 'wastage', wastageMode: 'percent', making: 'labour', makingMode: 'per_gram' },
  gujarat: { wastage: 'wastage', wastageMode: 'percent', making: 'labour', makingMode: 'per_gram' },
  north: { wastage: 'wastage', wastageMode: 'percent', making: 'labour', makingMode: 'per_gram' },
} as const satisfies Record<string, Custom>;

export const Region = z.enum(Object.keys(customs) as (keyof typeof customs)[]);
export type Region = z.infer<typeof Region>;

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
