import type { ComboboxItem, OptionsFilter } from '@mantine/core';
import { normalName, plainDigits } from '@sarafa/contracts';

/**
 * The form of a text in which it is looked for: composed letters, without those that nobody sees, and plain digits. Either of the two
 * that are compared may have been typed or pasted with others.
 */
export function sought(text: string): string {
  return plainDigits(normalName(text)).toLowerCase();
}

/** Whether the text has each of the words that somebody looks for. */
export function hasWords(text: string, wanted: string): boolean {
  const found = sought(text);
  return sought(wanted)
    .split(' ')
    .every((word) => found.includes(word));
}

/** Whether one of a field's options is meant by what is typed. */
export const findOptions: OptionsFilter = ({ options, search, limit }) => {
  const wanted = sought(search);
  return (options as ComboboxItem[]).filter(({ label }) => sought(label).includes(wanted)).slice(0, limit);
};
