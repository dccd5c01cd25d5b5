import type { CardChange } from './card-changes.js';
import type { CardContent } from './card-content.js';

/** The card in words, for a message: the name, a line for each row, and what the rates are. */
export function cardText(
  { name, rows, date, time, warning, standing, basis }: CardContent,
  changes: Map<string, CardChange>,
): string {
  const lines = rows.map(({ key, name, unit, figure, age }) => {
    const title = [name, unit].filter(Boolean).join(' ');
    return [`${title}: ${figure}`, age && `(${age})`, changes.get(key)?.text].filter(Boolean).join(' ');
  });
  const warned = warning ? [`${warning.word}. ${warning.sub}`] : [];
  return [name, ...lines, ...warned, `${date}, ${time}`, standing, basis].filter(Boolean).join('\n') + '\n';
}
