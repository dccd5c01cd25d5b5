import type { ComboboxItem, OptionsFilter } from '@mantine/core';
import { normalName, plainDigits } from '@sarafa/contracts';

/**
 * The form of a text in which it is looked for: composed letters, without those that nobody sees, and plain digits. Either of the two
 * that are compared may have been typed or pasted with others.
 */
export function sought(text: string): string {
  return plainDigits(normalName(text)).toLowerCase();
}

/** Tells of a text, in the form of `sought`, whether it has each of the words that somebody looks for. */
export function withWords(wanted: string): (text: string) => boolean {
  const words = sought(wanted).split(/\s+/);
  return (text) => words.every((word) => text.includes(word));
}

/** Whether one of a field's options is meant by what is typed. */
export const findOptions: OptionsFilter = ({ options, search, limit }) => {
  const wanted = sought(search);
  return (options as ComboboxItem[]).filter(({ label }) => sought(label).includes(wanted)).slice(0, limit);
};
