import type { ComboboxItem, OptionsFilter } from '@mantine/core';
import { normalText } from '@sarafa/contracts';

/** The form of a text in which it is looked for: stored texts have composed letters, typed ones may have others. */
export function sought(text: string): string {
  return normalText(text).toLowerCase();
}

/** Whether one of a field's options is meant by what is typed. */
export const findOptions: OptionsFilter = ({ options, search, limit }) => {
  const wanted = sought(search);
  return (options as ComboboxItem[]).filter(({ label }) => sought(label).includes(wanted)).slice(0, limit);
};
