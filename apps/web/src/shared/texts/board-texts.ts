/** The same in all languages. */
export const brandTexts = { product: 'Sarafa', defaultLetter: 'G' } as const;
