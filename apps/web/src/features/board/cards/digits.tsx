import { digits } from '@sarafa/words';
import { useMessages } from '../../../shared/language.js';

/**
 * A number that changes under the eyes of people. The digits of Indic scripts have different widths, so each of them gets a place
 * of the widest one's width (fit-board.ts); Latin ones have one width in our font.
 */
export function Digits({ number }: { number: string }) {
  const messages = useMessages();
  if (messages.zero === '0') return number;
  return number.split('').map((char, index) =>
    /\d/.test(char) ? (
      <i key={index} className="digit">
        {digits(char, messages)}
      </i>
    ) : (
      char
    ),
  );
}
