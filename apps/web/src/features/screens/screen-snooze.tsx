import type { Screen } from '@sarafa/contracts';
import { kolkataMidnight } from '@sarafa/domain';
import { useSnoozeScreenMutation } from '../../shared/api/screens.api.js';
import { notifyOutcome } from '../../shared/notices.js';
import { recently } from '../../shared/language/page-dates.js';
import { say } from '../../shared/language/page-language.js';
import { serverNow } from '../../shared/requests/server-time.js';
import { screenTexts } from '../../shared/texts/screen-texts.js';
import { WaitingButton } from '../../shared/ui/waiting-button.js';
import { snoozedWords } from './screen-words.js';

const { snooze: words } = screenTexts;
const HOUR_MS = 3_600_000;
/** Six in the morning of the next day in Asia/Kolkata, before a shop opens. */
const TOMORROW_MS = 30 * HOUR_MS;

/** Switches the alarms of a screen off until tomorrow morning, as while it is being repaired. */
export function ScreenSnooze({ screen, now }: { screen: Screen; now: number }) {
  const [snooze, { isLoading }] = useSnoozeScreenMutation();
  const snoozed = snoozedWords(screen, now);
  const until = kolkataMidnight(serverNow()) + TOMORROW_MS;
  const go = () =>
    notifyOutcome(snooze({ id: screen.id, until: snoozed ? null : new Date(until).toISOString() }).unwrap(), words.failed);
  return (
    <section className="screen-part" aria-labelledby="screen-snooze">
      <h3 id="screen-snooze">{words.title}</h3>
      <p className="hint">{snoozed ?? words.hint}</p>
      <WaitingButton variant="default" isWaiting={isLoading} onClick={() => void go()}>
        {snoozed ? words.end : say(words.start, { time: recently(until, now) })}
      </WaitingButton>
    </section>
  );
}
