import { Switch } from '@mantine/core';
import type { AlarmPaths } from '../../shared/alarm-reader.js';
import { screenTexts } from '../../shared/texts/screen-texts.js';
import { asDisabled } from '../../shared/ui/as-disabled.js';
import { type PhoneState, usePhoneAlarms } from './use-phone-alarms.js';

const { phone: words } = screenTexts;

interface Props {
  /** The account's id. */
  readonly userId: string;
  readonly paths: AlarmPaths;
  /** The heading of the section, where it isn't a part of another one. */
  readonly title?: string;
  /** What the device is told, and when. */
  readonly label: string;
  readonly hint: string;
}

/** Whether this device is told when something needs somebody. */
export function PhoneAlarms({ userId, paths, title, label, hint }: Props) {
  const { state, isBusy, failure, change } = usePhoneAlarms(userId, paths);
  const canChange = state === 'on' || state === 'off';
  return (
    <section className={title ? 'sheet screens-part' : 'screens-part'} aria-labelledby="phone-alarms">
      {title ? <h2 id="phone-alarms">{title}</h2> : <h3 id="phone-alarms">{words.title}</h3>}
      <Switch
        labelPosition="left"
        label={
          <>
            {label}
            <span className="hint">{hint}</span>
          </>
        }
        checked={state === 'on'}
        {...asDisabled(!canChange || isBusy)}
        onChange={() => void change()}
      />
      <p className="hint" role="status">
        {said(state)}
      </p>
      {failure && (
        <p className="hint hint--err" role="alert">
          {failure}
        </p>
      )}
    </section>
  );
}

function said(state: PhoneState): string {
  return state === 'off' ? '' : words[state];
}
