import { Switch } from '@mantine/core';
import { screenTexts } from '../../shared/texts/screen-texts.js';
import { asDisabled } from '../../shared/ui/as-disabled.js';
import { type PhoneState, usePhoneAlarms } from './use-phone-alarms.js';

const { phone: words } = screenTexts;

/** Whether this device is told when a screen goes dark. */
export function PhoneAlarms({ userId }: { userId: string }) {
  const { state, isBusy, failure, change } = usePhoneAlarms(userId);
  const canChange = state === 'on' || state === 'off';
  return (
    <section className="screens-part" aria-labelledby="phone-alarms">
      <h3 id="phone-alarms">{words.title}</h3>
      <Switch
        labelPosition="left"
        label={
          <>
            {words.label}
            <span className="hint">{words.hint}</span>
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
