import type { PricedRow } from '@sarafa/contracts';
import { groupRupees } from '@sarafa/domain';
import { digits, say } from '@sarafa/words';
import { useMessages } from './language/language.js';

/** In rupees, or `duty` where the duty in the price has changed, which would read as a rise of the market. */
export type ChangeOfDay = number | 'duty';

/** By how many rupees a price has changed since its day began; 0 also where that isn't known (rule 8.16). */
export function dayChangeOf({ price, day, state, duty_changed }: PricedRow): ChangeOfDay {
  // An old price isn't today's.
  if (price === null || state === 'stale') return 0;
  if (duty_changed) return 'duty';
  if (!day) return 0;
  return Math.round((price - day.open) * 100) / 100;
}

/** `▲ ₹450 today`; empty for no change, which is no news. The style sheets draw the arrow, which fonts of televisions lack. */
export function DayChange({ by }: { by: ChangeOfDay }) {
  const messages = useMessages();
  const { rise, fall, today, duty } = messages.day;
  if (by === 'duty') return <span className="day">{duty}</span>;
  if (by === 0) return <span className="day" />;
  const amount = digits(`₹${groupRupees(Math.abs(by))}`, messages);
  return (
    <span className={by > 0 ? 'day day--up' : 'day day--down'} role="img" aria-label={say(by > 0 ? rise : fall, { amount })}>
      <i>{by > 0 ? '▲' : '▼'}</i> {say(today, { amount })}
    </span>
  );
}
