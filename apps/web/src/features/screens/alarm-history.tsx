import type { ScreenAlarm } from '@sarafa/contracts';
import { useScreenAlarmsQuery } from '../../shared/api/screens.api.js';
import { recently } from '../../shared/language/page-dates.js';
import { say } from '../../shared/language/page-language.js';
import { screenTexts } from '../../shared/texts/screen-texts.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Failed } from '../../shared/ui/failed.js';
import { LoadingSheet } from '../../shared/ui/loading-sheet.js';
import { StateWord } from '../../shared/ui/state-word.js';
import { useMinute } from '../../shared/use-minute.js';

const { alarms: words } = screenTexts;

interface Props {
  /** The shop of an alarm, where alarms of several shops are listed; with it stands whether the provider was told. */
  readonly shopOf?: (alarm: ScreenAlarm) => string;
  readonly onClose: () => void;
}

/** The last screens that didn't play, and who was told (rule 14.10). */
export function AlarmHistory({ shopOf, onClose }: Props) {
  const { data, isError, isFetching, refetch } = useScreenAlarmsQuery(undefined, { refetchOnMountOrArgChange: true });
  const now = useMinute();
  return (
    <Dialog title={words.title} size="medium" onClose={onClose}>
      <div className="dialog__body">
        {!data && isError ? (
          <Failed text={words.failed} isAsking={isFetching} onTryAgain={() => void refetch()} />
        ) : !data ? (
          <LoadingSheet text={words.loading} rows={3} />
        ) : data.length === 0 ? (
          <p className="dim">{words.none}</p>
        ) : (
          <ul className="alarms" aria-label={words.title}>
            {data.map((alarm) => (
              <Alarm key={alarm.id} {...{ alarm, now, shopOf }} />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

function Alarm({ alarm, now, shopOf }: { alarm: ScreenAlarm; now: number } & Pick<Props, 'shopOf'>) {
  const { name, state, since, at, ended_at, phones, webhook } = alarm;
  const time = (instant: string) => recently(Date.parse(instant), now);
  const when = ended_at ? say(words.until, { from: time(since), to: time(ended_at) }) : say(words.still, { from: time(since) });
  const told = [say(words.told, { phones, time: time(at) }), ...(shopOf && webhook ? [words.webhook[webhook]] : [])];
  return (
    <li>
      <strong>{name}</strong>
      {shopOf && <span className="dim">{shopOf(alarm)}</span>}
      <StateWord tone={ended_at ? 'off' : 'err'}>{words[state]}</StateWord>
      <span>{when}</span>
      <span className="dim">{told.join(', ')}</span>
    </li>
  );
}
