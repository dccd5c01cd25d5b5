import { kolkataClock } from '@sarafa/domain';
import { kolkataDate } from '@sarafa/words';
import { useMessages } from '../../../shared/language/language.js';
import { Digits } from './board-card.js';
import type { ServerClock } from '../feed/server-clock.js';
import { useNowBySecond } from '../use-now.js';

/** The time and the long date in Asia/Kolkata; empty when the time isn't certain. */
export function BoardClock({ clock }: { clock: ServerClock }) {
  const now = useNowBySecond(clock);
  const messages = useMessages();
  if (now === undefined) return <div className="head__time" />;
  const { time, seconds, half } = kolkataClock(now);
  return (
    <div className="head__time">
      <div className="clock">
        <Digits number={`${time}:${seconds}`} />
        <small>{half}</small>
      </div>
      <div className="date">{kolkataDate(now, messages)}</div>
    </div>
  );
}

/** Hours and minutes alone, for a screen that shows nothing else. */
export function PlainClock({ clock }: { clock: ServerClock }) {
  const now = useNowBySecond(clock);
  if (now === undefined) return null;
  const { time, half } = kolkataClock(now);
  return (
    <div className="clock">
      <Digits number={time} />
      <small>{half}</small>
    </div>
  );
}
