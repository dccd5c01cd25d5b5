/** The same in all languages. */
export const brandTexts = { product: 'Sarafa' } as const;

/** What stands for a name without a picture: the first character that is seen. Marks of direction come with text from a chat. */
export const firstLetter = (name: string) => /[^\s\u200b-\u206f]/u.exec(name)?.[0].toUpperCase() ?? 'G';
